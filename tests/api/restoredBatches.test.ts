/** Batches that were being sent when a backup was made, after it was restored: receivers are asked before anything is sent. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdOutgoing } from '../../server/backup/holdOutgoing.store.ts';
import { createJob as createRestored } from '../../server/jobs/handlers/processRestored.job.ts';
import type { AnyJobHandler } from '../../server/jobs/job.types.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { batchChecker } from '../../server/submissions/checkBatch.ts';
import { batchSender, remoteAsker } from '../../server/submissions/sendBatch.ts';
import { Unreachable, type Transport } from '../../server/submissions/transports/transport.ts';
import { giveWarningReasons, noteHandOver, retrySubmission } from '../../shared/contract/index.ts';
import { startSubmissionWorld, type Batch, type SubmissionWorld } from './submissionWorld.ts';

const BACKUP_AT = new Date('2026-01-31T02:00:00Z');

let world: SubmissionWorld;
let folder: Transport;
const sent: string[] = [];
beforeAll(async () => {
  // without its jobs: the test runs them
  world = await startSubmissionWorld({ ROLE: 'api' });
  const found = world.server.deps.transports.folder;
  if (!found) throw new Error('there is no folder');
  folder = { ...found, send: (batch) => (sent.push(batch.fileName), found.send(batch)) };
});
afterAll(() => world.server.stop());

/** Runs what is due, by a folder that the test may break. */
const work = (over: Partial<Transport> = {}, only?: string[]) => {
  const { deps } = world.server;
  const mine = { ...deps, transports: { ...deps.transports, folder: { ...folder, ...over } } };
  const handlers: AnyJobHandler[] = [
    batchChecker(deps),
    batchSender(mine),
    remoteAsker(mine),
    createRestored(deps),
  ];
  const chosen = handlers.filter(
    ({ kind: { kind } }) => !only || only.some((src) => kind.endsWith(`.${src}`)),
  );
  return runDueJobs({ ...deps, log: { error: () => {}, warn: () => {}, info: () => {} } }, chosen);
};
const hold = () => holdOutgoing(world.server.db, { asOf: BACKUP_AT, now: world.server.clock.now() });

async function confirmedBatch(): Promise<Batch> {
  const batchKey = await world.put([world.nextCase()]);
  await work();
  const warnings = (await world.findings(batchKey)).filter(({ severity }) => severity === 'warning');
  const body = { findingKeys: warnings.map(({ findingKey }) => findingKey), reason: 'Known' };
  await world.server.call(giveWarningReasons, { params: { batchKey }, body, token: world.second });
  expect((await world.confirm(await world.read(batchKey))).status).toBe(200);
  sent.length = 0;
  return world.read(batchKey);
}

const waits = async ({ batchKey }: Batch) => {
  const { state, awaitsPerson, events } = await world.read(batchKey);
  return { state, awaitsPerson, restored: events.filter(({ type }) => type === 'restored').length };
};
const FOR_A_USER = { state: 'sending', awaitsPerson: true, restored: 1 };

it('a batch that nobody had begun to hand over is neither sent nor taken for sent: a user decides', async () => {
  const batch = await confirmedBatch();
  expect(await hold()).toEqual({ held: 0, toAsk: 1 });
  await work();
  expect(sent).toEqual([]);
  expect(await waits(batch)).toEqual(FOR_A_USER);
});

it('a batch that waits for its next attempt is not sent again, and no failed job could lose it', async () => {
  const batch = await confirmedBatch();
  await work({ stage: () => Promise.reject(new Unreachable('no connection')) });
  expect((await world.read(batch.batchKey)).nextTryAt).not.toBeNull();
  world.server.clock.advance(120_000);
  expect(await hold()).toEqual({ held: 0, toAsk: 1 });
  await work();
  expect(sent).toEqual([]);
  expect(await waits(batch)).toEqual(FOR_A_USER);
  const dead = await inJobQueue(world.server.db, (trx) =>
    trx.selectFrom('job').select('kind').where('state', '=', 'dead').execute(),
  );
  expect(dead).toEqual([]);
});

it('a batch whose receiver was to be asked waits for a user, who has it sent once', async () => {
  const batch = await confirmedBatch();
  await work({ send: () => Promise.resolve('unknown') }, ['handOver']);
  expect(await hold()).toEqual({ held: 0, toAsk: 1 });
  await work();
  expect(sent).toEqual([]);
  expect(await waits(batch)).toEqual(FOR_A_USER);
  const params = { batchKey: batch.batchKey };
  const token = world.second;
  const answer = { handedOver: false, comments: 'The gateway does not have it' };
  expect((await world.server.call(noteHandOver, { params, body: answer, token })).status).toBe(200);
  expect((await world.server.call(retrySubmission, { params, token })).status).toBe(200);
  await work();
  expect(sent).toEqual([`${batch.batchNumber}.xml`]);
  expect((await world.read(batch.batchKey)).state).toBe('sent');
});
