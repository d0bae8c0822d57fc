/** Makes the demo once a run, before the first test, as a data directory and as a database that tests copy. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../server/config.ts';
import { seedDemo } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';
import { startEmbedded } from '../server/storage/embedded/startEmbedded.ts';
import { copyDirectory } from './demoData.ts';
import { testDataDir } from './testDataDir.ts';

/** For data that nobody needs after the run, and the pools of all servers that run at once. */
const TEST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '256MB',
  max_connections: '200',
};

export default async function makeDemoData({ provide }: TestProject): Promise<() => Promise<void>> {
  const home = testDataDir();
  const dataDir = join(home, 'demo');
  await seedDataDir(dataDir);
  const clusterDir = join(home, 'cluster');
  mkdirSync(clusterDir);
  copyDirectory(dataDir, clusterDir);
  const cluster = await startEmbedded(clusterDir, TEST_SETTINGS);
  provide('demo', { dataDir, databaseUrl: cluster.url });
  return async () => {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  };
}

async function seedDataDir(dataDir: string): Promise<void> {
  // no jobs: the server of each test does them
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ROLE: 'api' };
  const server = await startServer(readConfig(env, dataDir), {
    prepare: async ({ deps }) => void (await seedDemo(deps)),
  });
  await server.close();
}
