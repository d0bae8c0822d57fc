/** Which case a selection of events belongs to. */
import { whyNot } from '../../machines/case-status/caseStatus.machine.ts';
import { findCase, type CaseRecord } from '../cases/record/case.store.ts';
import { flagsOf } from '../cases/record/caseAccess.ts';
import { inScope } from '../cases/record/caseScope.store.ts';
import type { SessionUser } from '../http/session.ts';
import { caseNotFound, syncCaseGone, syncSeveralCases } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import { findNewestCases, type SyncEvent } from './sync.store.ts';

export interface SyncTarget {
  /** it is to be decided first whether it is a new case or one of the candidates */
  question: boolean;
  /** newest version; null: a new case */
  found: CaseRecord | null;
  /** newest versions of the cases that can be continued */
  candidates: readonly CaseRecord[];
}

/**
 * Events that are in a case stay there. Throws 409 SYNC_SEVERAL_CASES where those that are selected are in several, 409
 * SYNC_CASE_GONE where their case can have no other version or is not the user's to see, and 404
 * CASE_NOT_FOUND for a requested case that has no event of the subject. `requested` left out: nobody was asked yet.
 */
export async function targetOf(
  trx: Trx,
  user: SessionUser,
  { events, selected }: { events: readonly SyncEvent[]; selected: readonly SyncEvent[] },
  requested: number | null | undefined,
): Promise<SyncTarget> {
  const candidates = await casesOf(trx, user, events);
  const given = new Set(selected.flatMap(({ root_case_key }) => root_case_key ?? []));
  const own = candidates.filter(({ root_case_key }) => given.has(root_case_key));
  if (own.length < given.size) throw syncCaseGone();
  if (own.length > 1) throw syncSeveralCases(own.map(({ case_no }) => case_no).join(', '));
  const [found] = own;
  if (found) return { question: false, found, candidates };
  if (requested === undefined) return { question: candidates.length > 0, found: null, candidates };
  if (requested === null) return { question: false, found: null, candidates };
  const chosen = candidates.find(({ root_case_key }) => root_case_key === requested);
  if (!chosen) throw caseNotFound(requested);
  return { question: false, found: chosen, candidates };
}

/** Newest versions that the user sees and that can have another one. */
async function casesOf(trx: Trx, user: SessionUser, events: readonly SyncEvent[]): Promise<CaseRecord[]> {
  const roots = [...new Set(events.flatMap(({ root_case_key }) => root_case_key ?? []))];
  const cases: CaseRecord[] = [];
  for (const { case_key } of await findNewestCases(trx, user.sponsorKey, roots)) {
    const found = await findCase(trx, user.sponsorKey, case_key);
    if (found && inScope(user, found) && whyNot(flagsOf(found), true, 'case.followUp') === null)
      cases.push(found);
  }
  return cases;
}
