/** Files of reports on their way to cases: received, read, decided about message by message, imported. */
import { assign, setup } from 'xstate';
import { messageOf, task } from '../task.ts';

/** JSON only: the server stores it between transitions. */
export interface CaseImportContext {
  /** ISO 8601: what was read is deleted then, if nothing of it was imported */
  expiresAt: string;
  /** why the last reading or importing failed */
  error: string | null;
}

/** How reading ended. */
export interface ReadingEnd {
  expiresAt: string;
}

/** The chart of an import. The server runs it as a durable process; the browser draws it. */
export const caseImportMachine = setup({
  types: {
    context: {} as CaseImportContext,
    input: {} as { expiresAt: string },
    events: {} as
      | { type: 'files.sent' }
      | { type: 'import.confirmed' }
      | { type: 'import.retried' }
      | { type: 'import.cancelled' }
      | { type: 'import.closed' }
      | { type: 'deadline.passed' },
  },
  actors: {
    readFiles: task<ReadingEnd>('readFiles'),
    importMessages: task<null>('importMessages'),
  },
  actions: {
    /** Keeps the state beside the messages. */
    recordState: (_, _state: { state: string }) => {},
    /** Deletes files and messages: nothing of them was imported. */
    discard: () => {},
    /** Ends the messages that were not imported. */
    endMessages: () => {},
  },
}).createMachine({
  id: 'caseImport',
  context: ({ input }) => ({ expiresAt: input.expiresAt, error: null }),
  initial: 'receiving',
  states: {
    receiving: {
      on: { 'files.sent': 'reading', 'import.cancelled': 'discarded', 'deadline.passed': 'discarded' },
    },
    reading: {
      entry: [assign({ error: null }), { type: 'recordState', params: { state: 'reading' } }],
      invoke: {
        id: 'readFiles',
        src: 'readFiles',
        onDone: {
          target: 'deciding',
          actions: assign({ expiresAt: ({ event }) => event.output.expiresAt }),
        },
        onError: { target: 'failed', actions: assign({ error: ({ event }) => messageOf(event.error) }) },
      },
      on: { 'import.cancelled': 'discarded' },
    },
    failed: {
      entry: { type: 'recordState', params: { state: 'failed' } },
      on: { 'import.retried': 'reading', 'import.cancelled': 'discarded', 'deadline.passed': 'discarded' },
    },
    deciding: {
      entry: { type: 'recordState', params: { state: 'deciding' } },
      on: {
        'import.confirmed': 'importing',
        // cases were added or restored meanwhile
        'import.retried': 'reading',
        'import.cancelled': 'discarded',
        'deadline.passed': 'discarded',
      },
    },
    importing: {
      entry: [assign({ error: null }), { type: 'recordState', params: { state: 'importing' } }],
      invoke: {
        id: 'importMessages',
        src: 'importMessages',
        onDone: 'done',
        onError: { target: 'stopped', actions: assign({ error: ({ event }) => messageOf(event.error) }) },
      },
      on: { 'import.cancelled': 'stopped' },
    },
    // what was imported stays
    stopped: {
      entry: { type: 'recordState', params: { state: 'stopped' } },
      on: { 'import.retried': 'importing', 'import.closed': 'closed', 'deadline.passed': 'closed' },
    },
    done: { type: 'final', entry: { type: 'recordState', params: { state: 'done' } } },
    closed: {
      type: 'final',
      entry: ['endMessages', { type: 'recordState', params: { state: 'closed' } }],
    },
    discarded: { type: 'final', entry: 'discard' },
  },
});
