/** How a case or a row came to be read-only, and who can change it. */
import type { Static } from 'typebox';
import type { StatusId } from '../../../machines/case-status/caseStatus.machine.ts';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { PageContent } from '../../../shared/contract/pageParts.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { findEntries } from '../../audit/readAudit.ts';
import { scopeOf } from '../../accounts/scope.store.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import { findPlan } from '../../workflow/plan.store.ts';
import { WORKFLOW_STATUS } from '../../workflow/recordRouting.ts';
import { workflowStateOf } from '../../workflow/workflowState.ts';
import { namesAllowedToRoute } from '../../workflow/namesAllowedToRoute.ts';
import { inScope } from '../record/caseScope.store.ts';
import { findVersions, type CaseRecord } from '../record/case.store.ts';
import { findUserName, findUsersWith } from './editors.store.ts';
import { readOnlyReason, type ReadOnlyReason } from '../record/caseAccess.ts';

type ReadOnlyDetail = Static<typeof PageContent>['readOnlyDetail'];
interface RowPlace {
  group: string;
  rowNo: number;
}
type By = NonNullable<ReadOnlyDetail>['by'];

/** more names than these are only counted */
const NAMES_SHOWN = 3;
const EDIT: PrivilegeId = 'EDIT.CASE';
const NO_USERS = { names: [], more: 0 };

/**
 * Whether, and why, the user may not edit the case; `row`: the position of a deleted row that the page shows, `at`: now, for
 * who could.
 */
export async function readOnlyState(
  trx: Trx,
  found: CaseRecord,
  { user, at, row }: { user: SessionUser; at: Date; row?: RowPlace | undefined },
): Promise<Pick<Static<typeof PageContent>, 'readOnly' | 'readOnlyDetail'>> {
  const readOnly = readOnlyReason(found, user) ?? (row ? 'rowDeleted' : null);
  if (readOnly === null) return { readOnly, readOnlyDetail: null };
  if (readOnly === 'superseded') return { readOnly, readOnlyDetail: await supersededBy(trx, found) };
  const by = await doneBy(trx, found, readOnly, row);
  const whoMay = await (readOnly === 'stepClosed' ? whoMayRoute(trx, found, at) : whoMayEdit(trx, found, at));
  return { readOnly, readOnlyDetail: { by, whoMay, newest: null } };
}

/** A superseded version stays as it is, for every user. */
async function supersededBy(trx: Trx, found: CaseRecord): Promise<ReadOnlyDetail> {
  const versions = await findVersions(trx, found);
  const [newest] = versions;
  const next = versions.findLast(({ version_no }) => version_no > found.version_no);
  return {
    by: next
      ? authorOf({
          at: next.created_at,
          user_id: next.created_by,
          user_name: await findUserName(trx, next.created_by),
          reason: next.version_reason ?? '',
        })
      : null,
    whoMay: NO_USERS,
    newest: newest ? { caseKey: newest.case_key, versionNo: newest.version_no } : null,
  };
}

const STATUS_OF: Partial<Record<NonNullable<ReadOnlyReason>, StatusId | typeof WORKFLOW_STATUS>> = {
  deleted: 'DELETE',
  locked: 'LOCK',
  stepClosed: WORKFLOW_STATUS,
};

/** The newest entry of the audit trail that made it so. */
async function doneBy(
  trx: Trx,
  { sponsor_key, root_case_key, case_key }: CaseRecord,
  why: NonNullable<ReadOnlyReason>,
  row?: RowPlace,
): Promise<By> {
  const address = (itemId: string, rowNo = 0): ItemAddress => ({ itemId, rowNo, rowNo2: 0, rowNo3: 0 });
  const chain = caseChain(sponsor_key, root_case_key);
  const statusId = STATUS_OF[why];
  const filter = statusId
    ? { action: 'status', address: address(statusId), caseKey: case_key }
    : why === 'rowDeleted' && row
      ? { action: 'rowDelete', address: address(row.group, row.rowNo) }
      : null;
  const [entry] = filter ? await findEntries(trx, { ...chain, ...filter }, 0, 1) : [];
  return entry ? authorOf(entry) : null;
}

const authorOf = (done: { at: Date; user_id: string; user_name: string; reason: string }): By => ({
  userName: done.user_name,
  userId: done.user_id,
  at: done.at.toISOString(),
  reason: done.reason,
});

/** Who can lead the case on to a step that lets it be edited. */
const whoMayRoute = async (trx: Trx, found: CaseRecord, at: Date) =>
  namesAllowedToRoute(trx, {
    sponsorKey: found.sponsor_key,
    at,
    plan: await findPlan(trx, found.sponsor_key),
    state: await workflowStateOf(trx, found),
    sees: (scope) => inScope(scope, found),
  });

/** Users with the privilege to edit who have the case in their scope, by name. */
async function whoMayEdit(trx: Trx, newest: CaseRecord, at: Date) {
  const found = await findUsersWith(trx, { sponsorKey: newest.sponsor_key, at }, [EDIT]);
  const names = found.flatMap((user) => (inScope(scopeOf(user), newest) ? user.name : []));
  return { names: names.slice(0, NAMES_SHOWN), more: Math.max(0, names.length - NAMES_SHOWN) };
}
