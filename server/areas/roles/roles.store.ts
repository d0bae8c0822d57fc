/** Queries on the roles of a sponsor. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import type { Flag } from '../../storage/columnTypes.ts';
import type { Trx } from '../../storage/database.ts';

export interface StoredRole {
  role_id: number;
  name: string;
  description: string;
  changed_at: Date;
  changed_by: string | null;
  users: number;
  steps: number;
  cases: number;
  /** held by the reader */
  own: boolean;
  inspector: boolean;
  privileges: PrivilegeId[];
}

/** The roles that are not deleted, in the order they were added, with what uses them. */
export async function findRoles(trx: Trx, sponsorKey: number, userKey: number): Promise<StoredRole[]> {
  const { rows } = await sql<StoredRole>`
    select r.role_id, r.name, r.description, r.inspector, r.changed_at, r.changed_by,
      (select count(*)::int from user_role ur
        where ur.sponsor_key = r.sponsor_key and ur.role_id = r.role_id) as users,
      (select count(*)::int from workflow_step_role o
        join workflow_step w on w.sponsor_key = o.sponsor_key and w.workflow_key = o.workflow_key
        where o.sponsor_key = r.sponsor_key and o.role_id = r.role_id and w.del_flag = 'N') as steps,
      (select count(*)::int from pv_case c
        where c.sponsor_key = r.sponsor_key and c.workflow_role_id = r.role_id) as cases,
      exists (select 1 from user_role ur
        where ur.sponsor_key = r.sponsor_key and ur.role_id = r.role_id and ur.user_key = ${userKey}) as own,
      array(select p.priv_id from role_privilege p
        where p.sponsor_key = r.sponsor_key and p.role_id = r.role_id order by p.priv_id) as privileges
    from role r
    where r.sponsor_key = ${sponsorKey} and r.del_flag = 'N'
    order by r.role_id`.execute(trx);
  return rows;
}

export interface WrittenRole {
  sponsorKey: number;
  roleId: number;
  name: string;
  description: string;
  inspector: boolean;
  delFlag: Flag;
  changedAt: Date;
  changedBy: string;
}

/** Which role was changed, when and by whom. */
export type RoleStamp = Pick<WrittenRole, 'sponsorKey' | 'roleId' | 'changedAt' | 'changedBy'>;

/** Adds the role, or replaces what is stored of it. */
export async function putRole(trx: Trx, role: WrittenRole): Promise<void> {
  const { sponsorKey: sponsor_key, roleId: role_id, name, description, inspector } = role;
  const set = {
    name,
    description,
    inspector,
    del_flag: role.delFlag,
    changed_at: role.changedAt,
    changed_by: role.changedBy,
  };
  await trx
    .insertInto('role')
    .values({ sponsor_key, role_id, ...set })
    .onConflict((conflict) => conflict.columns(['sponsor_key', 'role_id']).doUpdateSet(set))
    .execute();
}

/** A key that no role of the sponsor has, a deleted one neither. */
export async function nextRoleId(trx: Trx, sponsorKey: number): Promise<number> {
  const { last } = await trx
    .selectFrom('role')
    .select((eb) => eb.fn.max('role_id').as('last'))
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  return ((last as number | null) ?? 0) + 1;
}

/** The role holds exactly these from now on. */
export async function replacePrivileges(
  trx: Trx,
  role: RoleStamp,
  privileges: readonly PrivilegeId[],
): Promise<void> {
  const { sponsorKey, roleId } = role;
  await trx
    .deleteFrom('role_privilege')
    .where('sponsor_key', '=', sponsorKey)
    .where('role_id', '=', roleId)
    .execute();
  if (privileges.length > 0)
    await trx
      .insertInto('role_privilege')
      .values(privileges.map((priv_id) => ({ sponsor_key: sponsorKey, role_id: roleId, priv_id })))
      .execute();
  await touchRole(trx, role);
}

/** Notes that the role was changed. */
export async function touchRole(
  trx: Trx,
  { sponsorKey, roleId, changedAt, changedBy }: RoleStamp,
): Promise<void> {
  await trx
    .updateTable('role')
    .set({ changed_at: changedAt, changed_by: changedBy })
    .where('sponsor_key', '=', sponsorKey)
    .where('role_id', '=', roleId)
    .execute();
}
