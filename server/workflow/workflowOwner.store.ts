/** Whose a case is in the workflow: conditions on `pv_case` that counts and lists share. */
import { sql, type RawBuilder } from 'kysely';
import { hasAnyPrivilege } from '../../shared/access/privileges.ts';
import type { SessionUser } from '../http/session.ts';

export type WorkflowOwner = 'mine' | 'role' | 'unassigned' | 'claimable';

/**
 * mine: the user is the owner; role: owned by one of the user's roles, or unassigned in a step that one of these may
 * own; unassigned: without an owner; claimable: both of these.
 */
export function ownedBy(
  owner: WorkflowOwner,
  user: Pick<SessionUser, 'userKey' | 'privileges'>,
  alias = 'c',
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const taker = column('workflow_user_key');
  if (owner === 'mine') return sql<boolean>`coalesce(${taker} = ${user.userKey}, false)`;
  if (owner === 'unassigned') return sql<boolean>`(${taker} is null)`;
  if (owner === 'claimable') return sql<boolean>`(${taker} is null and ${ownedBy('role', user, alias)})`;
  const anybody = hasAnyPrivilege(user.privileges, ['EDIT.CASE']);
  const inStep = sql`wr.sponsor_key = ${column('sponsor_key')} and wr.workflow_key = ${column('workflow_status')}`;
  const own = sql`select ur.role_id from user_role ur
    where ur.sponsor_key = ${column('sponsor_key')} and ur.user_key = ${user.userKey}`;
  return sql<boolean>`case when ${column('workflow_role_id')} is not null
    then ${column('workflow_role_id')} in (${own})
    when exists (select 1 from workflow_step_role wr where ${inStep})
    then exists (select 1 from workflow_step_role wr where ${inStep} and wr.role_id in (${own}))
    else ${anybody}::boolean end`;
}

/** Sent back to an earlier step, and the user's to go on with. */
export const returnedTo = (user: SessionUser, alias = 'c'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.workflow_returned`)}
    and (${ownedBy('mine', user, alias)} or ${ownedBy('claimable', user, alias)}))`;

/** Longer in its step than it may be. */
export const lateInStep = (now: Date, alias = 'c'): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.workflow_due_at`)} < ${now}, false)`;
