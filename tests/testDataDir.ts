import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a system with Linux keeps in memory like a directory. */
const IN_MEMORY = '/dev/shm';
const GIGABYTE = 2 ** 30;
/** Of the directory: the databases of a few files at once take a third of it. */
const MIN_ROOM = 3 * GIGABYTE;
/** Of the machine, which runs servers and browsers beside it. */
const MIN_FREE_MEMORY = 5 * GIGABYTE;

/** A directory that the account of the database may enter, too. */
export function testDataDir(place = tmpdir()): string {
  const dir = mkdtempSync(join(place, 'casewright-test-'));
  chmodSync(dir, 0o755);
  return dir;
}

/**
 * Where the database of a suite or of a program lies: in memory where there is room, since to copy the thousand files of a database takes
 * a tenth of the processor time there. The programs of PostgreSQL may be copied beside their data, and have to run from
 * there.
 */
export function placeInMemory(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const hasRoom = bavail * bsize > MIN_ROOM && freemem() > MIN_FREE_MEMORY;
    return hasRoom && mayRunPrograms() ? IN_MEMORY : tmpdir();
  } catch {
    // another system
    return tmpdir();
  }
}

/** Judged by how the directory is mounted. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === IN_MEMORY)?.[3] ?? '';
  return options !== '' && !options.split(',').includes('noexec');
}
