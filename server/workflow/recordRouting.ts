/** One routing, written down: the case has a new owner, its way an entry, its audit trail too, and a signature where due. */
import { delayDays, dueAt } from '../../shared/workflow/due.ts';
import { appendAudit } from '../audit/appendAudit.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { caseChain, caseEntry, type AuditSource } from '../audit/auditEntry.ts';
import { signatureUnder } from '../audit/readAudit.ts';
import { findLastEditor } from '../audit/versionAuthors.store.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { insertSignature } from '../cases/record/signatures.store.ts';
import type { Trx } from '../storage/database.ts';
import { stepOf } from '../../shared/workflow/plan.ts';
import type { NamedPlan, NamedStep } from './plan.store.ts';
import { insertRouting, setOwner } from './routings.store.ts';
import { holdDueDays } from './stepDues.store.ts';

/** Names of what a routing changes, as the audit trail knows them: the step, the owner, and that it was an override. */
export const WORKFLOW_STATUS = 'WORKFLOW';
const WORKFLOW_OWNER = 'WORKFLOW.OWNER';
const WORKFLOW_OVERRIDE = 'WORKFLOW.OVERRIDE';
export const WORKFLOW_ENTRIES: readonly string[] = [WORKFLOW_STATUS, WORKFLOW_OWNER, WORKFLOW_OVERRIDE];

export interface Owner {
  role: { roleId: number; roleName: string } | null;
  user: { userKey: number; userName: string } | null;
}

export interface Routing extends Owner {
  plan: NamedPlan;
  /** the owner so far */
  before: Owner;
  /** the current step: a user claims the case there */
  to: NamedStep;
  comments: string;
  /** null: the rules permit it */
  overrideReason: string | null;
  /** null: not signed */
  meaning: string | null;
}

export interface RoutedBy {
  user: { userKey: number; userId: string; userName: string };
  at: Date;
  /** of the sponsor */
  timeZone: string;
  source: AuditSource;
  requestId: string;
  catalogueVersion: string;
}

const ownerName = ({ role, user }: Owner): string | null =>
  [role?.roleName, user?.userName].filter(Boolean).join(', ') || null;

/** Writes it in the caller's transaction, which holds the lock of the case. Decides nothing. */
export async function recordRouting(
  trx: Trx,
  deps: AuditWorld,
  found: CaseRecord,
  routing: Routing,
  by: RoutedBy,
): Promise<void> {
  const { plan, to, role, user, before, comments, overrideReason } = routing;
  const { at, timeZone } = by;
  const from = stepOf(plan, found.workflow_status);
  const moves = from?.workflowKey !== to.workflowKey;
  const due = moves
    ? dueAt(at, await holdDueDays(trx, found.sponsor_key, to.workflowKey), timeZone)
    : found.workflow_due_at;
  const editedBy = await findLastEditor(trx, found);
  await appendRouting(trx, deps, found, routing, by, [
    ...(moves
      ? [
          {
            itemId: WORKFLOW_STATUS,
            text: to.name['en'] ?? '',
            was: from?.name['en'] ?? found.workflow_status,
          },
        ]
      : []),
    ...(ownerName(before) !== ownerName({ role, user })
      ? [{ itemId: WORKFLOW_OWNER, text: ownerName({ role, user }), was: ownerName(before) }]
      : []),
    ...(overrideReason === null ? [] : [{ itemId: WORKFLOW_OVERRIDE, text: overrideReason, was: null }]),
  ]);
  await setOwner(trx, found, {
    workflow_status: to.workflowKey,
    workflow_role_id: role?.roleId ?? null,
    workflow_user_key: user?.userKey ?? null,
    ...(moves && {
      workflow_at: at,
      workflow_due_at: due,
      workflow_returned: from !== undefined && to.sort < from.sort,
    }),
    status_at: at,
    retrieved_at: at,
    updated_at: at,
    updated_by: by.user.userId,
  });
  await insertRouting(trx, found, {
    from_status: found.workflow_status,
    from_name: JSON.stringify(from?.name ?? { en: found.workflow_status }),
    to_status: to.workflowKey,
    to_name: JSON.stringify(to.name),
    role_id: role?.roleId ?? null,
    role_name: role?.roleName ?? null,
    user_key: user?.userKey ?? null,
    user_name: user?.userName ?? null,
    comments,
    most_recent: found.most_recent,
    due_at: due,
    delay_days: moves ? delayDays(found.workflow_due_at, at, timeZone) : null,
    entered_at: moves ? found.workflow_at : null,
    at,
    by_user_key: by.user.userKey,
    by_name: by.user.userName,
    edited_by_user_key: editedBy,
    override_reason: overrideReason,
  });
}

interface ItemText {
  itemId: string;
  text: string | null;
  was: string | null;
}

async function appendRouting(
  trx: Trx,
  deps: AuditWorld,
  found: CaseRecord,
  { comments, meaning, to, role, user: owner }: Routing,
  { user, at, source, requestId, catalogueVersion }: RoutedBy,
  texts: readonly ItemText[],
): Promise<void> {
  const chain = caseChain(found.sponsor_key, found.root_case_key);
  // what is signed is the chain as it was before
  const signature = meaning === null ? undefined : await signatureUnder(trx, chain, meaning);
  // the names in the entries may change
  const keys = { step: to.workflowKey, roleId: role?.roleId ?? 0, ownerKey: owner?.userKey ?? 0 };
  const saveNo = await appendAudit(
    trx,
    deps,
    {
      ...chain,
      caseKey: found.case_key,
      at,
      user,
      page: '',
      reason: comments,
      source,
      requestId,
      catalogueVersion,
    },
    texts.map(({ itemId, text: now, was }, index) =>
      caseEntry('status', now ?? '', itemId, was, index === 0 ? { ...signature, ...keys } : undefined),
    ),
  );
  if (signature)
    await insertSignature(trx, found, { ...signature, statusId: WORKFLOW_STATUS, saveNo, user, at });
}
