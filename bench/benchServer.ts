/** A server of its own for a bench, with its database. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';
import { DEMO_PASSWORD, seedDemo } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';
import { runningOwnerUrl } from '../server/storage/embedded/startEmbedded.ts';
import { processorMs } from './processorTime.ts';

export interface BenchServer {
  deps: Deps;
  url: string;
  /** of the owner of the tables */
  ownerUrl: string;
  /** milliseconds of processor time that this process and the database have taken so far */
  processorMs: () => number;
}

interface BenchSetting {
  /** folder of a database that is reused by the next run; undefined: a temporary one */
  dataDir?: string | undefined;
  /** with the accounts, masters and cases of the demo */
  demo?: boolean;
  /** also runs the background jobs */
  jobs?: boolean;
}

export async function onBenchServer<T>(
  { dataDir: reusedDir, demo = false, jobs = false }: BenchSetting,
  work: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const dataDir = reusedDir ?? mkdtempSync(join(tmpdir(), 'casewright-bench-'));
  mkdirSync(dataDir, { recursive: true });
  // the database runs as another user
  chmodSync(dataDir, 0o755);
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // some benches take longer than a session without a break
    CASEWRIGHT_SESSION_MINUTES: '720',
    ...(jobs ? {} : { ROLE: 'api' }),
  };
  const server = await startServer(
    readConfig(env, dataDir),
    demo ? { prepare: async (app) => void (await seedDemo(app.deps)) } : {},
  );
  try {
    return await work({
      deps: server.app.deps,
      url: server.url ?? '',
      ownerUrl: runningOwnerUrl(dataDir) ?? '',
      processorMs: () => processorMs(dataDir),
    });
  } finally {
    await server.close();
    if (reusedDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * As some minutes later, when the database has looked at what came in: all tables, or those named. Only the owner of the tables
 * may: the account of the server gets a warning, and nothing is done.
 */
export async function vacuum(ownerUrl: string, ...tables: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`vacuum (analyze) ${tables.join(', ')}`);
  } finally {
    await client.end();
  }
}

export interface BenchSession {
  token: string;
  userKey: number;
}

/** Logs in a user of the demo. */
export async function sessionOf(url: string, userId: string): Promise<BenchSession> {
  const signedIn = await fetch(`${url}/1.0/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, password: DEMO_PASSWORD }),
  });
  return ((await signedIn.json()) as { data: BenchSession }).data;
}

/** Logs in a case editor of the demo; returns the session token. */
export const editorToken = async (url: string): Promise<string> =>
  (await sessionOf(url, 'case.editor')).token;
