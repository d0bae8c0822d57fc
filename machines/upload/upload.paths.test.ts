/** All paths in which files are selected, refused, sent, tracked and abandoned. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { makeUploadMachine, problemOf, type SelectedFile } from './upload.machine.ts';

const limits = { maxBytes: 100, endings: ['.xml', '.zip'] };
const GOOD = { name: 'batch.xml', size: 100 };
const BAD = { name: 'batch.pdf', size: 5 };
const choose = (...files: SelectedFile[]) => ({ send: { type: 'files.chosen' as const, key: 'k', files } });

checkModel(
  {
    machine: makeUploadMachine<SelectedFile>(),
    world: () => undefined,
    starts: { page: () => ({ limits }) },
    steps: {
      'good files': choose(GOOD, GOOD),
      'a bad file among them': choose(BAD, GOOD),
      'bad files': choose(BAD),
      'half sent': { send: { type: 'upload.progressed', loaded: 50, total: 100 } },
      'length unknown': { send: { type: 'upload.progressed', loaded: 5, total: 0 } },
      cancelled: { send: { type: 'upload.cancelled' } },
      'server took it': { answer: 'sendFile', output: null },
      'server refused': { answer: 'sendFile', error: new Error('line 3') },
      'all are read': { answer: 'finish', output: null },
      'they are not read': { answer: 'finish', error: new Error('gone') },
    },
    view: ({ context: { index, sent, progress, unsent, error } }) => [
      index,
      sent,
      progress,
      unsent.length,
      Boolean(error),
    ],
    invariants: {
      'only a good file is sent': ({ after }) => {
        const file = after.context.files[after.context.index];
        return !after.matches('sending') || (file !== undefined && problemOf(file, limits) === null);
      },
      'each file arrives or is noted': ({ after: { context } }) =>
        context.sent + context.unsent.length === context.index,
      'nothing is finished before a file has arrived': ({ after }) =>
        !after.matches('finishing') || after.context.sent > 0,
      'progress is a share of the whole': ({ after }) =>
        after.context.progress >= 0 && after.context.progress <= 1,
      'cancelling stops the sending': ({ step, before, after }) =>
        step !== 'cancelled' || !before.matches('sending') || Object.keys(after.children).length === 0,
    },
  },
  it,
);
