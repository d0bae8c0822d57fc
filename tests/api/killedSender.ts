/**
 * A process of the server that does the due jobs of sending, and kills itself at a step as a power cut would:
 *   node killedSender.ts STEP
 * with the settings of the server in the environment.
 */
import { readConfig } from '../../server/config.ts';
import { fileStore } from '../../server/files/fileStore.ts';
import { openObjects } from '../../server/files/openObjectStore.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { systemClock } from '../../server/ports/clock.ts';
import { openDatabase } from '../../server/storage/database.ts';
import { batchSender, remoteAsker } from '../../server/submissions/sendBatch.ts';
import { openTransports } from '../../server/submissions/transports/openTransports.ts';
import type { Transport } from '../../server/submissions/transports/transport.ts';
import type { KillStep } from './killSteps.ts';

const [step] = process.argv.slice(2) as [KillStep];
const config = readConfig(process.env, process.cwd());

/** `kill -9` of itself: nothing is flushed, answered or given back. */
async function dieAt(here: KillStep): Promise<void> {
  if (step !== here) return;
  process.kill(process.pid, 'SIGKILL');
  // the signal takes effect before anything further does
  await new Promise(() => {});
}

const deadly = (transport: Transport): Transport => ({
  ...transport,
  stage: async (file) => {
    await dieAt('before staging');
    await transport.stage(file);
    await dieAt('after staging');
  },
  send: async (file) => {
    await dieAt('before the hand-over');
    const outcome = await transport.send(file);
    await dieAt('after the hand-over');
    return outcome;
  },
  ask: async (file) => {
    await dieAt('before asking');
    const known = await transport.ask(file);
    await dieAt('after asking');
    return known;
  },
});

const { folder, byHand, remote } = openTransports(config);
const db = openDatabase(config.databaseUrl ?? '');
const silent = { error: () => {}, warn: () => {}, info: () => {} };
const world = {
  db,
  clock: systemClock,
  config,
  log: silent,
  tracing: null,
  files: fileStore(await openObjects(config, () => {}), db),
  transports: {
    folder: folder && deadly(folder),
    byHand,
    remote: (profile: Parameters<typeof remote>[0]) => {
      const connection = remote(profile);
      return { ...connection, ...deadly(connection) };
    },
  },
};
await runDueJobs(world, [batchSender(world), remoteAsker(world)]);
await db.destroy();
