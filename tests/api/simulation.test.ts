/** A few short seeds of the simulation; `npm run simulate -- --seeds 1000` runs many. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { simulate } from '../../simulation/simulate.ts';
import { findTemplate, startCluster, type StartedCluster } from '../../simulation/template.ts';

const STEPS = 25;

let cluster: StartedCluster;
beforeAll(async () => {
  cluster = await startCluster(await findTemplate());
});
afterAll(() => cluster.stop());

it('keeps what must hold on the path of each seed, and has the same chain heads for the same seed', async () => {
  const [one, again, other] = [
    await simulate(cluster, { seed: 11, steps: STEPS }),
    // a replay, which checks the last steps only
    await simulate(cluster, { seed: 11, steps: STEPS, checkFrom: STEPS }),
    await simulate(cluster, { seed: 12, steps: STEPS }),
  ];
  expect([one, other]).toMatchObject([{ failure: null }, { failure: null }]);
  expect(again).toEqual(one);
  expect(other.heads).not.toBe(one.heads);
});
