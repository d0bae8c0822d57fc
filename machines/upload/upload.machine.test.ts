import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { makeUploadMachine, problemOf, type SelectedFile } from './upload.machine.ts';

const uploadMachine = makeUploadMachine<SelectedFile, string>();
const transitions = watchTransitions(uploadMachine);
const limits = { maxBytes: 100, endings: ['.xml', '.zip'] };
const good = { name: 'Batch.XML', size: 100 };

function startUpload(sendFile: (file: SelectedFile | null, signal: AbortSignal) => Promise<string>) {
  const machine = uploadMachine.provide({
    actors: {
      sendFile: fromPromise<string, { file: SelectedFile | null }>(({ input, signal }) =>
        sendFile(input.file, signal),
      ),
    },
  });
  return createActor(machine, { input: { limits }, inspect: transitions.inspect }).start();
}

it('stores the answer of the server', async () => {
  const upload = startUpload((file) => Promise.resolve(`got ${file?.name}`));
  upload.send({ type: 'file.chosen', file: good });
  await waitFor(upload, (state) => state.matches({ waiting: 'done' }));
  expect(upload.getSnapshot().context.answer).toBe('got Batch.XML');
});

it.each([
  [{ name: 'a.xml', size: 101 }, 'tooLarge'],
  [{ name: 'a.pdf', size: 5 }, 'wrongType'],
  [{ name: 'a.zip', size: 0 }, 'empty'],
  [good, null],
])('checks %o before sending', (file, problem) => {
  expect(problemOf(file, limits)).toBe(problem);
});

it('does not send a refused file, and accepts the next one', async () => {
  const sent: (string | undefined)[] = [];
  const upload = startUpload((file) => {
    sent.push(file?.name);
    return Promise.resolve('');
  });
  upload.send({ type: 'file.chosen', file: { name: 'a.pdf', size: 5 } });
  expect(upload.getSnapshot().value).toEqual({ waiting: 'refused' });
  expect(upload.getSnapshot().context.problem).toBe('wrongType');
  upload.send({ type: 'file.chosen', file: good });
  await waitFor(upload, (state) => state.matches({ waiting: 'done' }));
  expect(sent).toEqual(['Batch.XML']);
  expect(upload.getSnapshot().context.problem).toBeNull();
});

it('shows the error, and allows a retry', async () => {
  const upload = startUpload(() => Promise.reject(new Error('line 3')));
  upload.send({ type: 'file.chosen', file: good });
  await waitFor(upload, (state) => state.matches({ waiting: 'failed' }));
  expect(upload.getSnapshot().context.error).toEqual(new Error('line 3'));
  upload.send({ type: 'file.chosen', file: good });
  expect(upload.getSnapshot().value).toBe('sending');
  expect(upload.getSnapshot().context.error).toBeNull();
});

it('follows the progress and aborts the request when cancelled', () => {
  const signals: AbortSignal[] = [];
  const upload = startUpload((_file, signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  upload.send({ type: 'file.chosen', file: good });
  upload.send({ type: 'upload.progressed', loaded: 25, total: 100 });
  expect(upload.getSnapshot().context.progress).toBe(0.25);
  upload.send({ type: 'upload.progressed', loaded: 0, total: 0 });
  expect(upload.getSnapshot().context.progress).toBe(0);
  upload.send({ type: 'upload.cancelled' });
  expect(upload.getSnapshot().value).toEqual({ waiting: 'empty' });
  expect(signals[0]?.aborted).toBe(true);
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
