/** What a request costs an API process, and what a second and a third process on the same database add. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressAt } from '../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../shared/case/itemValue.ts';
import { addCase, listCases, readPage, savePage, type Call } from '../shared/contract/index.ts';
import { startEmbedded } from '../server/storage/embedded/startEmbedded.ts';
import { migrate } from '../server/storage/migrate.ts';
import { readExposition, valueOf } from '../tests/api/exposition.ts';
import { addressOf, endProgram, managementOf, runProgram } from '../tests/api/program.ts';
import { editorToken } from './benchServer.ts';
import { median, overRounds, type Measured } from './measure.ts';

const PROCESSES = 3;
const CLIENTS = 8;
const ROUNDS = 5;
/** of one kind, in a row, for its processor time */
const REQUESTS = 300;
const LOAD_MS = 4000;
const QUICK = { rounds: 2, requests: 60, loadMs: 1000 };
/** later than every save */
const LATER = '2999-01-01T00:00:00.000Z';
const PAGE = 'DM';
const ITEM = 'D.1';
/** of a user at work: a page is opened, saved about as often as another one is read, and a list now and then */
const MIX = ['open', 'save', 'open', 'save', 'list'] as const;

interface Process {
  url: string;
  management: string;
}

type Kind = 'floor' | 'open' | 'save' | 'list';
type Send = (process: Process, client: number, kind: Kind) => Promise<void>;

/** Starts a database and three processes of its own. */
export async function benchProcesses({ quick }: { quick: boolean }): Promise<Measured[]> {
  const extent = quick ? QUICK : { rounds: ROUNDS, requests: REQUESTS, loadMs: LOAD_MS };
  const undo: (() => unknown)[] = [];
  try {
    const processes = await startProcesses(undo);
    const send = await sender(processes);
    return [...(await costs(processes, send, extent)), ...(await additions(processes, send, extent))];
  } finally {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  }
}

async function startProcesses(undo: (() => unknown)[]): Promise<Process[]> {
  const dir = mkdtempSync(join(tmpdir(), 'casewright-bench-'));
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  // the database runs as another user
  chmodSync(dir, 0o755);
  const database = await startEmbedded(dir);
  undo.push(() => database.stop());
  await migrate(database.url, database.application.login);
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: database.application.url,
    CASEWRIGHT_MIGRATE: '0',
    CASEWRIGHT_DEMO: '1',
    ROLE: 'api',
    MANAGEMENT_PORT: '0',
  };
  const programs = Array.from({ length: PROCESSES }, () => runProgram(env));
  undo.push(() => Promise.all(programs.map(endProgram)));
  return Promise.all(
    programs.map(async (program) => ({
      url: await addressOf(program),
      management: await managementOf(program),
    })),
  );
}

/** Sends requests of an editor with a case for each client, so that no save waits for another one. */
async function sender([first]: Process[]): Promise<Send> {
  if (!first) throw new Error('no process was started');
  const token = await editorToken(first.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = async (url: string, method: Call['method'], body?: object): Promise<unknown> => {
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url}: ${text}`);
    return JSON.parse(text);
  };
  const caseKeys: number[] = [];
  for (let client = 0; client < CLIENTS; client += 1) {
    const added = (await request(first.url + addCase.path, 'POST', {})) as { data: { caseKey: number } };
    caseKeys.push(added.data.caseKey);
  }
  let saves = 0;
  return async ({ url }, client, kind) => {
    const path = (call: Call) =>
      url + call.path.replace(':caseKey', String(caseKeys[client])).replace(':page', PAGE);
    if (kind === 'floor') await request(`${url}/version.json`, 'GET');
    else if (kind === 'open') await request(path(readPage), 'GET');
    else if (kind === 'list') await request(path(listCases), 'GET');
    else {
      const changes = [{ ...addressAt(ITEM, []), ...EMPTY_VALUE, value: `text ${(saves += 1)}` }];
      await request(path(savePage), 'POST', { reason: 'Bench', retrievedAt: LATER, changes });
    }
  };
}

/** Of the process itself, not of the database. */
async function metric({ management }: Process, name: string): Promise<number> {
  const families = readExposition(await (await fetch(`${management}/metrics`)).text());
  return valueOf(families, name) ?? Number.NaN;
}

const KINDS: readonly [Exclude<Kind, 'floor'>, string][] = [
  ['open', 'opening a page'],
  ['save', 'saving a value'],
  ['list', 'a list of cases'],
];

/** Processor time of each kind of request over that of the cheapest answer. */
async function costs(
  [process]: Process[],
  send: Send,
  { rounds, requests }: typeof QUICK,
): Promise<Measured[]> {
  if (!process) return [];
  const milliseconds = async (kind: Kind): Promise<number> => {
    const before = await metric(process, 'process_cpu_seconds_total');
    for (let at = 0; at < requests; at += 1) await send(process, 0, kind);
    return (((await metric(process, 'process_cpu_seconds_total')) - before) / requests) * 1000;
  };
  const times: Record<Kind, number[]> = { floor: [], open: [], save: [], list: [] };
  // the first round compiles
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of ['floor', 'open', 'save', 'list'] as const) {
      const cost = await milliseconds(kind);
      if (round > 0) times[kind].push(cost);
    }
  return KINDS.map(([kind, name]) => ({
    name: `${name}, processor time`,
    ...overRounds(times[kind], times.floor),
    budget: null,
    detail: `${median(times[kind]).toFixed(2)} and ${median(times.floor).toFixed(2)} ms of the API process a request`,
  }));
}

/** Requests a second that further processes answer, over those of one. */
async function additions(
  processes: Process[],
  send: Send,
  { rounds, loadMs }: typeof QUICK,
): Promise<Measured[]> {
  const rates: number[][] = processes.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, list] of rates.entries())
      list.push(await rateOf(processes.slice(0, at + 1), send, loadMs));
  const [one = []] = rates;
  const cores = availableParallelism();
  const memory = await Promise.all(
    processes.map((process) => metric(process, 'process_resident_memory_bytes')),
  );
  const largest = Math.round(Math.max(...memory) / 2 ** 20);
  return rates.slice(1).map((rate, at) => {
    const count = at + 2;
    // the processes, the database and the clients share the machine
    const claim =
      cores >= count + 2 ? '' : `; no claim: ${count} processes, database and clients on ${cores} cores`;
    return {
      name: `${count} API processes, requests/s over 1`,
      ...overRounds(rate, one),
      budget: null,
      detail: `${Math.round(median(rate))} and ${Math.round(median(one))}/s, ${CLIENTS} clients, ${largest} MB each${claim}`,
    };
  });
}

async function rateOf(processes: Process[], send: Send, loadMs: number): Promise<number> {
  const startedAt = performance.now();
  let answered = 0;
  const client = async (number: number) => {
    const process = processes[number % processes.length];
    for (let at = number; process && performance.now() - startedAt < loadMs; at += 1) {
      await send(process, number, MIX[at % MIX.length] ?? 'open');
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return (answered / (performance.now() - startedAt)) * 1000;
}
