/** All paths in which a file is selected, refused, sent, tracked and abandoned. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { makeUploadMachine, problemOf, type SelectedFile } from './upload.machine.ts';

const limits = { maxBytes: 100, endings: ['.xml', '.zip'] };
const choose = (name: string, size: number) => ({
  send: { type: 'file.chosen' as const, file: { name, size } },
});

checkModel(
  {
    machine: makeUploadMachine<SelectedFile, string>(),
    world: () => undefined,
    starts: { page: () => ({ limits }) },
    steps: {
      'good file': choose('batch.xml', 100),
      'file too large': choose('batch.xml', 101),
      'other type': choose('batch.pdf', 5),
      'empty file': choose('batch.zip', 0),
      'half sent': { send: { type: 'upload.progressed', loaded: 50, total: 100 } },
      'length unknown': { send: { type: 'upload.progressed', loaded: 5, total: 0 } },
      cancelled: { send: { type: 'upload.cancelled' } },
      'server took it': { answer: 'sendFile', output: 'taken' },
      'server refused': { answer: 'sendFile', error: new Error('line 3') },
    },
    view: ({ context }) => [context.progress, context.problem, context.answer, Boolean(context.error)],
    invariants: {
      'only a good file is sent': ({ after }) =>
        !after.matches('sending') ||
        (after.context.file !== null && problemOf(after.context.file, limits) === null),
      'a refused file says why': ({ after }) =>
        !after.matches({ waiting: 'refused' }) || after.context.problem !== null,
      'progress is a share of the whole': ({ after }) =>
        after.context.progress >= 0 && after.context.progress <= 1,
      'an answer is never beside an error': ({ after }) =>
        after.context.answer === null || after.context.error === null,
      'one file at a time': ({ before, after }) =>
        !before.matches('sending') || !after.matches('sending') || before.context.file === after.context.file,
      'cancelling stops the sending': ({ step, before, after }) =>
        step !== 'cancelled' || !before.matches('sending') || Object.keys(after.children).length === 0,
    },
  },
  it,
);
