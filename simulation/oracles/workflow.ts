/** The steps of the workflow, where cases are in it and who leads them on, from the tables alone. */
import { sql } from 'kysely';
import { inSponsor } from '../../server/storage/database.ts';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { SimulationView } from '../simulation.types.ts';

export interface Step {
  key: string;
  sort: number;
  /** days that a case may stay; null: unlimited */
  days: number | null;
  /** leading a case forward from here is signed */
  approval: boolean;
  /** who brought a case here, or saved it last before, does not lead it on */
  fourEyes: boolean;
  roles: number[];
  /** where its edges lead to */
  next: string[];
}

export interface Place {
  caseKey: number;
  step: string;
  userKey: number | null;
  /** roles of which one leads the case on where no user does */
  roles: readonly number[];
  /** users who brought it there, or saved it last before */
  broughtBy: readonly number[];
  /** when its status or place was last changed */
  statusAt: Date;
}

export interface Person {
  account: Account;
  userKey: number;
  roles: readonly number[];
}

export async function readSteps({ server }: SimulationView): Promise<Step[]> {
  const { rows } = await server.read((trx) =>
    sql<Step>`
      select workflow_key as key, sort, due_days as days, approval, four_eyes as "fourEyes",
        array(select role_id from workflow_step_role r
          where r.sponsor_key = s.sponsor_key and r.workflow_key = s.workflow_key) as roles,
        array(select to_key from workflow_route r
          where r.sponsor_key = s.sponsor_key and r.from_key = s.workflow_key) as next
      from workflow_step s where sponsor_key = ${SPONSOR} and del_flag = 'N' order by sort`.execute(trx),
  );
  return rows;
}

/** Of all versions, by key. */
export async function readPlaces({ server }: SimulationView): Promise<Map<number, Place>> {
  const { rows } = await server.read((trx) =>
    sql<Place>`
      select c.case_key as "caseKey", workflow_status as step, workflow_user_key as "userKey", status_at as "statusAt",
        case when workflow_role_id is not null then array[workflow_role_id] else array(
          select role_id from workflow_step_role r
          where r.sponsor_key = c.sponsor_key and r.workflow_key = c.workflow_status) end as roles,
        array_remove(array[w.by_user_key, w.edited_by_user_key], null) as "broughtBy"
      from pv_case c left join lateral (
        select by_user_key, edited_by_user_key from case_workflow w
        where w.sponsor_key = c.sponsor_key and w.case_key = c.case_key and w.from_status is distinct from w.to_status
        order by step_no desc limit 1) w on true
      where c.sponsor_key = ${SPONSOR} order by c.case_key`.execute(trx),
  );
  return new Map(rows.map((row) => [row.caseKey, row]));
}

export async function readPeople(
  { server }: SimulationView,
  accounts: readonly Account[],
): Promise<Person[]> {
  const { rows } = await server.read((trx) =>
    sql<Person>`
      select user_id as account, user_key as "userKey", array(
        select role_id from user_role r where r.user_key = u.user_key and r.sponsor_key = ${SPONSOR}) as roles
      from app_user u where user_id = any(${[...accounts]}) order by user_key`.execute(trx),
  );
  return rows;
}

/** The user who owns it, or where nobody does, who has one of the roles. */
export const mayLead = ({ userKey, roles }: Place, person: Person): boolean =>
  userKey === null ? hasRole(roles, person) : userKey === person.userKey;

export const hasRole = (roles: readonly number[], person: Person): boolean =>
  roles.some((role) => person.roles.includes(role));

/** The administrator enters data, too: in the demo no two users have a role in common. */
export const shareRole = ({ server: { deps } }: SimulationView): Promise<unknown> =>
  inSponsor(deps.db, SPONSOR, (trx) =>
    sql`
      insert into user_role (sponsor_key, user_key, role_id)
      select r.sponsor_key, a.user_key, r.role_id from user_role r
      join app_user e on e.user_key = r.user_key and e.user_id = 'case.editor', app_user a
      where r.sponsor_key = ${SPONSOR} and a.user_id = 'sponsor.admin'
      on conflict do nothing`.execute(trx),
  );
