/**
 * One process is killed with SIGKILL at every step of sending by every transport: each file stops at a step of its own, or in
 * a call of a gateway. Nothing is sent twice, and nothing is lost.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acknowledgementAsker,
  acknowledgementSender,
} from '../../server/case-import/acknowledgement.process.ts';
import { runImporter, runReader } from '../../server/case-import/caseImport.process.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { PROCESS_CHARTS } from '../../server/processes/charts.ts';
import { deadlineHandler } from '../../server/processes/taskHandler.ts';
import { batchChecker } from '../../server/submissions/checkBatch.ts';
import { batchSender, remoteAsker } from '../../server/submissions/sendBatch.ts';
import { initialValues, type SettingValues } from '../../shared/connections/settingFields.ts';
import {
  confirmImport,
  giveWarningReasons,
  readImport,
  readImportFiles,
  readImportRun,
  saveTransportProfile,
  sendAcknowledgement,
  sendImportFile,
} from '../../shared/contract/index.ts';
import { transportFields, type RemoteTransport } from '../../shared/submission/transports.ts';
import { FDA_CLIENT, startFdaGateway, type FdaGateway, type FdaStep } from './fdaGateway.ts';
import { reportXml } from './importReports.ts';
import { ASKING_STEPS, KILL_STEPS, type KillStep } from './killSteps.ts';
import { printed, runProgram } from './program.ts';
import { recoverJobs } from './recoverJobs.ts';
import { SFTP_USER, startSftpServer, type SftpServer } from './sftpServer.ts';
import { addPartner, PARTNER, startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

const STEPS: readonly KillStep[] = [...KILL_STEPS, ...ASKING_STEPS];
const isAsking = (step: KillStep | null): boolean => ASKING_STEPS.some((one) => one === step);
/** Calls of the gateway of the FDA in which a process is killed: before the gateway did anything, and after. */
const CALLS = ['token', 'companies', 'credentials', 'payload', 'file', 'submit'] as const satisfies FdaStep[];
const INNER = CALLS.flatMap((call) => [
  { call, when: 'before' as const },
  { call, when: 'after' as const },
]);
/** longer than the wait after a first or second fault, shorter than the session of the test */
const RETRY_MS = 5 * 60_000;
const SFTP_PARTNER = 'Partner by SFTP';
const FDA_PARTNER = 'Partner by the API';
/** its gateway holds calls, which those of the other one must not wait for */
const HELD_PARTNER = 'Partner by the API, held';
const SENDERS = [
  { transport: 'folder', receiver: PARTNER, steps: STEPS, inner: 0 },
  { transport: 'sftp', receiver: SFTP_PARTNER, steps: STEPS, inner: 0 },
  { transport: 'fdaApi', receiver: FDA_PARTNER, steps: STEPS, inner: 0 },
  { transport: 'fdaApi', receiver: HELD_PARTNER, steps: [], inner: INNER.length },
] as const;

/** A file on its way. */
interface Parcel {
  what: (typeof SENDERS)[number]['transport'] | 'acknowledgement';
  /** null: it is stopped by the gateway */
  step: KillStep | null;
  number: string;
  /** its state in the product */
  read: () => Promise<{ isSent: boolean; awaitsPerson: boolean; handedOver: number }>;
}

let world: SubmissionWorld;
let sftp: SftpServer;
let fda: FdaGateway;
let held: FdaGateway;
const parcels: Parcel[] = [];
/** how often a receiver got a file in its folder, by the number of the file */
const taken = new Map<string, number>();

beforeAll(async () => {
  // without its jobs: the test runs and kills them
  world = await startSubmissionWorld({ ROLE: 'api' });
  sftp = await startSftpServer(join(world.folder, 'partner'));
  fda = await startFdaGateway();
  held = await startFdaGateway();
  await setUpPartners();
  await confirmBatches();
  await sendAcknowledgements();
  await killWhenStopped();
  // the whole test is in it
}, 300_000);
afterAll(async () => {
  await sftp.close();
  await fda.close();
  await held.close();
  await world.server.stop();
});

describe.each([...new Set(SENDERS.map(({ transport }) => transport)), 'acknowledgement' as const])(
  'what is sent, %s',
  (what) => {
    it.each([...STEPS, null])('is there once, or a user is asked, after a kill %s', async (step) => {
      const found = parcels.filter((one) => one.what === what && one.step === step);
      expect(found.length > 0).toBe(step !== null || what === 'fdaApi');
      for (const parcel of found) {
        const { isSent, awaitsPerson, handedOver } = await parcel.read();
        const known = timesTaken(parcel);
        // not lost: the receiver has it, or a user is asked what became of it
        expect({ number: parcel.number, known, isSent: isSent || awaitsPerson }).toEqual({
          number: parcel.number,
          known: awaitsPerson ? Math.min(known, 1) : 1,
          isSent: true,
        });
        expect(handedOver).toBeLessThanOrEqual(1);
      }
    });
  },
);

async function setUpPartners(): Promise<void> {
  const { port, hostKey } = sftp;
  const settings = { host: '127.0.0.1', port: String(port), userName: SFTP_USER.userName, hostKey };
  // who sends the reports that are imported
  const sftpKey = await addPartner(world, SFTP_PARTNER, 'PARTNER');
  await setUp(sftpKey, 'sftp', settings, { password: SFTP_USER.password });
  await setUpGateway(await addPartner(world, FDA_PARTNER, 'FDA-ID'), fda);
  await setUpGateway(await addPartner(world, HELD_PARTNER, 'FDA-HELD'), held);
}

function setUpGateway(receiverKey: number, { url }: FdaGateway): Promise<void> {
  const { clientId, userEmail, clientSecret } = FDA_CLIENT;
  return setUp(receiverKey, 'fdaApi', { external: url, upload: url, clientId, userEmail }, { clientSecret });
}

async function setUp(
  receiverKey: number,
  adapter: RemoteTransport,
  settings: SettingValues,
  secrets: SettingValues,
): Promise<void> {
  const { errMsg } = await world.server.call(saveTransportProfile, {
    params: { receiverKey },
    body: {
      adapter,
      active: true,
      certificateUntil: null,
      secretUntil: null,
      settings: { ...initialValues(transportFields(adapter)), ...settings },
      secrets,
      reason: 'Agreed',
      setAt: null,
    },
    token: world.second,
  });
  expect(errMsg).toBeNull();
}

/** Everything but sending. */
const prepare = () => {
  const { deps } = world.server;
  return runDueJobs(deps, [batchChecker(deps), runReader(deps), runImporter(deps)]);
};

const send = () => {
  const { deps } = world.server;
  return runDueJobs(deps, [
    batchSender(deps),
    remoteAsker(deps),
    acknowledgementSender(deps),
    acknowledgementAsker(deps),
    deadlineHandler(deps, PROCESS_CHARTS),
  ]);
};

/** A batch for every step of every transport; the same cases go to each receiver. */
async function confirmBatches(): Promise<void> {
  const caseKeys = Array.from({ length: STEPS.length + INNER.length }, () => world.nextCase());
  const made: { batchKey: number; what: Parcel['what']; step: KillStep | null }[] = [];
  for (const { transport: what, receiver, steps, inner } of SENDERS) {
    const wanted = [...steps, ...Array.from({ length: inner }, () => null)];
    for (const [at, step] of wanted.entries())
      made.push({
        batchKey: await world.put(caseKeys.slice(at, at + 1), { receiver, transport: what }),
        what,
        step,
      });
  }
  await prepare();
  for (const { batchKey, what, step } of made) {
    const warnings = (await world.findings(batchKey)).filter(({ severity }) => severity === 'warning');
    const body = { findingKeys: warnings.map(({ findingKey }) => findingKey), reason: 'Known' };
    await world.server.call(giveWarningReasons, { params: { batchKey }, body, token: world.second });
    const batch = await world.read(batchKey);
    expect((await world.confirm(batch)).errMsg).toBeNull();
    parcels.push({
      what,
      step,
      number: batch.batchNumber,
      read: async () => {
        const { state, awaitsPerson, attempts } = await world.read(batchKey);
        const handedOver = attempts.filter(({ outcome }) => outcome === 'handedOver').length;
        return { isSent: state === 'sent', awaitsPerson, handedOver };
      },
    });
  }
}

/** The answers to imported batches, one for every step. */
async function sendAcknowledgements(): Promise<void> {
  const { server, second: token } = world;
  const call: typeof server.call = (definition, input) => server.call(definition, { token, ...input });
  const params = { runKey: randomUUID() };
  for (const [at] of STEPS.entries()) {
    const id = `KR-KILL-${at}`;
    const bytes = await reportXml({ id, initials: `K${at}`, batch: `BATCH-${id}` });
    await call(sendImportFile, { params, file: { name: `${id}.xml`, bytes } });
  }
  await call(readImportFiles, { params });
  await prepare();
  await call(confirmImport, { params });
  await prepare();
  const { files } = (await call(readImportRun, { params })).data;
  for (const [at, step] of STEPS.entries()) {
    const dataKey = files[at]?.dataKey ?? 0;
    const readBatch = async () =>
      (await call(readImport, { params: { sponsorKey: 1, dataKey } })).data.batches[0];
    const batchNo = (await readBatch())?.batchNo ?? 0;
    const of = { params: { dataKey, batchNo }, body: { event: 'send' } };
    expect((await call(sendAcknowledgement, of)).errMsg).toBeNull();
    parcels.push({
      what: 'acknowledgement',
      step,
      number: `ACK-${dataKey}-${batchNo}`,
      read: async () => {
        const state = (await readBatch())?.sending?.state;
        return {
          isSent: state === 'sent',
          awaitsPerson: state === 'awaitingPerson',
          handedOver: Number(state === 'sent'),
        };
      },
    });
  }
}

/** Two lives: one ends at all steps of sending, the next one at those of asking. What is left is done by a third process. */
async function killWhenStopped(): Promise<void> {
  const inner = INNER.map(({ call, when }) => held.holdNext(call, when));
  // there is something to ask only after a kill of the hand-over
  await killAt(({ step }) => (isAsking(step) ? 'before the hand-over' : step), inner);
  await killAt(({ step }) => (isAsking(step) ? step : null), []);
  await send();
  // a connection that broke on a busy machine is tried again when its time comes
  world.server.clock.advance(RETRY_MS);
  await send();
  takeFiles(join(world.folder, 'out'));
  takeFiles(join(sftp.root, 'out'));
}

async function killAt(stepOf: (parcel: Parcel) => KillStep | null, stopped: Promise<void>[]): Promise<void> {
  const { databaseUrl, dataDir, secret } = world.server.deps.config;
  const env = {
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    CASEWRIGHT_DEMO: '1',
    ...(secret && { CASEWRIGHT_SECRET: secret }),
  };
  const steps = parcels.flatMap((one) => {
    const step = stepOf(one);
    return step ? [[one.number, step]] : [];
  });
  const program = runProgram(env, 'tests/api/killedSender.ts', [JSON.stringify(Object.fromEntries(steps))]);
  await printed(program, /^all stopped$/m);
  await Promise.all(stopped);
  program.process.kill('SIGKILL');
  await program.ended;
  takeFiles(join(world.folder, 'out'));
  await recoverJobs(world.server.db);
}

/** A gateway takes everything that it sees; a file that comes again is seen again. */
function takeFiles(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const name of found.filter((one) => one.endsWith('.xml'))) {
    renameSync(join(folder, name), join(world.folder, `${randomUUID()}.taken`));
    const number = name.replace(/^.*\//, '').replace(/\.xml$/, '');
    taken.set(number, (taken.get(number) ?? 0) + 1);
  }
}

const timesTaken = ({ what, number }: Parcel): number =>
  what === 'fdaApi'
    ? [...fda.submitted.values(), ...held.submitted.values()].filter(({ text }) => text.includes(number))
        .length
    : (taken.get(number) ?? 0);
