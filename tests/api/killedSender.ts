/**
 * A process of the server that does the due jobs of sending until it is killed. Each file stops for ever at a step of its
 * own, so that one process dies at all of them:
 *   node killedSender.ts '{"<number of a file>": "<step>"}'
 * with the settings of the server in the environment. A line is printed when all have stopped.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import fastify from 'fastify';
import { readConfig } from '../../server/config.ts';
import {
  acknowledgementAsker,
  acknowledgementSender,
} from '../../server/case-import/acknowledgement.process.ts';
import { openCatalogues } from '../../server/catalogue/catalogues.ts';
import { fileStore } from '../../server/files/fileStore.ts';
import { openObjects } from '../../server/files/openObjectStore.ts';
import type { AnyJobHandler } from '../../server/jobs/job.types.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { systemClock } from '../../server/ports/clock.ts';
import { openDatabase, type Trx } from '../../server/storage/database.ts';
import { batchSender, remoteAsker } from '../../server/submissions/sendBatch.ts';
import { openTransports } from '../../server/submissions/transports/openTransports.ts';
import type { OutgoingFile, Transport } from '../../server/submissions/transports/transport.ts';
import type { KillStep } from './killSteps.ts';

/** Every file is on its way at once. */
const CONCURRENCY = 100;

const steps = JSON.parse(process.argv[2] ?? '{}') as Record<string, KillStep>;
const underway = new Set(Object.keys(steps));
const config = readConfig(process.env, process.cwd());
/** the file that a job is about */
const job = new AsyncLocalStorage<{ number: string }>();

/** Nothing further is flushed, answered or given back: the process ends from outside. */
async function stopAt(step: KillStep, number: string): Promise<void> {
  if (steps[number] !== step) return;
  underway.delete(number);
  if (underway.size === 0) process.stdout.write('all stopped\n');
  await new Promise(() => {});
}

const stopping = (transport: Transport): Transport => ({
  ...transport,
  stage: async (file) => {
    await stopAt('before staging', file.number);
    await transport.stage(file);
    await stopAt('after staging', file.number);
  },
  send: async (file) => {
    noteFile(file);
    await stopAt('before the hand-over', file.number);
    const outcome = await transport.send(file);
    await stopAt('after the hand-over', file.number);
    return outcome;
  },
  ask: async (file) => {
    await stopAt('before asking', file.number);
    const known = await transport.ask(file);
    await stopAt('after asking', file.number);
    return known;
  },
});

function noteFile({ number }: OutgoingFile): void {
  const about = job.getStore();
  if (about) about.number = number;
}

/** The transaction that stores the end of a job stays open. */
const unstored = (handler: AnyJobHandler): AnyJobHandler => ({
  ...handler,
  concurrency: CONCURRENCY,
  run: (...of) =>
    job.run({ number: '' }, async () => {
      const complete = await handler.run(...of);
      const number = job.getStore()?.number ?? '';
      return async (trx: Trx) => {
        await complete?.(trx);
        await stopAt('while the end is stored', number);
      };
    }),
});

const { folder, byHand, remote } = openTransports(config);
const db = openDatabase(config.databaseUrl ?? '');
const silent = { error: () => {}, warn: () => {}, info: () => {} };
const world = {
  db,
  clock: systemClock,
  config,
  catalogues: await openCatalogues({ db, config, clock: systemClock, log: fastify().log }),
  log: silent,
  random: Math.random,
  tracing: null,
  files: fileStore(await openObjects(config, () => {}), db),
  transports: {
    folder: folder && stopping(folder),
    byHand,
    remote: (profile: Parameters<typeof remote>[0]) => {
      const connection = remote(profile);
      return { ...connection, ...stopping(connection) };
    },
  },
};
await runDueJobs(
  world,
  [batchSender(world), remoteAsker(world), acknowledgementSender(world), acknowledgementAsker(world)].map(
    unstored,
  ),
);
