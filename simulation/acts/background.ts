/** Time passes, jobs run one at a time, and workers are lost. */
import { HOUR_MS, SECOND_MS } from '../simulatedClock.ts';
import type { Act, Simulation } from '../simulation.types.ts';

/** Mostly one that a user waits for. */
async function dueKind({ server, chance }: Simulation): Promise<string | null> {
  const kinds = await server.dueKinds();
  const urgent = kinds.filter((kind) => !server.recurring.has(kind));
  const from = urgent.length > 0 && chance.percent(75) ? urgent : kinds;
  return from.length === 0 ? null : chance.pick(from);
}

/** What answers of receivers wait for. */
const GATEWAY = ['pretend-authority', 'read-submission-answers'];

const runJob: Act = {
  name: 'job',
  weight: 18,
  run: async (simulation) => {
    const { server } = simulation;
    const kind = await dueKind(simulation);
    if (kind === null) return null;
    await server.runJob(kind);
    return { what: `job ${kind}`, touched: 'any' };
  },
};

const loseJob: Act = {
  name: 'lose job',
  weight: 1,
  run: async (simulation) => {
    const { server } = simulation;
    const kind = await dueKind(simulation);
    if (kind === null) return null;
    await server.loseJob(kind);
    return { what: `a worker is lost with job ${kind}`, touched: [], isIdle: true };
  },
};

/** The effects of the job outside of the database are there; that it is done is not. */
const dieAfterJob: Act = {
  name: 'die after job',
  weight: 3,
  run: async (simulation) => {
    const { server } = simulation;
    const kind = await dueKind(simulation);
    if (kind === null) return null;
    await server.dieAfterJob(kind);
    return { what: `a worker dies after job ${kind}`, touched: 'any' };
  },
};

const MAX_SETTLED = 8;

/** A quiet hour: what users wait for is done, one after the other. */
const settle: Act = {
  name: 'settle',
  weight: 8,
  run: async ({ server, chance }) => {
    const done: string[] = [];
    while (done.length < MAX_SETTLED) {
      const kinds = (await server.dueKinds()).filter((kind) => !server.recurring.has(kind));
      if (kinds.length === 0) break;
      const kind = chance.pick(kinds);
      await server.runJob(kind);
      done.push(kind);
    }
    for (const kind of GATEWAY)
      if ((await server.dueKinds()).includes(kind)) {
        await server.runJob(kind);
        done.push(kind);
      }
    return done.length === 0 ? null : { what: `jobs ${done.join(', ')}`, touched: 'any' };
  },
};

const WAITS = [SECOND_MS, 60 * SECOND_MS, 2 * HOUR_MS, 26 * HOUR_MS];

const wait: Act = {
  name: 'wait',
  weight: 4,
  run: ({ server, chance }) => {
    const ms = chance.pick(WAITS);
    server.clock.advance(ms);
    return Promise.resolve({ what: `${ms / SECOND_MS} s pass`, touched: [], isIdle: true });
  },
};

export const backgroundActs: readonly Act[] = [runJob, settle, loseJob, dieAfterJob, wait];
