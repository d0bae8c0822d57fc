import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { makeListExportMachine, type ExportedFile } from './listExport.machine.ts';

const listExportMachine = makeListExportMachine<{ format: string }>();
const transitions = watchTransitions(listExportMachine);
const FILE: ExportedFile = { fileName: 'Cases.xlsx', rows: 3, expiresAt: '2026-01-02T00:00:00.000Z' };

function start(
  makeFile: () => Promise<ExportedFile>,
  removeFile: () => Promise<null> = () => Promise.resolve(null),
) {
  const calls: string[] = [];
  const machine = listExportMachine.provide({
    actors: {
      makeFile: fromPromise<ExportedFile, { request: { format: string } }>(({ input }) => {
        calls.push(input.request.format);
        return makeFile();
      }),
      removeFile: fromPromise<null, { file: ExportedFile | null }>(removeFile),
    },
  });
  const actor = createActor(machine, {
    input: { request: { format: 'XLSX' } },
    inspect: transitions.inspect,
  }).start();
  return { actor, calls };
}
const never = () => new Promise<never>(() => {});

it('makes the requested file, and keeps it until its time is over', async () => {
  const { actor, calls } = start(() => Promise.resolve(FILE));
  await waitFor(actor, (state) => state.matches('done'));
  expect(calls).toEqual(['XLSX']);
  expect(actor.getSnapshot().context.file).toEqual(FILE);
  actor.send({ type: 'file.fetched' });
  expect(actor.getSnapshot().context.fetches).toBe(1);
  actor.send({ type: 'deadline.passed' });
  await waitFor(actor, (state) => state.status === 'done');
  expect(actor.getSnapshot().value).toBe('expired');
});

it('expires also where the file could not be removed', async () => {
  const { actor } = start(
    () => Promise.resolve(FILE),
    () => Promise.reject(new Error('busy')),
  );
  await waitFor(actor, (state) => state.matches('done'));
  actor.send({ type: 'deadline.passed' });
  await waitFor(actor, (state) => state.status === 'done');
});

it('says how many rows there are, again where another server begins anew', () => {
  const { actor } = start(never);
  expect(actor.getSnapshot().value).toEqual({ making: 'requested' });
  actor.send({ type: 'file.begun', total: 10 });
  expect(actor.getSnapshot().value).toEqual({ making: 'running' });
  actor.send({ type: 'file.begun', total: 12 });
  expect(actor.getSnapshot().context.total).toBe(12);
});

it('is stopped, and begun anew', () => {
  const { actor, calls } = start(never);
  actor.send({ type: 'file.begun', total: 10 });
  actor.send({ type: 'export.cancelled' });
  expect(actor.getSnapshot().value).toBe('stopped');
  actor.send({ type: 'export.retried' });
  expect(actor.getSnapshot().value).toEqual({ making: 'requested' });
  expect(actor.getSnapshot().context.total).toBeNull();
  expect(calls).toHaveLength(2);
});

it.each([
  [new Error('no space'), 'no space'],
  ['broken', 'broken'],
])('says why it failed with %s, and tries again', async (error, message) => {
  let times = 0;
  const { actor } = start(() => ((times += 1) === 1 ? Promise.reject(error) : Promise.resolve(FILE)));
  await waitFor(actor, (state) => state.matches('failed'));
  expect(actor.getSnapshot().context.error).toBe(message);
  actor.send({ type: 'export.retried' });
  expect(actor.getSnapshot().context.error).toBeNull();
  await waitFor(actor, (state) => state.matches('done'));
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
