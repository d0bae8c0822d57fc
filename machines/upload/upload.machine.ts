/** Uploading one file: checked before sending, progress while sending, then the answer. */
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

/**
 * The machine for one kind of file and answer. `sendFile` sends and stops at its signal; while it sends, the caller
 * may report `upload.progressed`.
 */
export const makeUploadMachine = <File extends SelectedFile, Answer>() =>
  setup({
    types: {
      context: {} as {
        limits: UploadLimits;
        file: File | null;
        /** 0 to 1; 1 while the server processes the file */
        progress: number;
        problem: UploadProblem | null;
        answer: Answer | null;
        error: unknown;
      },
      events: {} as
        | { type: 'file.chosen'; file: File }
        | { type: 'upload.progressed'; loaded: number; total: number }
        | { type: 'upload.cancelled' },
      input: {} as { limits: UploadLimits },
    },
    actors: {
      sendFile: fromPromise<Answer, { file: File | null }>(() =>
        Promise.reject(new Error('sendFile was not provided')),
      ),
    },
    guards: {
      isBad: ({ context, event }) =>
        event.type === 'file.chosen' && problemOf(event.file, context.limits) !== null,
    },
  }).createMachine({
    id: 'upload',
    context: ({ input }) => ({
      limits: input.limits,
      file: null,
      progress: 0,
      problem: null,
      answer: null,
      error: null,
    }),
    initial: 'waiting',
    states: {
      waiting: {
        on: {
          'file.chosen': [
            {
              guard: 'isBad',
              target: '.refused',
              actions: assign({
                file: ({ event }) => event.file,
                problem: ({ context, event }) => problemOf(event.file, context.limits),
              }),
            },
            {
              target: 'sending',
              actions: assign({
                file: ({ event }) => event.file,
                progress: 0,
                problem: null,
                answer: null,
                error: null,
              }),
            },
          ],
        },
        initial: 'empty',
        states: { empty: {}, refused: {}, failed: {}, done: {} },
      },
      sending: {
        invoke: {
          src: 'sendFile',
          input: ({ context }) => ({ file: context.file }),
          onDone: {
            target: '#upload.waiting.done',
            actions: assign({ answer: ({ event }) => event.output }),
          },
          onError: {
            target: '#upload.waiting.failed',
            actions: assign({ error: ({ event }) => event.error }),
          },
        },
        on: {
          'upload.progressed': {
            actions: assign({ progress: ({ event }) => (event.total > 0 ? event.loaded / event.total : 0) }),
          },
          'upload.cancelled': '#upload.waiting.empty',
        },
      },
    },
  });
