/** The account that the application connects with: it may do what `casewright_app` may, and cannot become the owner. */
import { sql } from 'kysely';
import type pg from 'pg';
import { SetupProblem } from '../settings.ts';
import type { Db } from './database.ts';

/** SQLSTATE of a role that there is not. */
const UNDEFINED_OBJECT = '42704';

export interface ApplicationLogin {
  name: string;
  /** null: an operator created the account */
  password: string | null;
}

/**
 * The account that migrates a database of the operator, and the login of the application, which it admits. Without
 * `migrationDatabaseUrl` one account is both.
 */
export function migrationAccount(
  databaseUrl: string,
  migrationDatabaseUrl: string | null,
): { url: string; login: ApplicationLogin | null } {
  if (migrationDatabaseUrl === null) return { url: databaseUrl, login: null };
  const name = decodeURIComponent(new URL(databaseUrl).username);
  return { url: migrationDatabaseUrl, login: { name, password: null } };
}

/** Creates the account where its password is known, and makes it a member of `casewright_app`. Runs as the owner. */
export async function admitLogin(client: pg.Client, { name, password }: ApplicationLogin): Promise<void> {
  const role = client.escapeIdentifier(name);
  if (password !== null) {
    const found = await client.query('select from pg_roles where rolname = $1', [name]);
    const verb = found.rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
  }
  try {
    await client.query(`grant casewright_app to ${role}`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== UNDEFINED_OBJECT) throw cause;
    throw new SetupProblem(
      `the account ${role} of DATABASE_URL does not exist; create it: create role ${role} login password '...'`,
      { cause },
    );
  }
}

/** Whether the account of the connections owns the tables or can become their owner. */
export async function isOwner(db: Db): Promise<boolean> {
  const { rows } = await sql<{ owner: boolean }>`
    select pg_has_role(session_user, tableowner, 'member') as owner from pg_tables
    where schemaname = 'public' and tablename = 'audit_entry'`.execute(db);
  return rows[0]?.owner ?? true;
}
