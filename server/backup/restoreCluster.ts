/** Restores the embedded database from a copy of its files, and recovers it to its newest state or to a point in time. */
import { spawn } from 'node:child_process';
import { lchownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canEnter, databaseAccount, type Account } from '../storage/embedded/account.ts';
import { clusterDirOf, makeHome, OWNER_SECRET } from '../storage/embedded/clusterPlace.ts';
import { startEmbedded, type EmbeddedDatabase, type Settings } from '../storage/embedded/startEmbedded.ts';
import { SetupProblem } from '../settings.ts';
import { BackupProblem } from './backupProblem.ts';
import { PARTS } from './parts.ts';

export interface Recovery {
  /** folder with archived WAL; null: the database as it was at the end of the backup */
  archive: string | null;
  /** null: everything that the archive has */
  until: Date | null;
}

/** Answers the running database, recovered. Throws a `BackupProblem` if it cannot be recovered so far. */
export async function restoreCluster(
  dataDir: string,
  folder: string,
  recovery: Recovery,
): Promise<EmbeddedDatabase> {
  const account = databaseAccount();
  makeHome(dataDir, account);
  const cluster = clusterDirOf(dataDir);
  mkdirSync(cluster, { mode: 0o700 });
  await copyFile(join(folder, PARTS.ownerSecret), join(dataDir, OWNER_SECRET));
  await extract(join(folder, PARTS.cluster), cluster);
  // The recovered database begins a timeline, so that its WAL is never taken for that of the original.
  writeFileSync(join(cluster, 'recovery.signal'), '');
  if (account) giveTo(account, cluster);
  try {
    // a recovery that failed would fail again, after as long a time
    return await startEmbedded(dataDir, settingsOf(recovery), 1);
  } catch (cause) {
    if (!(cause instanceof SetupProblem)) throw cause;
    throw new BackupProblem(`the database cannot be recovered: ${lastFailure(dataDir) ?? cause.message}`, {
      cause,
    });
  }
}

/** What PostgreSQL logged last before it ended; null: nothing. */
function lastFailure(dataDir: string): string | null {
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  return log.match(/(?<=FATAL: {2}).*/g)?.at(-1) ?? null;
}

/** Throws a `BackupProblem` if the account of the database cannot read all of the archive: it would end too early. */
export function requireReadable(archive: string): void {
  const account = databaseAccount();
  const unreadable = readdirSync(archive).find((name) => {
    const { uid, gid, mode } = statSync(join(archive, name));
    return account && (mode & (uid === account.uid ? 0o400 : gid === account.gid ? 0o040 : 0o004)) === 0;
  });
  if (account && (unreadable !== undefined || !canEnter(account, archive)))
    throw new BackupProblem(
      `PostgreSQL runs as ${account.name}, who cannot read ${join(archive, unreadable ?? '')}`,
    );
}

/** With `tar`, which all supported systems have. */
function extract(archive: string, target: string): Promise<void> {
  const tar = spawn('tar', ['-xzpf', archive, '-C', target], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  tar.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  return new Promise((resolve, reject) => {
    tar.on('error', (cause) =>
      reject(new BackupProblem(`the program tar does not run: ${cause.message}`, { cause })),
    );
    tar.on('close', (code) =>
      code === 0 ? resolve() : reject(new BackupProblem(`${archive} cannot be extracted: ${errors.trim()}`)),
    );
  });
}

function giveTo({ uid, gid }: Account, folder: string): void {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
}

const settingsOf = ({ archive, until }: Recovery): Settings => ({
  // nobody reads before the end
  hot_standby: 'off',
  restore_command: archive === null ? 'exit 1' : copyCommand(archive),
  ...(until && { recovery_target_time: timeOf(until), recovery_target_action: 'promote' }),
});

/** In the form that PostgreSQL reads before it knows the names of time zones. */
const timeOf = (until: Date): string => until.toISOString().replace('T', ' ').replace('Z', '+00');

/** `%` begins a placeholder of PostgreSQL. */
function copyCommand(archive: string): string {
  const folder = archive.replaceAll('%', '%%');
  return process.platform === 'win32'
    ? `copy "${folder}\\%f" "%p"`
    : `cp '${folder.replaceAll("'", `'\\''`)}/%f' "%p"`;
}
