/** A list made a file: asked for, made by the server, fetched, and removed when its time is over. */
import { assign, setup } from 'xstate';
import type { Reach } from '../../shared/access/reach.ts';
import { messageOf, task } from '../task.ts';

/** What the server made. */
export interface ExportedFile {
  fileName: string;
  rows: number;
  /** ISO 8601: from then on the file is not kept */
  expiresAt: string;
  /** what its maker could read; left out where the record of the export keeps it */
  madeWith?: Reach;
  /** of a file of reports: the cases that it has a report of, and how many it has none of */
  reports?: { caseKeys: readonly number[]; refused: number };
}

/** JSON only: the server keeps it from one transition to the next. */
export interface ListExportContext<Request> {
  /** which list, filtered how, as what */
  request: Request;
  /** rows that the file will hold; null: not counted yet */
  total: number | null;
  file: ExportedFile | null;
  /** how often the file was fetched */
  fetches: number;
  /** why the last attempt failed */
  error: string | null;
}

/** How an export ended, as the record of exports keeps it. */
export interface ExportEnd {
  isWhole: boolean;
  /** null: as many as were counted before */
  rows: number | null;
}

/** The chart for requests of one shape. The server runs it as a durable process; the browser draws it. */
export const makeListExportMachine = <Request>() =>
  setup({
    types: {
      context: {} as ListExportContext<Request>,
      input: {} as { request: Request },
      events: {} as
        | { type: 'file.begun'; total: number }
        | { type: 'export.cancelled' }
        | { type: 'export.retried' }
        | { type: 'file.fetched' }
        | { type: 'deadline.passed' },
    },
    actors: {
      makeFile: task<ExportedFile, { request: Request }>('makeFile'),
      removeFile: task<null, { file: ExportedFile | null }>('removeFile'),
    },
    actions: {
      /** Keeps what became of the export beside who took which list. */
      recordEnd: (_, _end: ExportEnd) => {},
    },
  }).createMachine({
    id: 'listExport',
    context: ({ input }) => ({ request: input.request, total: null, file: null, fetches: 0, error: null }),
    initial: 'making',
    states: {
      making: {
        entry: assign({ total: null, file: null, fetches: 0, error: null }),
        invoke: {
          id: 'makeFile',
          src: 'makeFile',
          input: ({ context }) => ({ request: context.request }),
          onDone: { target: 'done', actions: assign({ file: ({ event }) => event.output }) },
          onError: { target: 'failed', actions: assign({ error: ({ event }) => messageOf(event.error) }) },
        },
        on: { 'export.cancelled': 'stopped' },
        initial: 'requested',
        states: {
          requested: {
            on: {
              'file.begun': { target: 'running', actions: assign({ total: ({ event }) => event.total }) },
            },
          },
          // a server that died is followed by one that begins again
          running: { on: { 'file.begun': { actions: assign({ total: ({ event }) => event.total }) } } },
        },
      },
      stopped: {
        entry: { type: 'recordEnd', params: { isWhole: false, rows: null } },
        on: { 'export.retried': 'making' },
      },
      failed: {
        entry: { type: 'recordEnd', params: { isWhole: false, rows: null } },
        on: { 'export.retried': 'making' },
      },
      done: {
        entry: {
          type: 'recordEnd',
          params: ({ context }) => ({ isWhole: true, rows: context.file?.rows ?? 0 }),
        },
        on: {
          'file.fetched': { actions: assign({ fetches: ({ context }) => context.fetches + 1 }) },
          'deadline.passed': 'expiring',
        },
      },
      expiring: {
        invoke: {
          id: 'removeFile',
          src: 'removeFile',
          input: ({ context }) => ({ file: context.file }),
          onDone: 'expired',
          onError: 'expired',
        },
      },
      expired: { type: 'final' },
    },
  });

export const listExportMachine = makeListExportMachine<unknown>();
