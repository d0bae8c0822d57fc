/** Continuous copies of the WAL of the embedded database, from which a backup is recovered to a point in time. */
import { accessSync, chownSync, constants } from 'node:fs';
import { makeDirectories } from '../../makeDirectories.ts';
import { SetupProblem } from '../../settings.ts';
import { canEnter, databaseAccount } from './account.ts';
import type { Settings } from './startEmbedded.ts';

/** So much work is lost at most if the disk of the database is. */
const TIMEOUT_SECONDS = 300;

/** Settings with which the server copies each segment to the folder, which is made; null: it copies nothing. */
export function walArchiveSettings(archive: string | null): Settings {
  if (archive === null) return {};
  makeArchive(archive);
  return {
    archive_mode: 'on',
    // a module of PostgreSQL: writes aside, flushes, renames, and never overwrites
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archive,
    archive_timeout: String(TIMEOUT_SECONDS),
  };
}

function makeArchive(archive: string): void {
  const account = databaseAccount();
  try {
    if (makeDirectories(archive, 0o700) && account) chownSync(archive, account.uid, account.gid);
    accessSync(archive, constants.W_OK);
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    throw new SetupProblem(`CASEWRIGHT_WAL_ARCHIVE ${archive} cannot be made or written (${code})`, {
      cause,
    });
  }
  if (account && !canEnter(account, archive))
    throw new SetupProblem(
      `PostgreSQL runs as ${account.name}, who cannot enter CASEWRIGHT_WAL_ARCHIVE ${archive}; name another folder`,
    );
}
