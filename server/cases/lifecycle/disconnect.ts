/** A version with another number of the sender is another case: it is disconnected from the other versions. */
import { appendAudit, type NewSave } from '../../audit/appendAudit.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { chainHead } from '../../audit/readAudit.ts';
import { giveCaseNumber } from '../../case-number/giveNumbers.ts';
import type { Trx } from '../../storage/database.ts';
import { changeTime, findCase, findVersions } from '../record/case.store.ts';
import { contentEntries } from '../../audit/contentEntries.ts';
import { refreshProjections, type RefreshWorld } from '../../projections/refreshProjections.ts';
import { readCaseContent } from '../record/readCase.store.ts';
import { copyHold } from '../../retention/copyHold.store.ts';
import { versionLeft } from '../../sync/versionLeft.ts';
import { beginWorkflow } from '../../workflow/beginWorkflow.ts';
import { hasStep } from '../../workflow/plan.store.ts';
import { becomeNewest, becomeOwnCase } from './versions.store.ts';
import { searchText } from '../record/summary.ts';

export interface Disconnected extends Pick<NewSave, 'at' | 'user' | 'page' | 'reason' | 'requestId'> {
  sponsorKey: number;
  caseKey: number;
}

/**
 * Makes the newest version a case of its own, with the next case number and a new chain that begins with its full
 * content and names the case of the earlier history. The previous version becomes the newest of the remaining ones, in the
 * first step of the workflow if its own was removed meanwhile. A legal hold is on both cases. What was synchronised goes with the version: its events are found again. Does nothing to a case with one version. Specification section 4; docs/decisions.
 */
export async function disconnectVersion(
  trx: Trx,
  deps: RefreshWorld & AuditWorld,
  { sponsorKey, caseKey, at, ...by }: Disconnected,
): Promise<void> {
  const { whole } = deps.catalogue;
  const found = await findCase(trx, sponsorKey, caseKey);
  const [, before] = found ? await findVersions(trx, found) : [];
  if (!found || !before) return;
  const caseNo = await giveCaseNumber(trx, { sponsorKey, senderKey: found.sender_key, caseKey, at });
  const chain = caseChain(sponsorKey, found.root_case_key);
  const save = { ...by, at, caseKey, source: 'screen', catalogueVersion: whole.version } as const;
  const was = `${found.case_no} (${found.version_no})`;
  await appendAudit(trx, deps, { ...save, ...chain }, [caseEntry('disconnect', caseNo, '', was)]);
  const head = await chainHead(trx, chain);
  await becomeOwnCase(trx, found, { caseNo, search: searchText(caseNo, found) });
  const isHeld = await copyHold(trx, { sponsorKey, rootCaseKey: found.root_case_key, toCaseKey: caseKey });
  await becomeNewest(trx, before, changeTime(at, before.retrieved_at));
  // steps are removed that superseded versions stand in: nobody could route it on from there
  if (!(await hasStep(trx, sponsorKey, before.workflow_status)))
    await beginWorkflow(trx, {
      sponsorKey,
      caseKey: before.case_key,
      at,
      user: by.user,
      mostRecent: before.most_recent,
    });
  await versionLeft(trx, {
    sponsorKey,
    rootCaseKey: found.root_case_key,
    caseKey: before.case_key,
    at,
  });
  for (const key of [before.case_key, caseKey])
    await refreshProjections(trx, deps, { sponsorKey, caseKey: key, at });
  const content = await readCaseContent(trx, sponsorKey, caseKey);
  await appendAudit(trx, deps, { ...save, ...caseChain(sponsorKey, caseKey) }, [
    caseEntry('disconnect', caseNo, '', `${was}, ${head.saveNo}: ${head.hash}`, {
      senderKey: found.sender_key,
      fromKey: chain.scopeKey,
    }),
    ...(isHeld ? [caseEntry('legalHold', 'Y', 'legalHold', 'N')] : []),
    ...contentEntries(whole, { values: [], rows: [] }, content),
  ]);
}
