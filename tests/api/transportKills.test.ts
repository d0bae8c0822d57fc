/** Processes that are killed with SIGKILL at each step of each transport: nothing is sent twice, and nothing is lost. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batchChecker } from '../../server/submissions/checkBatch.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { batchSender, remoteAsker } from '../../server/submissions/sendBatch.ts';
import { initialValues, type SettingValues } from '../../shared/connections/settingFields.ts';
import { giveWarningReasons, saveTransportProfile } from '../../shared/contract/index.ts';
import { transportFields, type RemoteTransport } from '../../shared/submission/transports.ts';
import { FDA_CLIENT, startFdaGateway, type FdaGateway } from './fdaGateway.ts';
import { KILL_STEPS, type KillStep } from './killSteps.ts';
import { runProgram } from './program.ts';
import { SFTP_USER, startSftpServer, type SftpServer } from './sftpServer.ts';
import { startSubmissionWorld, type Batch, type SubmissionWorld } from './submissionWorld.ts';

let world: SubmissionWorld;
let caseKey: number;
let sftp: SftpServer;
let fda: FdaGateway;
/** of the program that is killed */
let env: Record<string, string>;
beforeAll(async () => {
  // without its jobs: the test runs and kills them
  world = await startSubmissionWorld({ ROLE: 'api' });
  caseKey = world.nextCase();
  sftp = await startSftpServer(join(world.folder, 'partner'));
  fda = await startFdaGateway();
  const { databaseUrl, dataDir, secret } = world.server.deps.config;
  env = {
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    CASEWRIGHT_DEMO: '1',
    ...(secret && { CASEWRIGHT_SECRET: secret }),
  };
});
afterAll(async () => {
  await sftp.close();
  await fda.close();
  await world.server.stop();
});

const work = () => {
  const { deps } = world.server;
  return runDueJobs(deps, [batchChecker(deps), batchSender(deps), remoteAsker(deps)]);
};

/** Does what is due in a process that is killed at the step; whether it came to the step. */
async function runKilledAt(step: KillStep): Promise<boolean> {
  const program = runProgram(env, 'tests/api/killedSender.ts', [step]);
  const code = await program.ended;
  if (code !== 0 && code !== null) throw new Error(program.stderr());
  return code === null;
}

/** The next process takes the jobs of the killed one. */
const recover = () =>
  inJobQueue(world.server.db, (trx) =>
    trx
      .updateTable('job')
      .set({ state: 'ready', lease_holder: null, lease_until: null })
      .where('state', '=', 'running')
      .execute(),
  );

async function readyBatch(transport: string): Promise<Batch> {
  const batchKey = await world.put([caseKey], { transport });
  await work();
  const warnings = (await world.findings(batchKey)).filter(({ severity }) => severity === 'warning');
  const body = { findingKeys: warnings.map(({ findingKey }) => findingKey), reason: 'Known' };
  await world.server.call(giveWarningReasons, { params: { batchKey }, body, token: world.second });
  return world.read(batchKey);
}

/** XML files that the receiver took out of a folder; they are named apart, so that none replaces another. */
function takeAll(folder: string): number {
  const taken = join(world.folder, 'gateway');
  mkdirSync(taken, { recursive: true });
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = found.filter((name) => name.endsWith('.xml'));
  for (const name of files) renameSync(join(folder, name), join(taken, `${randomUUID()}.xml`));
  return files.length;
}

async function setUp(adapter: RemoteTransport, settings: SettingValues, secrets: SettingValues) {
  const stored = await world.query((trx) =>
    trx.selectFrom('transport_profile').select('set_at').executeTakeFirst(),
  );
  const { errMsg } = await world.server.call(saveTransportProfile, {
    params: { receiverKey: world.partnerKey },
    body: {
      adapter,
      active: true,
      certificateUntil: null,
      secretUntil: null,
      settings: { ...initialValues(transportFields(adapter)), ...settings },
      secrets,
      reason: 'Agreed',
      setAt: stored?.set_at.toISOString() ?? null,
    },
    token: world.second,
  });
  expect(errMsg).toBeNull();
}

interface Case {
  transport: 'folder' | RemoteTransport;
  begin: () => Promise<void> | void;
  /** how many files the receiver has got since it was asked last */
  took: () => number;
}
let submitted = 0;
const CASES: Case[] = [
  { transport: 'folder', begin: () => {}, took: () => takeAll(join(world.folder, 'out')) },
  {
    transport: 'sftp',
    begin: () => {
      const { port, hostKey } = sftp;
      const settings = { host: '127.0.0.1', port: String(port), userName: SFTP_USER.userName, hostKey };
      return setUp('sftp', settings, { password: SFTP_USER.password });
    },
    took: () => takeAll(join(sftp.root, 'out')),
  },
  {
    transport: 'fdaApi',
    begin: () => {
      const { clientId, userEmail, clientSecret } = FDA_CLIENT;
      const settings = { external: fda.url, upload: fda.url, clientId, userEmail };
      return setUp('fdaApi', settings, { clientSecret });
    },
    took: () => {
      const since = fda.submitted.size - submitted;
      submitted = fda.submitted.size;
      return since;
    },
  },
];

describe.each(CASES)('the transport $transport', ({ transport, begin, took }) => {
  beforeAll(begin);
  let batch: Batch;
  beforeEach(async () => {
    batch = await readyBatch(transport);
    expect((await world.confirm(batch)).status).toBe(200);
  });

  it.each(KILL_STEPS)('hands a batch over once, or asks a user, after a kill %s', async (step) => {
    // there is something to ask only after a kill of the hand-over
    if (step.endsWith('asking')) {
      await runKilledAt('before the hand-over');
      await recover();
    }
    expect(await runKilledAt(step)).toBe(true);
    await recover();
    await work();
    const { state, awaitsPerson, attempts } = await world.read(batch.batchKey);
    const known = took();
    // not lost: the receiver has it, or a user is asked what became of it
    expect(known).toBeLessThanOrEqual(1);
    expect({ known, isSent: state === 'sent' || awaitsPerson }).toEqual({
      known: awaitsPerson ? known : 1,
      isSent: true,
    });
    expect(attempts.filter(({ outcome }) => outcome === 'handedOver').length).toBeLessThanOrEqual(1);
    await world.reject(batch);
  });
});
