import { afterAll, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { makeUploadMachine, problemOf, type SelectedFile } from './upload.machine.ts';

const uploadMachine = makeUploadMachine<SelectedFile>();
const transitions = watchTransitions(uploadMachine);
const limits = { maxBytes: 100, endings: ['.xml', '.zip'] };
const good = { name: 'Batch.XML', size: 100 };
const better = { name: 'Other.xml', size: 1 };
const bad = { name: 'a.pdf', size: 5 };

type Send = (file: SelectedFile | undefined, signal: AbortSignal) => Promise<null>;

function startUpload(
  sendFile: Send = () => Promise.resolve(null),
  finish: () => Promise<null> = () => Promise.resolve(null),
) {
  const did: string[] = [];
  const machine = uploadMachine.provide({
    actors: {
      sendFile: fromPromise<null, { key: string; file: SelectedFile | undefined }>(({ input, signal }) => {
        did.push(`${input.key} ${input.file?.name}`);
        return sendFile(input.file, signal);
      }),
      finish: fromPromise<null, { key: string }>(({ input }) => {
        did.push(`finish ${input.key}`);
        return finish();
      }),
    },
    actions: { abandon: (_, { key, sent }) => void did.push(`abandon ${key} ${sent}`) },
  });
  const upload = createActor(machine, { input: { limits }, inspect: transitions.inspect }).start();
  const choose = (...files: SelectedFile[]) => upload.send({ type: 'files.chosen', key: 'k', files });
  return { upload, did, choose };
}

it('sends the files one after the other, and finishes them', async () => {
  const { upload, did, choose } = startUpload();
  choose(good, better);
  await waitFor(upload, (state) => state.matches({ waiting: 'done' }));
  expect(did).toEqual(['k Batch.XML', 'k Other.xml', 'finish k']);
});

it.each([
  [{ name: 'a.xml', size: 101 }, 'tooLarge'],
  [bad, 'wrongType'],
  [{ name: 'a.zip', size: 0 }, 'empty'],
  [good, null],
])('checks %o before sending', (file, problem) => {
  expect(problemOf(file, limits)).toBe(problem);
});

it('sends the others where one is refused or fails', async () => {
  const error = new Error('line 3');
  const { upload, did, choose } = startUpload((file) =>
    file === good ? Promise.reject(error) : Promise.resolve(null),
  );
  choose(bad, good, better);
  await waitFor(upload, (state) => state.matches({ waiting: 'done' }));
  expect(did).toEqual(['k Batch.XML', 'k Other.xml', 'finish k']);
  expect(upload.getSnapshot().context.unsent).toEqual([
    { file: bad, problem: 'wrongType', error: null },
    { file: good, problem: null, error },
  ]);
});

it('finishes nothing where no file was sent, and forgets it with the next ones', async () => {
  const { upload, did, choose } = startUpload();
  choose(bad);
  expect(upload.getSnapshot().value).toEqual({ waiting: 'empty' });
  expect(upload.getSnapshot().context.unsent).toHaveLength(1);
  choose(good);
  await waitFor(upload, (state) => state.matches({ waiting: 'done' }));
  expect(upload.getSnapshot().context.unsent).toEqual([]);
  expect(did).toEqual(['k Batch.XML', 'finish k']);
});

it('shows why the files could not be finished', async () => {
  const { upload, choose } = startUpload(undefined, () => Promise.reject(new Error('gone')));
  choose(good);
  await waitFor(upload, (state) => state.matches({ waiting: 'failed' }));
  expect(upload.getSnapshot().context.error).toEqual(new Error('gone'));
});

it('follows the progress and aborts the request when cancelled', () => {
  const signals: AbortSignal[] = [];
  const { upload, did, choose } = startUpload((_file, signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  choose(good);
  upload.send({ type: 'upload.progressed', loaded: 25, total: 100 });
  expect(upload.getSnapshot().context.progress).toBe(0.25);
  upload.send({ type: 'upload.progressed', loaded: 0, total: 0 });
  expect(upload.getSnapshot().context.progress).toBe(0);
  upload.send({ type: 'upload.cancelled' });
  expect(upload.getSnapshot().value).toEqual({ waiting: 'empty' });
  expect(signals[0]?.aborted).toBe(true);
  expect(did.at(-1)).toBe('abandon k 0');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
