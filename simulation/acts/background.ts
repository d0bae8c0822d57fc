/** Time passes, jobs run one at a time, and workers are lost. */
import { HOUR_MS, SECOND_MS } from '../simulatedClock.ts';
import type { Act } from '../simulation.types.ts';

const runJob: Act = {
  name: 'job',
  weight: 30,
  run: async ({ server, chance }) => {
    const kinds = await server.dueKinds();
    if (kinds.length === 0) return null;
    const kind = chance.pick(kinds);
    await server.runJob(kind);
    return { what: `job ${kind}`, touched: 'any' };
  },
};

const loseJob: Act = {
  name: 'lose job',
  weight: 1,
  run: async ({ server, chance }) => {
    const kinds = await server.dueKinds();
    if (kinds.length === 0) return null;
    const kind = chance.pick(kinds);
    await server.loseJob(kind);
    return { what: `a worker is lost with job ${kind}`, touched: [] };
  },
};

const WAITS = [SECOND_MS, 60 * SECOND_MS, 2 * HOUR_MS, 26 * HOUR_MS];

const wait: Act = {
  name: 'wait',
  weight: 4,
  run: ({ server, chance }) => {
    const ms = chance.pick(WAITS);
    server.clock.advance(ms);
    return Promise.resolve({ what: `${ms / SECOND_MS} s pass`, touched: [] });
  },
};

export const backgroundActs: readonly Act[] = [runJob, loseJob, wait];
