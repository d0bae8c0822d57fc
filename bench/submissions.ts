/**
 * Submissions as users make them: cases of a database are put into batches of 1,000 over the API, and a worker process
 * checks, freezes and hands them over by the folder; then it reads and matches answers. The limit is 50 messages a second
 * in less than 400 MB. README.md says what the lines are.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addSubmission,
  confirmSubmission,
  giveWarningReasons,
  listCases,
  MAX_REASONS,
  readSubmission,
  readSubmissionCheck,
  readSubmissionOptions,
  saveRecord,
  type BodyOf,
  type Call,
  type DataOf,
} from '../shared/contract/index.ts';
import { EMPTY_VALUE } from '../shared/case/itemValue.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import { writeAcknowledgement } from '../shared/submission/writeAcknowledgement.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { caseProjections } from '../server/caseProjections.ts';
import { projectionsOf } from '../server/projections/projection.ts';
import { findStaleNames, findState } from '../server/projections/projectionState.store.ts';
import { inSponsor, openDatabase } from '../server/storage/database.ts';
import { startEmbedded } from '../server/storage/embedded/startEmbedded.ts';
import { migrate } from '../server/storage/migrate.ts';
import { sponsorFolder } from '../server/submissions/transports/folderTransport.ts';
import { readExposition, valueOf } from '../tests/api/exposition.ts';
import { addressOf, endProgram, managementOf, runProgram } from '../tests/api/program.ts';
import { sessionOf } from './benchServer.ts';
import type { Measured } from './measure.ts';

const IN_BATCH = 1000;
const BATCHES = 10;
const ANSWERS = 1000;
/** messages that one answer is about */
const ANSWERED = 10;
const QUICK = { batches: 1, answers: 20 };
const MESSAGES_PER_SECOND = 50;
const MAX_RSS_MB = 400;
const MB = 2 ** 20;
const POLL_MS = 250;
/** as the page of a batch does: it reads all of it */
const BATCH_POLL_MS = 1_000;
/** a busy process closes connections that are idle for it */
const CLOSING = { connection: 'close' };
const SPONSOR = 1;
/** a file beside a database that has its cases */
const SEEDED = 'seeded';
/** a new one in each run: a receiver gets a case once */
const RECEIVER = `Partner of ${new Date().toISOString()}`;
const RECEIVER_ID = 'BENCH';
/** later than every save */
const LATER = '2999-01-01T00:00:00.000Z';

/** BENCH_SUBMISSIONS_DIR keeps the database, which takes minutes to fill, and uses it again. */
export async function benchSubmissions({ quick }: { quick: boolean }): Promise<Measured[]> {
  const { batches, answers } = quick ? QUICK : { batches: BATCHES, answers: ANSWERS };
  const undo: (() => unknown)[] = [];
  try {
    const server = await startWithCases(undo, batches * IN_BATCH);
    const watch = await watching(server);
    undo.push(watch.stop);
    const sent = await sendAll(server, batches);
    const sending = await watch.since();
    await answerAll(server, sent, answers);
    const answering = await watch.since();
    return figuresOf({ messages: batches * IN_BATCH, answers, sending, answering, peaks: watch.peaks });
  } finally {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  }
}

interface Server {
  /** addresses of the metrics of the two processes */
  worker: string;
  api: string;
  folder: string;
  call: <C extends Call>(
    call: C,
    params: Record<string, string | number>,
    body?: BodyOf<C>,
  ) => Promise<DataOf<C>>;
}

/** A database with invented cases, and a process that answers and one that works, so that their memory is nobody else's. */
async function startWithCases(undo: (() => unknown)[], cases: number): Promise<Server> {
  const reused = process.env['BENCH_SUBMISSIONS_DIR'];
  const dir = reused ?? mkdtempSync(join(tmpdir(), 'casewright-bench-'));
  mkdirSync(dir, { recursive: true });
  if (reused === undefined) undo.push(() => rmSync(dir, { recursive: true, force: true }));
  // the database runs as another user
  chmodSync(dir, 0o755);
  const database = await startEmbedded(dir);
  undo.push(() => database.stop());
  await migrate(database.url, database.application.login);
  const submissions = join(dir, 'submissions');
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: database.application.url,
    CASEWRIGHT_MIGRATE: '0',
    CASEWRIGHT_DEMO: '1',
    CASEWRIGHT_SUBMISSION_DIR: submissions,
    MANAGEMENT_PORT: '0',
  };
  if (!existsSync(join(dir, SEEDED))) {
    const seed = runProgram(env, 'scripts/seed.ts', ['--cases', String(cases)]);
    if ((await seed.ended) !== 0) throw new Error(`no cases were made: ${seed.stderr()}`);
    writeFileSync(join(dir, SEEDED), '');
  }
  // without the pretend authority of the demo, which reads what it gets
  const live = { ...env, CASEWRIGHT_DEMO: '0' };
  const api = runProgram({ ...live, ROLE: 'api' });
  const worker = runProgram({ ...live, ROLE: 'worker' });
  undo.push(() => Promise.all([api, worker].map(endProgram)));
  const url = await addressOf(api);
  const server = {
    worker: await managementOf(worker),
    api: await managementOf(api),
    folder: sponsorFolder(submissions, SPONSOR),
    call: callerAt(url, (await sessionOf(url, 'sponsor.admin')).token),
  };
  await addReceiver(server);
  await untilDerived(database.application.url);
  return server;
}

/** What is derived of new cases is not part of a submission. */
async function untilDerived(url: string): Promise<void> {
  const db = openDatabase(url);
  const catalogue = openCatalogue();
  const isDone = () =>
    inSponsor(db, SPONSOR, async (trx) => {
      const { progress } = await findState(trx, SPONSOR);
      // one after the other is begun
      const all = projectionsOf(caseProjections, catalogue, new Set(progress.keys()));
      const isWhole = all.every(({ name }) => progress.get(name)?.done);
      return isWhole && (await findStaleNames(trx, SPONSOR, new Date())).size === 0;
    });
  while (!(await isDone())) await sleep(POLL_MS);
  await db.destroy();
}

/** Calls as the administrator of the demo. */
function callerAt(url: string, token: string): Server['call'] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...CLOSING };
  return async ({ method, path }, params, body) => {
    const query = new Map(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const filled = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = query.get(name) ?? '';
      query.delete(name);
      return value;
    });
    const answer = await fetch(`${url}${filled}?${new URLSearchParams([...query])}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${filled} is answered ${answer.status}: ${text}`);
    return JSON.parse(text).data;
  };
}

interface Spent {
  seconds: number;
  /** of the processor time of both processes */
  cpuSeconds: number;
}

/** Samples the memory of the processes; `since` answers what was spent since it was called last. */
async function watching({ worker, api }: Server) {
  const read = async (management: string, name: string): Promise<number> => {
    const text = await (await fetch(`${management}/metrics`, { headers: CLOSING })).text();
    return valueOf(readExposition(text), name) ?? Number.NaN;
  };
  const cpu = async () =>
    (await read(worker, 'process_cpu_seconds_total')) + (await read(api, 'process_cpu_seconds_total'));
  const now = async () => ({ at: performance.now(), cpu: await cpu() });
  const peaks = { worker: 0, api: 0 };
  let last = await now();
  const sample = async () => {
    peaks.worker = Math.max(peaks.worker, await read(worker, 'process_resident_memory_bytes'));
    peaks.api = Math.max(peaks.api, await read(api, 'process_resident_memory_bytes'));
  };
  const sampling = setInterval(() => void sample().catch(() => {}), POLL_MS);
  return {
    peaks,
    stop: () => clearInterval(sampling),
    since: async (): Promise<Spent> => {
      const before = last;
      last = await now();
      return { seconds: (last.at - before.at) / 1000, cpuSeconds: last.cpu - before.cpu };
    },
  };
}

type Sent = DataOf<typeof readSubmission>;

/** Every batch is checked, its warnings are given a reason, and it is confirmed; the next one begins then. */
async function sendAll(server: Server, batches: number): Promise<Sent[]> {
  const { call } = server;
  const { senders } = await call(readSubmissionOptions, {});
  const caseKeys = await inventedCases(server, batches * IN_BATCH);
  const sent: Sent[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const { batchKey } = await call(
      addSubmission,
      {},
      {
        caseKeys: caseKeys.slice(batch * IN_BATCH, (batch + 1) * IN_BATCH),
        receiver: RECEIVER,
        senderKey: senders[0]?.senderKey ?? 0,
        notation: false,
        transport: 'folder',
        pretend: null,
      },
    );
    await until(server, batchKey, ['ready']);
    await giveReasons(server, batchKey);
    await call(confirmSubmission, { batchKey }, { comments: '', cases: IN_BATCH });
    sent.push(await until(server, batchKey, ['sent']));
  }
  return sent;
}

/** Without a region: the rules of ICH, which the invented cases keep. */
async function addReceiver({ call }: Server): Promise<void> {
  const values = { receiverName: RECEIVER, receiverType: 'partner', RECEIVER_BATCH_ID: RECEIVER_ID };
  const changes = Object.entries(values).map(([itemId, value]) => ({
    ...addressAt(itemId, []),
    ...EMPTY_VALUE,
    value,
  }));
  await call(
    saveRecord,
    { sponsorKey: SPONSOR, kind: 'receiver', recordKey: 0, page: 'RV' },
    { reason: 'Bench', retrievedAt: LATER, changes, rows: [] },
  );
}

async function inventedCases({ call }: Server, count: number): Promise<number[]> {
  const keys: number[] = [];
  for (let pageNo = 1; keys.length < count; pageNo += 1) {
    const { listInfo } = await call(listCases, { keyword: 'INVENTED', rowCount: 100, pageNo });
    if (listInfo.length === 0) throw new Error(`there are ${keys.length} of ${count} cases`);
    keys.push(...listInfo.map(({ rowKey }) => Number(rowKey)));
  }
  return keys;
}

async function until({ call }: Server, batchKey: number, states: readonly string[]): Promise<Sent> {
  for (;;) {
    const batch = await call(readSubmission, { batchKey });
    if (states.includes(batch.state)) return batch;
    if (batch.state === 'checkFailed' || batch.fault !== null)
      throw new Error(`the batch ${batchKey} is ${batch.state}: ${batch.fault}`);
    await sleep(BATCH_POLL_MS);
  }
}

async function giveReasons({ call }: Server, batchKey: number): Promise<void> {
  const { findings } = await call(readSubmissionCheck, { batchKey });
  const open = findings.filter(({ severity }) => severity === 'warning').map(({ findingKey }) => findingKey);
  for (let from = 0; from < open.length; from += MAX_REASONS)
    await call(
      giveWarningReasons,
      { batchKey },
      { findingKeys: open.slice(from, from + MAX_REASONS), reason: 'Bench' },
    );
}

/** Each answer is about some messages of a batch; done when the folder holds none of them. */
async function answerAll({ folder }: Server, sent: readonly Sent[], answers: number): Promise<void> {
  const inbox = join(folder, 'ack');
  await mkdir(inbox, { recursive: true });
  for (let answer = 0; answer < answers; answer += 1) {
    const batch = sent[answer % sent.length];
    if (!batch) return;
    const from = Math.floor(answer / sent.length) * ANSWERED;
    const text = writeAcknowledgement({
      number: String(answer),
      sender: RECEIVER_ID,
      receiver: batch.sender,
      sentAt: '20260102030405+0000',
      batchNumber: batch.batchNumber,
      code: 'AE',
      text: null,
      messages: batch.messages.slice(from, from + ANSWERED).map(({ messageNumber }) => ({
        messageNumber,
        localNumber: null,
        code: 'CA',
        text: 'Report Loaded Successfully',
      })),
    });
    const path = join(inbox, `${answer}.xml`);
    await writeFile(`${path}.part`, text);
    await rename(`${path}.part`, path);
  }
  while ((await readdir(inbox)).length > 0) await sleep(POLL_MS);
}

interface Figures {
  messages: number;
  answers: number;
  sending: Spent;
  answering: Spent;
  peaks: { worker: number; api: number };
}

function figuresOf({ messages, answers, sending, answering, peaks }: Figures): Measured[] {
  const allowed = messages / MESSAGES_PER_SECOND;
  return [
    {
      name: `messages, ${MESSAGES_PER_SECOND} a second / ours`,
      ratio: sending.seconds / allowed,
      budget: 1,
      detail: `${Math.round(messages / sending.seconds)} messages/s by the clock, ${messages} of them`,
    },
    {
      name: 'the same by processor time',
      ratio: sending.cpuSeconds / allowed,
      budget: 1,
      detail: `${((sending.cpuSeconds / messages) * 1000).toFixed(1)} ms a message`,
    },
    {
      name: `memory (RSS) / ${MAX_RSS_MB} MB`,
      ratio: Math.max(peaks.worker, peaks.api) / MB / MAX_RSS_MB,
      budget: 1,
      detail: `${Math.round(peaks.worker / MB)} MB of the worker at the most, ${Math.round(peaks.api / MB)} MB of the API process`,
    },
    {
      name: `answers of ${ANSWERED} messages, processor time / 50 ms`,
      ratio: (answering.cpuSeconds / answers) * 20,
      budget: null,
      detail: `${answers} answers, ${(answers / answering.seconds).toFixed(1)} a second by the clock`,
    },
  ];
}
