/** Columns of lists name each word that their rows may have: one that is missing is shown as the product stores it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { submissionBatchMachine } from '../../machines/submission-batch/submissionBatch.machine.ts';
import { submissionMessageMachine } from '../../machines/submission-message/submissionMessage.machine.ts';
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import { MANUAL_STATUSES } from '../../shared/submission/delayed.ts';
import { EVENT_PROBLEMS, SYNC_STATES } from '../../shared/sync/syncEvent.ts';

const lists = join(import.meta.dirname, '..', '..', 'schemas', 'lists');

const codesIn = (list: string, column: string): string[] => {
  const file = JSON.parse(readFileSync(join(lists, `${list}.list.json`), 'utf8')) as ListSourceFile;
  const found = file.columns?.find((one) => one.column === column);
  return (found?.codes ?? []).map(({ code }) => code);
};

const MESSAGE_STATES = Object.keys(submissionMessageMachine.states);

it.each<[list: string, column: string, words: readonly string[]]>([
  ['MU-ES-SL', 'problem', EVENT_PROBLEMS],
  ['MU-ES-SL', 'state', SYNC_STATES],
  ['MU-HM-ES', 'state', SYNC_STATES],
  ['MU-SM-CH', 'state', MESSAGE_STATES],
  ['AD-MU-SE-SM', 'state', MESSAGE_STATES],
  // reports that were sent
  ['MU-MO-MS', 'state', MESSAGE_STATES.filter((state) => state !== 'waiting')],
  ['MU-MO-MS', 'manualStatus', [...MANUAL_STATUSES, 'none']],
  ['MU-SM-HI', 'state', Object.keys(submissionBatchMachine.states)],
  ['AD-MU-SE-SM', 'batchState', Object.keys(submissionBatchMachine.states)],
])('the list %s names each word of its column %s', (list, column, words) => {
  expect(words.length).toBeGreaterThan(1);
  expect(words.filter((word) => !codesIn(list, column).includes(word))).toEqual([]);
});
