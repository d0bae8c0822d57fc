/** Where the server of a test finds the demo in its data, so that it is ready in half the time. */
import { spawnSync } from 'node:child_process';
import { inject } from 'vitest';
import { testDataDir } from './testDataDir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** data directory of a server that was stopped when it had made the demo; left out: nobody made it beforehand */
    demoData?: string;
  }
}

/** With one of these a first start does something else, or the data lie elsewhere. */
const OTHER_DATA = ['CASEWRIGHT_DEMO', 'CASEWRIGHT_SCHEMAS_DIR', 'DATABASE_URL', 'DATA_DIR'];

/** A data directory for a server with this environment: with the demo in it where the server would make it. */
export function demoDataDir(env: Readonly<Record<string, string>>): string {
  const dir = testDataDir();
  const made = inject('demoData');
  if (made !== undefined && !OTHER_DATA.some((name) => name in env)) copyTo(dir, made);
  return dir;
}

/** The account of the database keeps what is its own. */
function copyTo(dir: string, from: string): void {
  // with the dot: what is in it, not the directory itself
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, dir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the demo's data could not be copied: ${stderr}`);
}
