/** A server that is killed at any step of sending: a batch is handed over exactly once. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimJobs, endClaim } from '../../server/jobs/job.store.ts';
import type { AnyJobHandler, Job } from '../../server/jobs/job.types.ts';
import { LEASE_MS, runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { batchChecker } from '../../server/submissions/checkBatch.ts';
import { batchSender, remoteAsker } from '../../server/submissions/sendBatch.ts';
import type { Transport } from '../../server/submissions/transports/transport.ts';
import { cancelSubmission, giveWarningReasons } from '../../shared/contract/index.ts';
import { recoverJobs } from './recoverJobs.ts';
import { startSubmissionWorld, type Batch, type SubmissionWorld } from './submissionWorld.ts';

/** Where the process is killed, in the order of sending. */
const STEPS = [
  'before staging',
  'after staging',
  'before the hand-over',
  'after the hand-over',
  'while the end is stored',
  'before asking',
  'after asking',
] as const;
type Step = (typeof STEPS)[number];

class Killed extends Error {}

let world: SubmissionWorld;
let caseKey: number;
beforeAll(async () => {
  // without its jobs: the test runs and kills them
  world = await startSubmissionWorld({ ROLE: 'api' });
  caseKey = world.nextCase();
});
afterAll(() => world.server.stop());

/** The folder, in a process that is killed at a step. */
function folderKilledAt(step: Step | null): Transport {
  const folder = world.server.deps.transports.folder;
  if (!folder) throw new Error('there is no folder');
  const dieAt = (here: Step): void => {
    if (step === here) throw new Killed(here);
  };
  return {
    ...folder,
    stage: async (batch) => {
      dieAt('before staging');
      await folder.stage(batch);
      dieAt('after staging');
    },
    send: async (batch) => {
      dieAt('before the hand-over');
      const outcome = await folder.send(batch);
      dieAt('after the hand-over');
      return outcome;
    },
    ask: async (batch) => {
      dieAt('before asking');
      const known = await folder.ask(batch);
      dieAt('after asking');
      return known;
    },
  };
}

function handlers(step: Step | null): AnyJobHandler[] {
  const { deps } = world.server;
  const deadly = { ...deps, transports: { ...deps.transports, folder: folderKilledAt(step) } };
  return [batchChecker(deps), batchSender(deadly), remoteAsker(deadly)];
}

const work = () => runDueJobs(world.server.deps, handlers(null));

/** Runs what is due in a process that is killed at the step; its jobs keep their leases. */
async function runKilledAt(step: Step): Promise<void> {
  const { db, clock } = world.server;
  const holder = randomUUID();
  const all = handlers(step);
  const claimed = await inJobQueue(db, (trx) =>
    claimJobs(trx, {
      free: new Map(all.map(({ kind }) => [kind.kind, 1])),
      holder,
      now: clock.now(),
      leaseUntil: new Date(clock.now().getTime() + LEASE_MS),
    }),
  );
  for (const job of claimed) await runOne(all, job, holder, step).catch(ignoreKill);
}

const ignoreKill = (error: unknown): void => {
  if (!(error instanceof Killed)) throw error;
};

async function runOne(all: AnyJobHandler[], job: Job, holder: string, step: Step): Promise<void> {
  const { db, clock } = world.server;
  const handler = all.find(({ kind }) => kind.kind === job.kind);
  const complete = await handler?.run(job as Job<never>, {
    signal: new AbortController().signal,
    progress: () => {},
  });
  await inSponsor(db, 1, async (trx) => {
    await endClaim(trx, { ...job, holder }, { state: 'done', now: clock.now(), error: null });
    await complete?.(trx);
    if (step === 'while the end is stored') throw new Killed(step);
  });
}

/** A gateway that takes everything that it sees, at once. */
function takeAll(): string[] {
  const out = join(world.folder, 'out');
  const gateway = join(world.folder, 'gateway');
  mkdirSync(gateway, { recursive: true });
  const found = existsSync(out) ? readdirSync(out, { recursive: true, encoding: 'utf8' }) : [];
  const files = found.filter((name) => name.endsWith('.xml'));
  for (const name of files) renameSync(join(out, name), join(gateway, `${randomUUID()}.xml`));
  return files.map((name) => name.replace(/^.*\//, '').replace(/\.xml$/, ''));
}

async function readyBatch(ofCase = caseKey): Promise<Batch> {
  const batchKey = await world.put([ofCase]);
  await work();
  const warnings = (await world.findings(batchKey)).filter(({ severity }) => severity === 'warning');
  const body = { findingKeys: warnings.map(({ findingKey }) => findingKey), reason: 'Known' };
  await world.server.call(giveWarningReasons, { params: { batchKey }, body, token: world.second });
  return world.read(batchKey);
}

it('hands each batch over exactly once, wherever processes are killed', async () => {
  const kills = fc.array(fc.constantFrom(...STEPS), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(kills, fc.boolean(), async (steps, isFast) => {
      const batch = await readyBatch();
      expect((await world.confirm(batch)).status).toBe(200);
      const taken: string[] = [];
      for (const step of steps) {
        await runKilledAt(step);
        if (isFast) taken.push(...takeAll());
        await recoverJobs(world.server.db);
      }
      await work();
      taken.push(...takeAll());
      expect(taken).toEqual([batch.batchNumber]);
      const { state, attempts } = await world.read(batch.batchKey);
      expect(state).toBe('sent');
      expect(attempts.filter(({ outcome }) => outcome === 'handedOver')).toHaveLength(1);
      expect(attempts.every(({ outcome }) => outcome !== null)).toBe(true);
      // the same case goes again only after a rejection
      await world.reject(batch);
    }),
    {
      numRuns: 14,
      examples: [...STEPS.map((step): [Step[], boolean] => [[step], true]), [['after the hand-over'], false]],
    },
  );
}, 240_000);

it('checks a batch again after a kill, and cancels nothing that was sent', async () => {
  const batch = await readyBatch();
  await world.confirm(batch);
  await runKilledAt('after the hand-over');
  const params = { batchKey: batch.batchKey };
  const body = { reason: 'Too late' };
  expect((await world.server.call(cancelSubmission, { params, body, token: world.second })).status).toBe(409);
  await recoverJobs(world.server.db);
  await work();
  expect((await world.read(batch.batchKey)).state).toBe('sent');
});

it('was sent when it went out, however late that becomes known', async () => {
  const { clock, db } = world.server;
  // the files of other tests
  takeAll();
  const batch = await readyBatch(world.nextCase());
  await world.confirm(batch);
  await runKilledAt('after the hand-over');
  expect(takeAll()).toEqual([batch.batchNumber]);
  // shorter than a session
  clock.advance(30 * 60_000);
  await recoverJobs(db);
  await work();
  const { state, sentAt, attempts } = await world.read(batch.batchKey);
  expect({ state, sentAt }).toEqual({ state: 'sent', sentAt: attempts.at(-1)?.startedAt });
});
