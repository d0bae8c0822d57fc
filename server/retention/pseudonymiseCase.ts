/**
 * Puts pseudonyms in place of the personal values of a case: in all its versions, in what is derived from them, and in its
 * audit trail, which stays verifiable (decision 0305).
 */
import { personalItems } from '../../shared/masking/maskContent.ts';
import { pseudonymOf } from '../../shared/masking/pseudonym.ts';
import type { NewSave } from '../audit/appendAudit.ts';
import { appendChange } from '../audit/appendChange.ts';
import { caseChain, caseEntry, resealOf, type NewEntry } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { chainSaves } from '../audit/chainSaves.store.ts';
import { entryOf, headerOf } from '../audit/storedSave.ts';
import { verifyCase } from '../audit/verifyCase.ts';
import { findDocs, putDocs } from '../cases/record/case.store.ts';
import { storedValue, valueOf, type PageDoc } from '../cases/record/pageDoc.ts';
import { refreshProjections, type RefreshWorld } from '../projections/refreshProjections.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';
import type { RefusedCase } from '../storage/privacyTables.ts';
import {
  isDue,
  lockChain,
  lockVersions,
  pseudonymiseChain,
  pseudonymiseSynchronised,
  removeResidue,
} from './pseudonymisation.store.ts';
import { isOnHold } from './isOnHold.store.ts';
import { pseudonymiseImports } from './pseudonymiseImports.ts';
import { PSEUDONYMISED } from './retentionRule.store.ts';

export type PseudonymisationWorld = RefreshWorld & AuditWorld;

export interface PseudonymisedCase extends Pick<NewSave, 'at' | 'user' | 'reason' | 'requestId'> {
  sponsorKey: number;
  rootCaseKey: number;
  /** of the signature that released it */
  meaning: string;
}

/** Does so unless something keeps the case as it is; answers that. Null: it is done. */
export async function pseudonymiseCase(
  trx: Trx,
  deps: PseudonymisationWorld,
  { sponsorKey, rootCaseKey, at, user, reason, requestId, meaning }: PseudonymisedCase,
): Promise<RefusedCase | null> {
  const { whole } = deps.catalogue;
  const versions = await lockVersions(trx, sponsorKey, rootCaseKey);
  const [newest] = versions;
  if (!newest) return { caseNo: '', why: 'changed' };
  const refused = (why: RefusedCase['why']): RefusedCase => ({ caseNo: newest.case_no, why });
  if (await isOnHold(trx, sponsorKey, rootCaseKey)) return refused('hold');
  if (versions.some(({ isReportDue }) => isReportDue)) return refused('due');
  const { value: rule } = await settingOf(trx, sponsorKey, 'retention');
  if (!(await isDue(trx, whole, { sponsorKey, rootCaseKey, rule, now: at }))) return refused('changed');
  await lockChain(trx, sponsorKey, rootCaseKey);
  const chain = caseChain(sponsorKey, rootCaseKey);
  // the new seals vouch for the trail, so it must be right before
  const { whole: isRight } = await verifyCase(trx, chain, { keys: deps.auditKeys, anchored: null });
  if (!isRight) return refused('trail');
  const itemIds = personalItems(whole);
  const count = await sealAgain(trx, deps, { sponsorKey, rootCaseKey, itemIds });
  const caseKeys = versions.map(({ case_key }) => case_key);
  for (const caseKey of caseKeys) await maskDocs(trx, sponsorKey, caseKey, new Set(itemIds));
  await removeResidue(trx, sponsorKey, caseKeys);
  await pseudonymiseSynchronised(trx, rootCaseKey, itemIds);
  await pseudonymiseImports(trx, { sponsorKey, rootCaseKey, caseKeys, itemIds, until: at });
  await appendChange(trx, deps, { user, requestId }, { ...chain, caseKey: newest.case_key, at, reason }, [
    caseEntry('pseudonymised', String(count), PSEUDONYMISED, null, { meaning }),
  ]);
  for (const { case_key: caseKey, updated_at } of versions)
    await refreshProjections(trx, deps, { sponsorKey, caseKey, at: updated_at });
  return null;
}

/** Answers how many entries of the audit trail have other values now. */
async function sealAgain(
  trx: Trx,
  { auditKeys }: AuditWorld,
  { sponsorKey, rootCaseKey, itemIds }: { sponsorKey: number; rootCaseKey: number; itemIds: string[] },
): Promise<number> {
  const personal = new Set(itemIds);
  let count = 0;
  const pseudonymised = (entry: NewEntry): NewEntry => {
    const [before, after] = [pseudonymOf(entry.before), pseudonymOf(entry.after)];
    if (!personal.has(entry.itemId) || (before === entry.before && after === entry.after)) return entry;
    count += 1;
    return { ...entry, before, after };
  };
  const seals: string[] = [];
  for await (const { save, entries } of chainSaves(trx, caseChain(sponsorKey, rootCaseKey)))
    seals.push(
      resealOf(
        auditKeys.current,
        { hash: save.hash, keyId: save.key_id },
        save.prev_hash,
        { ...headerOf(save), requestId: '' },
        entries.map((entry) => pseudonymised(entryOf(entry))),
      ),
    );
  await pseudonymiseChain(trx, rootCaseKey, itemIds, seals);
  return count;
}

/** Author and time of a value stay: no user changed it. */
async function maskDocs(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
  personal: ReadonlySet<string>,
): Promise<void> {
  const masked = ([key, stored]: [string, PageDoc['items'][string]]): [string, typeof stored] => {
    const value = valueOf(stored);
    const pseudonym = pseudonymOf(value);
    const isMasked = personal.has(key.slice(0, key.indexOf('|'))) && pseudonym !== value;
    return [key, isMasked ? storedValue(pseudonym, { at: new Date(stored.at), by: stored.by }) : stored];
  };
  const docs = await findDocs(trx, sponsorKey, caseKey);
  await putDocs(
    trx,
    sponsorKey,
    caseKey,
    docs.map((doc) => ({ ...doc, items: Object.fromEntries(Object.entries(doc.items).map(masked)) })),
  );
}
