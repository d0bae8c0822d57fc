/** Makes the demo as a data directory; as a program, too: `node tests/seedDataDir.ts`, into TEST_DEMO_DIR. */
import { hash } from '@node-rs/argon2';
import { readConfig } from '../server/config.ts';
import { backfillProjections } from '../server/projections/backfillProjections.ts';
import { DEMO_PASSWORD, seedDemo } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';
import type { Db } from '../server/storage/database.ts';

/** The directory is made; the database in it is stopped at the end. */
export async function seedDataDir(dataDir: string): Promise<void> {
  // no jobs: the server of each test does them
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ROLE: 'api' };
  const server = await startServer(readConfig(env, dataDir), {
    prepare: async ({ deps }) => {
      await seedDemo(deps);
      // else each of a hundred servers on a copy rebuilds the same lists
      await backfillProjections(deps);
      await hashCheaply(deps.db);
    },
  });
  await server.close();
}

/** The least that argon2 takes: hundreds of sign-ins of tests need no protection from who guesses passwords. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Hashes the password of the demo again: to check one takes as long as many calls. A hash says what it costs. */
async function hashCheaply(db: Db): Promise<void> {
  const password_hash = await hash(DEMO_PASSWORD, CHEAP);
  await db.updateTable('app_user').set({ password_hash }).where('password_hash', 'is not', null).execute();
}

const target = process.env.TEST_DEMO_DIR;
if (process.argv[1] === import.meta.filename && target) await seedDataDir(target);
