/** Who leads a case on, from the tables alone. */
import { sql } from 'kysely';
import { SPONSOR, type Account } from '../simulatedServer.ts';
import type { Simulation } from '../simulation.types.ts';

export interface Place {
  userKey: number | null;
  /** roles of which one leads the case on where no user does */
  roles: readonly number[];
}

export interface Person {
  userKey: number;
  roles: readonly number[];
}

export async function placeOf({ server }: Simulation, caseKey: number): Promise<Place> {
  const { rows } = await server.read((trx) =>
    sql<Place>`
      select workflow_user_key as "userKey",
        case when workflow_role_id is not null then array[workflow_role_id] else array(
          select role_id from workflow_step_role r
          where r.sponsor_key = c.sponsor_key and r.workflow_key = c.workflow_status) end as roles
      from pv_case c where sponsor_key = ${SPONSOR} and case_key = ${caseKey}`.execute(trx),
  );
  return rows[0] ?? { userKey: null, roles: [] };
}

export async function personOf({ server }: Simulation, account: Account): Promise<Person> {
  const { rows } = await server.read((trx) =>
    sql<Person>`
      select user_key as "userKey", array(
        select role_id from user_role r where r.user_key = u.user_key and r.sponsor_key = ${SPONSOR}) as roles
      from app_user u where user_id = ${account}`.execute(trx),
  );
  return rows[0] ?? { userKey: 0, roles: [] };
}

/** The user who owns it, or where nobody does, who has one of the roles. */
export const mayLead = ({ userKey, roles }: Place, person: Person): boolean =>
  userKey === null ? roles.some((role) => person.roles.includes(role)) : userKey === person.userKey;
