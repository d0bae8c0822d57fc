/** The data of a test's server, with the demo in them: as a database of the run's one PostgreSQL, or as a directory. */
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { copyDirectory } from './copyDirectory.ts';
import { onCluster } from './onCluster.ts';
import { placeInMemory, testDataDir } from './testDataDir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** made by the global setup; left out where a project has none */
    demo?: DemoTemplate;
  }
}

interface DemoTemplate {
  /** of a server that was stopped when it had made the demo */
  dataDir: string;
  /** the same demo; nothing is connected to it, so that it can be copied */
  databaseUrl: string;
}

export interface ServerData {
  dir: string;
  /** environment variables by which a server finds the database, if it is not embedded in `dir` */
  env: Record<string, string>;
  remove: () => Promise<void>;
}

/** With one of these a first start does something else, or the data are elsewhere. */
const OTHER_DATA = ['CASEWRIGHT_DEMO', 'DATABASE_URL', 'DATA_DIR'];
/** What a data directory holds beside the embedded database. */
const FILES = ['files', 'secret.key', 'audit'];

/** The data of a server with this environment: the demo where a first start would make it, else an empty directory. */
export function serverData(env: Readonly<Record<string, string>>): Promise<ServerData> | ServerData {
  const hasTemplate = inject('demo') !== undefined;
  return hasTemplate && !OTHER_DATA.some((name) => name in env) ? demoDatabase() : ownData(testDataDir());
}

/** The demo in a database of its own, and its files in a directory. */
export async function demoDatabase(): Promise<ServerData> {
  const demo = inject('demo');
  if (!demo) throw new Error('this project has no global setup that makes the demo');
  const template = new URL(demo.databaseUrl);
  const url = new URL(demo.databaseUrl);
  url.pathname = `test_${randomUUID().replaceAll('-', '')}`;
  const [from, name] = [template, url].map(({ pathname }) => pathname.slice(1));
  await onCluster(template, `create database ${name} template ${from} strategy file_copy`);
  const dir = testDataDir();
  for (const file of FILES) {
    const path = join(demo.dataDir, file);
    if (existsSync(path)) cpSync(path, join(dir, file), { recursive: true });
  }
  const own = ownData(dir);
  return {
    dir,
    // processes of one database share the key of its audit trails, wherever their data directories are
    env: { DATABASE_URL: url.href, CASEWRIGHT_DEMO: '1', CASEWRIGHT_AUDIT_KEYS: auditKeysIn(demo.dataDir) },
    remove: async () => {
      await onCluster(template, `drop database ${name} with (force)`);
      await own.remove();
    },
  };
}

const auditKeysIn = (dataDir: string): string =>
  readFileSync(join(dataDir, 'audit', 'keys'), 'utf8')
    .trim()
    .split('\n')
    .join(',');

/** What `npm test` has made for all suites of a run. */
const { TEST_DEMO_DIR } = process.env;

/**
 * The demo in a data directory with an embedded database, for tests of the process and its start. Where none is made
 * yet, the directory is empty, and the first start makes the demo.
 */
export function demoDataDir(): string {
  const dir = testDataDir(placeInMemory());
  const made = inject('demo')?.dataDir ?? TEST_DEMO_DIR;
  if (made !== undefined) copyDirectory(made, dir);
  return dir;
}

/** The data of a server with an embedded database in the directory. */
export const ownData = (dir: string): ServerData => ({
  dir,
  env: {},
  remove: async () => rmSync(dir, { recursive: true, force: true }),
});
