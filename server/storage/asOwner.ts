/** Work of an operator's command as the owner of the tables. */
import pg from 'pg';
import { SetupProblem, type Config } from '../config.ts';
import { lockDirectory } from '../directoryLock.ts';
import { migrationAccount } from './applicationLogin.ts';
import { startEmbedded } from './embedded/startEmbedded.ts';
import { walArchiveSettings } from './embedded/walArchive.ts';

/**
 * Connects as the owner. The embedded database is started for the time of the work. Throws a `SetupProblem` where a server
 * runs on the same directory, or the database cannot be reached.
 */
export async function asOwner<T>(
  { databaseUrl, migrationDatabaseUrl, dataDir, walArchive }: Config,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) return connected(migrationAccount(databaseUrl, migrationDatabaseUrl).url, work);
  const unlock = lockDirectory(dataDir);
  try {
    const embedded = await startEmbedded(dataDir, walArchiveSettings(walArchive));
    try {
      return await connected(embedded.url, work);
    } finally {
      await embedded.stop();
    }
  } finally {
    unlock();
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (cause) {
    throw new SetupProblem(`the database cannot be reached: ${String(cause)}`, { cause });
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
