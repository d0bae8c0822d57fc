/** Gives a suite the demo, before its first test, as a data directory and as a database that tests copy. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../server/storage/embedded/startEmbedded.ts';
import { copyDirectory } from './copyDirectory.ts';
import { seedDataDir } from './seedDataDir.ts';
import { CLUSTER_OF_TESTS } from './clusterOfTests.ts';
import { placeInMemory, testDataDir } from './testDataDir.ts';

/** What `npm test` has made for all suites of a run (`seedDataDir`); a suite that runs alone makes it. */
const MADE = process.env.TEST_DEMO_DIR;

export default async function provideDemoData({ provide }: TestProject): Promise<() => Promise<void>> {
  const home = testDataDir();
  const dataDir = MADE ?? join(home, 'demo');
  if (!MADE) await seedDataDir(dataDir);
  const clusterDir = testDataDir(placeInMemory());
  copyDirectory(dataDir, clusterDir);
  const cluster = await startEmbedded(clusterDir, CLUSTER_OF_TESTS);
  await proveByOneIteration(cluster.url);
  provide('demo', { dataDir, databaseUrl: cluster.url });
  return async () => {
    await cluster.stop();
    for (const dir of [home, clusterDir]) rmSync(dir, { recursive: true, force: true });
  };
}

/** Sets the same password again: to prove it by 4096 iterations is a third of what a connection takes. */
async function proveByOneIteration(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter role ${username} password '${password}'`);
  await client.end();
}
