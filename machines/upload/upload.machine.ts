/** Sending files that belong together, one after the other: each is judged before, with its progress while it is sent. */
import { assign, fromPromise, setup } from 'xstate';

export interface UploadLimits {
  maxBytes: number;
  /** extensions with their dot, lower case */
  endings: readonly string[];
}

export interface SelectedFile {
  name: string;
  size: number;
}

export type UploadProblem = 'tooLarge' | 'wrongType' | 'empty';

/** Why a file must not be sent, or null. */
export function problemOf(file: SelectedFile, { maxBytes, endings }: UploadLimits): UploadProblem | null {
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending))) return 'wrongType';
  if (file.size === 0) return 'empty';
  return file.size > maxBytes ? 'tooLarge' : null;
}

/** A file that does not arrive: what is wrong with it, or why it could not be sent. */
export interface UnsentFile<File> {
  file: File;
  problem: UploadProblem | null;
  error: unknown;
}

interface UploadContext<File> {
  limits: UploadLimits;
  /** of the files together; the caller makes it */
  key: string;
  files: readonly File[];
  /** of the file that is judged or sent, from 0 */
  index: number;
  /** files that arrived */
  sent: number;
  /** of the file that is sent, 0 to 1; 1 while the server processes it */
  progress: number;
  unsent: readonly UnsentFile<File>[];
  /** why the files could not be finished */
  error: unknown;
}

/** What a step adds to the context, where a file does not arrive. */
const withUnsent = <File extends SelectedFile>(
  { files, index, limits, unsent }: UploadContext<File>,
  error: unknown,
): Partial<UploadContext<File>> => {
  const file = files[index];
  return {
    index: index + 1,
    unsent: file ? [...unsent, { file, problem: problemOf(file, limits), error }] : unsent,
  };
};

/**
 * The machine for one kind of files. `sendFile` sends one and stops at its signal; while it sends, the caller may report
 * `upload.progressed`. `finish` is called when all were sent that can be, if any was; `abandon` when the user cancels.
 */
export const makeUploadMachine = <File extends SelectedFile>() =>
  setup({
    types: {
      context: {} as UploadContext<File>,
      events: {} as
        | { type: 'files.chosen'; key: string; files: readonly File[] }
        | { type: 'upload.progressed'; loaded: number; total: number }
        | { type: 'upload.cancelled' },
      input: {} as { limits: UploadLimits },
    },
    actors: {
      sendFile: fromPromise<null, { key: string; file: File | undefined }>(() =>
        Promise.reject(new Error('sendFile was not provided')),
      ),
      finish: fromPromise<null, { key: string }>(() => Promise.reject(new Error('finish was not provided'))),
    },
    actions: { abandon: (_, _files: { key: string; sent: number }) => {} },
    guards: {
      isOver: ({ context: { files, index } }) => index >= files.length,
      hasSent: ({ context: { files, index, sent } }) => index >= files.length && sent > 0,
      isBad: ({ context: { files, index, limits } }) => {
        const file = files[index];
        return file !== undefined && problemOf(file, limits) !== null;
      },
    },
  }).createMachine({
    id: 'upload',
    context: ({ input }) => ({
      limits: input.limits,
      key: '',
      files: [],
      index: 0,
      sent: 0,
      progress: 0,
      unsent: [],
      error: null,
    }),
    initial: 'waiting',
    states: {
      waiting: {
        on: {
          'files.chosen': {
            target: 'judging',
            actions: assign(({ event: { key, files } }) => ({
              key,
              files,
              index: 0,
              sent: 0,
              progress: 0,
              unsent: [],
              error: null,
            })),
          },
        },
        initial: 'empty',
        states: { empty: {}, failed: {}, done: {} },
      },
      judging: {
        always: [
          { guard: 'hasSent', target: 'finishing' },
          { guard: 'isOver', target: '#upload.waiting.empty' },
          {
            guard: 'isBad',
            target: 'judging',
            reenter: true,
            actions: assign(({ context }) => withUnsent(context, null)),
          },
          { target: 'sending' },
        ],
      },
      sending: {
        entry: assign({ progress: 0 }),
        invoke: {
          src: 'sendFile',
          input: ({ context: { key, files, index } }) => ({ key, file: files[index] }),
          onDone: {
            target: 'judging',
            actions: assign(({ context: { index, sent } }) => ({ index: index + 1, sent: sent + 1 })),
          },
          onError: {
            target: 'judging',
            actions: assign(({ context, event }) => withUnsent(context, event.error)),
          },
        },
        on: {
          'upload.progressed': {
            actions: assign({ progress: ({ event }) => (event.total > 0 ? event.loaded / event.total : 0) }),
          },
          'upload.cancelled': {
            target: '#upload.waiting.empty',
            actions: { type: 'abandon', params: ({ context: { key, sent } }) => ({ key, sent }) },
          },
        },
      },
      finishing: {
        invoke: {
          src: 'finish',
          input: ({ context: { key } }) => ({ key }),
          onDone: '#upload.waiting.done',
          onError: {
            target: '#upload.waiting.failed',
            actions: assign({ error: ({ event }) => event.error }),
          },
        },
      },
    },
  });
