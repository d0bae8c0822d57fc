/** Where the files of the embedded database are, and the passwords of its accounts. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupProblem } from '../../settings.ts';
import { canEnter, databaseAccount, type Account } from './account.ts';

/** where the database lies when its account cannot enter the data directory */
const SYSTEM_PLACE = '/var/lib/casewright';
/** The file with the password of the owner of the embedded database. */
export const OWNER_SECRET = 'postgres.secret';

/** The data directory itself, unless the account that must own the database cannot walk there (below /root, say). */
function homeOf(dataDir: string, account: Account | null): string {
  if (!account || canEnter(account, dataDir)) return dataDir;
  return join(SYSTEM_PLACE, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
}

/** The directory of the database of a data directory; it need not exist. */
export const clusterDirOf = (dataDir: string): string => join(homeOf(dataDir, databaseAccount()), 'postgres');

/** Makes the place of the database, and says so if it is not the data directory. */
export function makeHome(dataDir: string, account: Account | null): string {
  const home = homeOf(dataDir, account);
  if (home === dataDir) return home;
  mkdirSync(home, { recursive: true, mode: 0o755 });
  console.warn(
    `PostgreSQL runs as ${account?.name}, who cannot enter ${dataDir}: its files are kept in ${home}. ` +
      'Set DATA_DIR to a directory that everybody may enter to keep all in one place.',
  );
  return home;
}

/** Whether a database was made for the data directory. */
export const hasCluster = (dataDir: string): boolean => existsSync(join(clusterDirOf(dataDir), 'PG_VERSION'));

/** For work on what there is: a new database at a wrong path would look like one that is empty. */
export function requireCluster(dataDir: string): void {
  if (!hasCluster(dataDir))
    throw new SetupProblem(`there is no database in DATA_DIR ${dataDir}; set it as the server has it`);
}

/** The password in a file of the data directory, created when it is first needed. */
export function secretOf(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
