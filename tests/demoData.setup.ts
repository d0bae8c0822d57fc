/** Makes the demo's data once a run, before the first test: each server of a test starts on a copy of it. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../server/config.ts';
import { seedDemo } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';
import { testDataDir } from './testDataDir.ts';

export default async function makeDemoData({ provide }: TestProject): Promise<() => void> {
  const dir = testDataDir();
  // no jobs: the server of each test does them
  const env = { PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'error', ROLE: 'api' };
  const server = await startServer(readConfig(env, dir), {
    prepare: async ({ deps }) => void (await seedDemo(deps)),
  });
  await server.close();
  provide('demoData', dir);
  return () => rmSync(dir, { recursive: true, force: true });
}
