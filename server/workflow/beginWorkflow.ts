/** The beginning of a version's way, where the sponsor uses a workflow. */
import { dueAt } from '../../shared/workflow/due.ts';
import type { Trx } from '../storage/database.ts';
import { findFirstStep } from './plan.store.ts';
import { insertRouting, setOwner } from './routings.store.ts';

export interface NewVersion {
  sponsorKey: number;
  caseKey: number;
  at: Date;
  user: { userKey: number | null; userName: string };
  mostRecent: string | null;
}

/**
 * Puts a version into the first step without an owner: any user with a role of the step may claim it. Returns the
 * key of the step; null without a workflow.
 */
export async function beginWorkflow(trx: Trx, made: NewVersion): Promise<string | null> {
  const { sponsorKey, caseKey, at, user, mostRecent } = made;
  const first = await findFirstStep(trx, sponsorKey);
  if (!first) return null;
  const due = dueAt(at, first.due_days, first.time_zone);
  const version = { sponsor_key: sponsorKey, case_key: caseKey };
  await setOwner(trx, version, {
    workflow_status: first.workflow_key,
    workflow_role_id: null,
    workflow_user_key: null,
    workflow_returned: false,
    workflow_at: at,
    workflow_due_at: due,
  });
  await insertRouting(trx, version, {
    from_status: null,
    from_name: null,
    to_status: first.workflow_key,
    to_name: JSON.stringify(first.name),
    role_id: null,
    role_name: null,
    user_key: null,
    user_name: null,
    most_recent: mostRecent,
    due_at: due,
    delay_days: null,
    entered_at: null,
    at,
    by_user_key: user.userKey,
    by_name: user.userName,
    edited_by_user_key: null,
    override_reason: null,
  });
  return first.workflow_key;
}
