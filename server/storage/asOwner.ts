/** Work of an operator's command as the owner of the tables. */
import pg from 'pg';
import { refuseIncomplete } from '../backup/incompleteRestore.ts';
import { SetupProblem, type Config } from '../config.ts';
import { lockDirectory } from '../directoryLock.ts';
import { migrationAccount, type ApplicationLogin } from './applicationLogin.ts';
import { requireCluster } from './embedded/clusterPlace.ts';
import { startEmbedded } from './embedded/startEmbedded.ts';
import { walArchiveSettings } from './embedded/walArchive.ts';

interface Owner {
  url: string;
  /** null: the application connects as the owner */
  login: ApplicationLogin | null;
}

/**
 * Connects as the owner. The embedded database is started for the time of the work. Throws a `SetupProblem` where a server
 * runs on the same directory, or the database cannot be reached. `signal` ends the connection, and so what is under way.
 */
export const asOwner = <T>(
  config: Config,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => withOwner(config, ({ url }) => connected(url, work, signal));

/** Works with the account of the owner, as `asOwner`. */
export async function withOwner<T>(
  { databaseUrl, migrationDatabaseUrl, dataDir, walArchive }: Config,
  work: (owner: Owner) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) return work(migrationAccount(databaseUrl, migrationDatabaseUrl));
  refuseIncomplete(dataDir);
  requireCluster(dataDir);
  const unlock = lockDirectory(dataDir);
  try {
    const embedded = await startEmbedded(dataDir, walArchiveSettings(walArchive));
    try {
      return await work({ url: embedded.url, login: embedded.application.login });
    } finally {
      await embedded.stop();
    }
  } finally {
    unlock();
  }
}

async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (cause) {
    throw new SetupProblem(`the database cannot be reached: ${String(cause)}`, { cause });
  }
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => void client.end());
    return await work(client);
  } finally {
    await client.end();
  }
}
