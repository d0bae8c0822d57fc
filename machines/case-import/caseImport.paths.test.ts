/** Every way files are received, read, decided about, imported, stopped and deleted. */
import { it } from 'vitest';
import { checkModel } from '../testing/checkModel.ts';
import { caseImportMachine } from './caseImport.machine.ts';

const LATER = '2026-02-01T00:00:00.000Z';
const ENDS = ['done', 'closed', 'discarded'];

checkModel(
  {
    machine: caseImportMachine,
    world: () => undefined,
    starts: { 'a file arrives': () => ({ expiresAt: '2026-01-02T00:00:00.000Z' }) },
    steps: {
      'all files are sent': { send: { type: 'files.sent' } },
      'files read': { answer: 'readFiles', output: { expiresAt: LATER } },
      'files not read': { answer: 'readFiles', error: { message: 'no space' } },
      confirm: { send: { type: 'import.confirmed' } },
      again: { send: { type: 'import.retried' } },
      'messages imported': { answer: 'importMessages', output: null },
      'messages not imported': { answer: 'importMessages', error: { message: 'no space' } },
      cancel: { send: { type: 'import.cancelled' } },
      close: { send: { type: 'import.closed' } },
      'its time is over': { send: { type: 'deadline.passed' } },
    },
    view: ({ context }) => [context.error, context.expiresAt],
    rests: ({ value }) => ENDS.includes(String(value)),
    invariants: {
      'nothing is imported that the user has not confirmed': ({ before, after, step }) =>
        !after.matches('importing') ||
        before.matches('importing') ||
        (step === 'confirm' && before.matches('deciding')) ||
        (step === 'again' && before.matches('stopped')),
      'what was imported is never discarded': ({ before, after }) =>
        !after.matches('discarded') || (!before.matches('importing') && !before.matches('stopped')),
      'a failed reading says why': ({ after }) => !after.matches('failed') || after.context.error !== null,
      'reading and importing begin without an earlier error': ({ after }) =>
        (!after.matches('reading') && !after.matches('importing')) || after.context.error === null,
    },
  },
  it,
);
