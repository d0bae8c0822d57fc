import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { caseImportMachine, type ReadingEnd } from './caseImport.machine.ts';

const transitions = watchTransitions(caseImportMachine);
const LATER = '2026-02-01T00:00:00.000Z';
const never = () => new Promise<never>(() => {});

function start(tasks: { read?: () => Promise<ReadingEnd>; store?: () => Promise<null> } = {}) {
  const { read = () => Promise.resolve({ expiresAt: LATER }), store = () => Promise.resolve(null) } = tasks;
  const did: string[] = [];
  const machine = caseImportMachine.provide({
    actors: { readFiles: fromPromise(read), importMessages: fromPromise(store) },
    actions: {
      recordState: (_, { state }) => void did.push(state),
      discard: () => void did.push('discard'),
      endMessages: () => void did.push('endMessages'),
    },
  });
  const actor = createActor(machine, {
    input: { expiresAt: '2026-01-02T00:00:00.000Z' },
    inspect: transitions.inspect,
  }).start();
  return { actor, did };
}

it('reads the files, waits for decisions, and imports', async () => {
  const { actor, did } = start();
  actor.send({ type: 'files.sent' });
  await waitFor(actor, (state) => state.matches('deciding'));
  expect(actor.getSnapshot().context.expiresAt).toBe(LATER);
  actor.send({ type: 'import.retried' });
  await waitFor(actor, (state) => state.matches('deciding'));
  actor.send({ type: 'import.confirmed' });
  await waitFor(actor, (state) => state.matches('done'));
  expect(did).toEqual(['reading', 'deciding', 'reading', 'deciding', 'importing', 'done']);
});

it.each(['import.cancelled', 'deadline.passed'] as const)(
  'leaves nothing behind after %s before anything was imported',
  async (type) => {
    for (const read of [null, never, () => Promise.reject(new Error('no space')), undefined]) {
      const { actor, did } = start(read ? { read } : {});
      if (read !== null) actor.send({ type: 'files.sent' });
      if (read !== null && read !== never)
        await waitFor(actor, (state) => state.matches('failed') || state.matches('deciding'));
      actor.send({ type });
      if (read === never && type === 'deadline.passed') continue;
      expect(did.at(-1)).toBe('discard');
    }
  },
);

it.each([
  [new Error('no space'), 'no space'],
  ['broken', 'broken'],
])('says why it failed with %s, and goes on when asked', async (error, message) => {
  let reads = 0;
  let stores = 0;
  const { actor } = start({
    read: () => ((reads += 1) === 1 ? Promise.reject(error) : Promise.resolve({ expiresAt: LATER })),
    store: () => ((stores += 1) === 1 ? Promise.reject(error) : Promise.resolve(null)),
  });
  actor.send({ type: 'files.sent' });
  await waitFor(actor, (state) => state.matches('failed'));
  expect(actor.getSnapshot().context.error).toBe(message);
  actor.send({ type: 'import.retried' });
  await waitFor(actor, (state) => state.matches('deciding'));
  actor.send({ type: 'import.confirmed' });
  await waitFor(actor, (state) => state.matches('stopped'));
  expect(actor.getSnapshot().context.error).toBe(message);
  actor.send({ type: 'import.retried' });
  await waitFor(actor, (state) => state.matches('done'));
  expect(actor.getSnapshot().context.error).toBeNull();
});

it.each(['import.closed', 'deadline.passed'] as const)(
  'keeps what was imported when it is cancelled, and ends the rest with %s',
  async (type) => {
    const { actor, did } = start({ store: never });
    actor.send({ type: 'files.sent' });
    await waitFor(actor, (state) => state.matches('deciding'));
    actor.send({ type: 'import.confirmed' });
    actor.send({ type: 'import.cancelled' });
    actor.send({ type });
    expect(did.slice(-3)).toEqual(['stopped', 'endMessages', 'closed']);
  },
);

afterAll(() => expect(transitions.untaken()).toEqual([]));
