/**
 * Applies the migrations of this release to the operator's PostgreSQL: `npm run migrate`. For processes that do not do so
 * at their start (CASEWRIGHT_MIGRATE=0). It uses the settings of the server.
 * Exit code 0: the database has all migrations; 1: unexpected; 2: the settings do not fit, or a migration failed.
 */
import { readConfig, SetupProblem } from '../server/config.ts';
import { migrationAccount } from '../server/storage/applicationLogin.ts';
import { migrate } from '../server/storage/migrate.ts';

try {
  const { databaseUrl, migrationDatabaseUrl } = readConfig(process.env, process.cwd());
  if (databaseUrl === null)
    throw new SetupProblem(
      'DATABASE_URL is not set; the embedded database is migrated whenever the server starts',
    );
  const { url, login } = migrationAccount(databaseUrl, migrationDatabaseUrl);
  const applied = await migrate(url, login);
  for (const version of applied) console.log(`Applied ${version}`);
  console.log('The database has all migrations of this release');
} catch (error) {
  if (!(error instanceof SetupProblem)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
