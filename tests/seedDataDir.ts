/** Makes the demo as a data directory; as a program, too: `node tests/seedDataDir.ts`, into TEST_DEMO_DIR. */
import { readConfig } from '../server/config.ts';
import { backfillProjections } from '../server/projections/backfillProjections.ts';
import { seedDemo } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';

/** The directory is made; the database in it is stopped at the end. */
export async function seedDataDir(dataDir: string): Promise<void> {
  // no jobs: the server of each test does them
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ROLE: 'api' };
  const server = await startServer(readConfig(env, dataDir), {
    prepare: async ({ deps }) => {
      await seedDemo(deps);
      // else each of a hundred servers on a copy rebuilds the same lists
      await backfillProjections(deps);
    },
  });
  await server.close();
}

const target = process.env.TEST_DEMO_DIR;
if (process.argv[1] === import.meta.filename && target) await seedDataDir(target);
