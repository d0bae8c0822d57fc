/** Every way an export is asked for, made, stopped, tried again and removed. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { listExportMachine, type ExportedFile } from './listExport.machine.ts';

const FILE: ExportedFile = { fileName: 'Cases.xlsx', rows: 3, expiresAt: '2026-01-02T00:00:00.000Z' };

const ENDS = ['done', 'stopped', 'failed'];

checkModel(
  {
    machine: listExportMachine,
    world: () => undefined,
    starts: { 'export pressed': () => ({ request: { format: 'XLSX' } }) },
    steps: {
      'rows counted': { send: { type: 'file.begun', total: 3 } },
      'file made': { answer: 'makeFile', output: FILE },
      'file failed': { answer: 'makeFile', error: { message: 'no space' } },
      cancel: { send: { type: 'export.cancelled' } },
      again: { send: { type: 'export.retried' } },
      fetch: { send: { type: 'file.fetched' } },
      'a day later': { send: { type: 'deadline.passed' } },
      'file removed': { answer: 'removeFile', output: null },
      'file not removed': { answer: 'removeFile', error: { message: 'busy' } },
    },
    view: ({ context }) => [context.file !== null, context.error],
    rests: ({ value }) => value === 'expired',
    invariants: {
      'there is a file only after it was made': ({ after }) =>
        (after.context.file !== null) === ['done', 'expiring', 'expired'].includes(String(after.value)),
      'a failure says why': ({ after }) => after.matches('failed') === (after.context.error !== null),
      'what was cancelled is made again only when the user asks': ({ before, after, step }) =>
        !before.matches('stopped') || after.matches('stopped') || step === 'again',
      'every end is recorded once': ({ before, after, did }) =>
        did.length ===
        (ENDS.includes(String(after.value)) && !before.matches(String(after.value) as never) ? 1 : 0),
      'a file that is there is never made a second time': ({ before, after }) =>
        !before.matches('done') || !after.matches('making'),
    },
  },
  it,
);
