/** What becomes of the events of a case when one of its versions becomes a case of its own. */
import { rowKey } from '../../shared/case/caseContent.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { Trx } from '../storage/database.ts';
import { enqueueFinding } from './findJob.ts';
import { deleteOtherLinks, findStudiesOfCase } from './sync.store.ts';

interface LeftCase {
  sponsorKey: number;
  rootCaseKey: number;
  /** the version that is the newest of those that stay */
  caseKey: number;
  at: Date;
}

/**
 * The events stay with the case. What was synchronised into the version is not in it any more: its rows are of no record, since
 * their numbers are given again, and the events are found as they are now.
 */
export async function versionLeft(
  trx: Trx,
  { sponsorKey, rootCaseKey, caseKey, at }: LeftCase,
): Promise<void> {
  const studies = await findStudiesOfCase(trx, sponsorKey, rootCaseKey);
  if (studies.length === 0) return;
  const { rows } = await readCaseContent(trx, sponsorKey, caseKey);
  await deleteOtherLinks(trx, sponsorKey, rootCaseKey, rows.map(rowKey));
  for (const study of studies) await enqueueFinding(trx, study, { at, all: true });
}
