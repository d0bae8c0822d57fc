/** Why reports were late: chosen by users, stored for good, and entered in the audit trail of the case. */
import type { BodyOf, DataOf, giveLateReason, readLateReasons } from '../../../shared/contract/index.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { lockVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { LATE_REASONS } from '../../monitoring/dueReportFigures.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { lateReasonComment, lateReasonUnknown, notLate } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findDueReport, insertReason } from './lateReasons.store.ts';

/** The reason that needs to be described. */
const OTHER = 'other';

const codesOf = ({ codeLists }: CatalogueSource) => codeLists[LATE_REASONS]?.codes ?? [];

export const lateReasons = (
  { catalogue }: CatalogueWorld,
  language: Language,
): DataOf<typeof readLateReasons> => ({
  listInfo: codesOf(catalogue).map(({ code, label }) => ({ code, label: label[language] })),
  needsComment: OTHER,
});

type Given = BodyOf<typeof giveLateReason>;
type ReasonWorld = DatabaseWorld & CatalogueWorld & ClockWorld & AuditWorld;

interface Caller {
  user: SessionUser;
  language: Language;
  requestId: string;
}

/**
 * All or none. Throws 404 CASE_NOT_FOUND and LATE_REASON_UNKNOWN, 409 NOT_LATE for a report that is in time, and 422
 * LATE_REASON_COMMENT.
 */
export async function giveReason(
  deps: ReasonWorld,
  caller: Caller,
  { rowKeys, code, comment }: Given,
): Promise<DataOf<typeof giveLateReason>> {
  const reason = codesOf(deps.catalogue).find((one) => one.code === code);
  if (!reason) throw lateReasonUnknown(code);
  if (code === OTHER && comment.trim() === '') throw lateReasonComment();
  const given = { code, comment: comment.trim(), label: reason.label[caller.language] };
  return inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    // in order of their keys, so that two users never wait for each other
    for (const report of rowKeys.map(reportOf).toSorted((a, b) => a.caseKey - b.caseKey))
      await giveOne(trx, deps, { ...caller, ...report, ...given });
    return { count: rowKeys.length };
  });
}

interface Report {
  caseKey: number;
  receiver: string;
}

function reportOf(rowKey: string): Report {
  const [caseKey = '', ...receiver] = rowKey.split(' ');
  return { caseKey: Number(caseKey), receiver: receiver.join(' ') };
}

async function giveOne(
  trx: Trx,
  deps: ReasonWorld,
  given: Caller & Report & { code: string; comment: string; label: string },
): Promise<void> {
  const { user, caseKey, receiver, code, comment, label, requestId } = given;
  const found = await lockVisibleCase(trx, user, caseKey);
  const report = await findDueReport(trx, found, receiver);
  const at = deps.clock.now();
  const sentOn = report?.met ?? dayAt(at.getTime(), user.timeZone);
  if (!report || sentOn <= report.due) throw notLate(found.case_no, receiver);
  await insertReason(trx, {
    sponsor_key: user.sponsorKey,
    root_case_key: found.root_case_key,
    receiver,
    due: report.due,
    code,
    comment,
    at,
    user_key: user.userKey,
    user_name: user.userName,
  });
  await appendChange(
    trx,
    deps,
    { user, requestId },
    { ...caseChain(user.sponsorKey, found.root_case_key), caseKey, at, reason: comment },
    [caseEntry('lateReason', `${receiver}, ${displayDate(report.due)}: ${label}`)],
  );
}
