/** Making companies, sponsors, roles and users: for the set-up link and the demo. They decide nothing. */
import { sql } from 'kysely';
import type { PrivilegeId } from '../../shared/access/privileges.ts';
import { ADMIN_SPONSOR_KEY } from '../../shared/access/systemAdminRoutes.ts';
import { setSponsor, type Db, type Trx } from '../storage/database.ts';
import { hashPassword } from './passwords.ts';

export interface NewSponsor {
  name: string;
  /** IANA */
  timeZone: string;
  useWorkflow: boolean;
  defaultAppendix: string;
}

export interface NewCompany extends NewSponsor {
  companyName: string;
  clientType: 'SPO' | 'CRO';
  country: string | null;
}

/** Makes company and sponsor with the usual workflow, and lets the transaction work for it. Answers the sponsor key. */
export async function insertSponsor(trx: Trx, company: NewCompany): Promise<number> {
  const { company_key } = await trx
    .insertInto('company')
    .values({ name: company.companyName, client_type: company.clientType, country: company.country })
    .returning('company_key')
    .executeTakeFirstOrThrow();
  return insertSponsorOf(trx, company_key, company);
}

/** The same for a company that there is. */
export async function insertSponsorOf(trx: Trx, companyKey: number, sponsor: NewSponsor): Promise<number> {
  const sponsor_key = await nextSponsorKey(trx);
  await trx
    .insertInto('sponsor')
    .values({
      sponsor_key,
      company_key: companyKey,
      name: sponsor.name,
      time_zone: sponsor.timeZone,
      use_workflow: sponsor.useWorkflow,
      default_appendix: sponsor.defaultAppendix,
    })
    .execute();
  await setSponsor(trx, sponsor_key);
  await sql`select default_workflow(${sponsor_key}::int)`.execute(trx);
  return sponsor_key;
}

/**
 * The first sponsor is the one that administration mode works in, also where an earlier set-up drew a number and was rolled
 * back.
 */
async function nextSponsorKey(trx: Trx): Promise<number> {
  const { rows } = await sql<{ key: number }>`
    select case when exists (select from sponsor) then drawn::int else ${ADMIN_SPONSOR_KEY}::int end as key
    from nextval(pg_get_serial_sequence('sponsor', 'sponsor_key')) as drawn`.execute(trx);
  return rows[0]?.key ?? ADMIN_SPONSOR_KEY;
}

export interface NewRole {
  roleId: number;
  name: string;
  privileges: readonly PrivilegeId[];
}

export async function insertRole(
  trx: Trx,
  sponsorKey: number,
  { roleId, name, privileges }: NewRole,
): Promise<void> {
  await trx.insertInto('role').values({ sponsor_key: sponsorKey, role_id: roleId, name }).execute();
  await trx
    .insertInto('role_privilege')
    .values(privileges.map((priv_id) => ({ sponsor_key: sponsorKey, role_id: roleId, priv_id })))
    .execute();
}

export interface NewUser {
  userId: string;
  name: string;
  /** without it no mail reaches the user */
  email?: string;
  password: string;
  systemAdmin: boolean;
  unblind: boolean;
  /** null: takes part without a role */
  roleId: number | null;
}

/** Makes a user who takes part in one sponsor. Answers the user key. */
export async function insertUser(trx: Trx, sponsorKey: number, user: NewUser): Promise<number> {
  const { user_key } = await trx
    .insertInto('app_user')
    .values({
      user_id: user.userId,
      name: user.name,
      email: user.email ?? null,
      password_hash: await hashPassword(user.password),
      is_system_admin: user.systemAdmin,
    })
    .returning('user_key')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('user_sponsor')
    .values({ sponsor_key: sponsorKey, user_key, unblind: user.unblind })
    .execute();
  if (user.roleId !== null) {
    await trx
      .insertInto('user_role')
      .values({ sponsor_key: sponsorKey, user_key, role_id: user.roleId })
      .execute();
  }
  return user_key;
}

export async function makeSystemAdmin(trx: Trx, userKey: number): Promise<void> {
  await trx.updateTable('app_user').set({ is_system_admin: true }).where('user_key', '=', userKey).execute();
}

/** The users who may administer the system. */
export const findAdministrators = (db: Db | Trx) =>
  db
    .selectFrom('app_user')
    .select(['user_key', 'email'])
    .where('is_system_admin', '=', true)
    .where('active', '=', true)
    .execute();

/** Whether any user may administer the system. */
export const hasAdministrator = async (db: Db): Promise<boolean> => (await findAdministrators(db)).length > 0;
