/** Stores the rules of a study as their next version, with its reason and what has changed in the audit trail. */
import { compareRules, type RuleDifference } from '../../../shared/sync/compareRules.ts';
import type { RuleSet } from '../../../shared/sync/mappingRule.ts';
import { appendChange, type Author as AuditAuthor } from '../../audit/appendChange.ts';
import { caseEntry, type Chain, type NewEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { mappingChanged, noModifiedData } from '../../problems.ts';
import type { DatabaseWorld, Trx } from '../../storage/database.ts';
import { findSourceStudy } from '../../study-data/studyData.store.ts';
import { enqueueFinding } from '../../sync/findJob.ts';
import { findStoredRuleSet, putRuleSet, type StoredRuleSet } from '../../sync-rules/ruleSet.store.ts';

export type MappingWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export interface Author extends AuditAuthor {
  user: SessionUser;
}

/** menu id of the audit trail of the rules of a study */
export const MAPPING_AUDIT = 'MU-ES-MR-AT';

export const mappingChain = (sponsorKey: number, studyKey: number): Chain => ({
  sponsorKey,
  scope: 'mapping',
  scopeKey: studyKey,
});

interface Change {
  studyKey: number;
  before: StoredRuleSet | null;
  after: RuleSet;
  reason: string;
}

/**
 * The number of the new version. Throws 422 NO_MODIFIED_DATA where nothing differs, and 409 MAPPING_CHANGED where another
 * user was faster.
 */
export async function saveRules(
  trx: Trx,
  deps: MappingWorld,
  author: Author,
  { studyKey, before, after, reason }: Change,
): Promise<number> {
  const { sponsorKey, userName } = author.user;
  const entries = compareRules(before?.ruleSet ?? null, after).map(entryOf);
  if (entries.length === 0) throw noModifiedData();
  const now = deps.clock.now();
  const changedAt = before ? changeTime(now, before.changedAt) : now;
  const versionNo = (before?.versionNo ?? 0) + 1;
  const written = { ruleSet: after, versionNo, changedAt, changedBy: userName };
  if (!(await putRuleSet(trx, { ...written, sponsorKey, studyKey, reason }))) {
    const newest = await findStoredRuleSet(trx, sponsorKey, studyKey);
    throw mappingChanged(newest?.changedBy ?? '', newest?.versionNo ?? 0);
  }
  const source = await findSourceStudy(trx, sponsorKey, studyKey);
  // what was synchronised may differ by the new rules, and other rows may be events
  if (source) await enqueueFinding(trx, source, { at: now, all: true });
  const change = { ...mappingChain(sponsorKey, studyKey), at: changedAt, page: MAPPING_AUDIT, reason };
  await appendChange(trx, deps, author, change, entries);
  return versionNo;
}

const ACTIONS = { added: 'add', changed: 'change', removed: 'clear' } as const;

function entryOf({ change, what, name, targetSeqNo, before, after }: RuleDifference): NewEntry {
  const itemId = what === 'rule' ? name : what === 'event' ? what : `${what}.${name}`;
  return {
    ...caseEntry(ACTIONS[change], after, itemId, before || null),
    rowNo: targetSeqNo,
  };
}
