/** A database as it was before a migration, with one sponsor, for what the migration makes of older rows. */
import { readMigrations } from '../../server/storage/migrate.ts';
import { runSql } from './runSql.ts';

/** Drops what the database has, applies the migrations before `first`, and runs the statements as sponsor 1. */
export async function databaseBefore(url: string, first: string, ...statements: string[]): Promise<void> {
  const migrations = readMigrations();
  const earlier = migrations.slice(
    0,
    migrations.findIndex(({ version }) => version === first),
  );
  await runSql(
    url,
    'drop schema public cascade',
    'create schema public',
    'create table schema_migration (version text primary key, checksum text not null, at timestamptz(3) not null default now())',
    ...earlier.flatMap(({ version, sql, checksum }) => [
      sql,
      `insert into schema_migration (version, checksum) values ('${version}', '${checksum}')`,
    ]),
    `insert into company (name, client_type) values ('Old', 'SPO')`,
    `insert into sponsor (company_key, name, time_zone, use_workflow, default_appendix) select company_key, 'Old', 'UTC', false, 'ICH' from company`,
    `select set_config('app.sponsor', '1', false)`,
    ...statements,
  );
}
