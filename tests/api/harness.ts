/** A whole server for a test file: real HTTP on a free port, a PostgreSQL database of its own, the demo seeded. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { signIn } from '../../shared/contract/auth.ts';
import type { Call, DataOf, Envelope } from '../../shared/contract/call.ts';
import { readConfig } from '../../server/config.ts';
import type { Deps } from '../../server/deps.ts';
import type { Clock } from '../../server/ports/clock.ts';
import { DEMO_PASSWORD, seedDemo } from '../../server/seed/seedDemo.ts';
import { startServer, type RunningServer } from '../../server/startServer.ts';
import { openThreadPools } from '../../server/threads/threads.ts';
import type { Db, Trx } from '../../server/storage/database.ts';
import { pathOf } from '../callPath.ts';
import { serverData, type ServerData } from '../demoData.ts';

export type DemoAccount =
  | 'sponsor.admin'
  | 'case.editor'
  | 'case.reader'
  | 'medical.reviewer'
  | 'system.admin';

interface TestFile {
  name: string;
  type?: string;
  bytes: Uint8Array<ArrayBuffer> | string;
}

/** Loose on purpose: tests also send what the contract refuses. */
export interface TestInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  token?: string;
  /** sent as the multipart field `file` */
  file?: TestFile;
  /** of a form, whose field `data` is the body */
  files?: readonly TestFile[];
}

/** `data` is only there where `success` is true. */
export interface TestAnswer<Data> extends Omit<Envelope<Data>, 'data'> {
  status: number;
  headers: Headers;
  data: Data;
  /** of a call that carries a file */
  bytes: Buffer;
}

/** Real time, which a test may put forward. */
interface TestClock extends Clock {
  advance: (ms: number) => void;
  /** Stops the clock until the returned function is called: a busy machine takes seconds for what a test does at once. */
  pause: () => () => void;
}

export interface TestServer {
  url: string;
  /** these three while it runs */
  readonly db: Db;
  readonly deps: Deps;
  readonly app: FastifyInstance;
  clock: TestClock;
  call: <C extends Call>(call: C, input?: TestInput) => Promise<TestAnswer<DataOf<C>>>;
  /** a token of a demo account; signed in once a file */
  token: (account: DemoAccount) => Promise<string>;
  stop: () => Promise<void>;
}

export interface TestServerOptions {
  /** environment variables of the server */
  env?: Record<string, string>;
  /** left out: by the environment variables */
  data?: ServerData;
}

/** Of the process, for all of its servers one after the other: a thread takes a second of processor time to start. */
const threadPools = openThreadPools();

/** Starts the server; `CASEWRIGHT_DEMO: '0'` leaves the database empty. */
export async function startTestServer({
  env = {},
  data: given,
}: TestServerOptions = {}): Promise<TestServer> {
  const data = given ?? (await serverData(env));
  const clock = testClock();
  const config = readConfig(
    { PORT: '0', DATA_DIR: data.dir, LOG_LEVEL: 'error', ...data.env, ...env },
    data.dir,
  );
  let running: RunningServer | null = await startServer(config, {
    clock,
    threadPools,
    prepare: async (app) => {
      if (config.demo) await seedDemo(app.deps);
    },
  }).catch(async (error: unknown) => {
    await data.remove();
    throw error;
  });
  const url = running.url ?? '';
  const app = (): FastifyInstance => {
    if (!running) throw new Error('the server has been stopped');
    return running.app;
  };
  const call = <C extends Call>(definition: C, input: TestInput = {}) => makeCall(url, definition, input);
  const tokens = new Map<DemoAccount, Promise<string>>();
  return {
    url,
    get db() {
      return app().deps.db;
    },
    get deps() {
      return app().deps;
    },
    get app() {
      return app();
    },
    clock,
    call,
    token: (account) => {
      const known = tokens.get(account) ?? tokenOf(url, account);
      tokens.set(account, known);
      return known;
    },
    stop: async () => {
      await running?.close();
      // the module of a test file stays loaded, and would keep all of its servers with their routes
      running = null;
      await data.remove();
    },
  };
}

/** Begins something that has to wait for the lock of a table, and does something else before it goes on. As `untilWaitedFor`. */
export async function whileHeldUp<T>(
  { db }: TestServer,
  lock: string,
  begin: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  const { held } = await db.transaction().execute(async (trx) => {
    await sql`lock table ${sql.raw(lock)}`.execute(trx);
    const held = begin();
    await untilWaitedFor(trx);
    await meanwhile();
    return { held };
  });
  return held;
}

/** Waits until an assertion holds. The deadline is for a machine that others keep busy: an idle one never gets near it. */
export const eventually = <T>(assertion: () => T | Promise<T>): Promise<T> =>
  // oxlint-disable-next-line no-restricted-properties -- it has a deadline
  vi.waitFor(assertion, { timeout: 30_000, interval: 50 });

/**
 * Resolves when another transaction waits for a lock that this one holds. Where a job may be the one, the server of the test
 * runs none (`ROLE: 'api'`).
 */
export async function untilWaitedFor(trx: Trx): Promise<void> {
  for (let waits = false; !waits;) {
    const { rows } = await sql`
      select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
      trx,
    );
    waits = rows.length > 0;
  }
}

function testClock(): TestClock {
  let offset = 0;
  let pausedAt: number | null = null;
  return {
    now: () => new Date((pausedAt ?? Date.now()) + offset),
    advance: (ms) => {
      offset += ms;
    },
    pause: () => {
      const at = Date.now();
      pausedAt = at;
      return () => {
        pausedAt = null;
        offset += at - Date.now();
      };
    },
  };
}

/** A token of an account of the demo, in a session of its own. */
export async function tokenOf(url: string, userId: DemoAccount): Promise<string> {
  const answer = await makeCall(url, signIn, { body: { userId, password: DEMO_PASSWORD } });
  if (!answer.success) throw new Error(`${userId} cannot sign in: ${answer.errMsg}`);
  return answer.data.token;
}

/** Makes a call of the contract over HTTP. */
export async function makeCall<C extends Call>(
  url: string,
  call: C,
  { params = {}, query = {}, body, token, file, files }: TestInput,
): Promise<TestAnswer<DataOf<C>>> {
  const response = await fetch(`${url}${pathOf(call, { params, query })}`, {
    method: call.method,
    headers: {
      // to pack an answer and unpack it takes as long as many calls do
      'accept-encoding': 'identity',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !files && { 'content-type': 'application/json' }),
    },
    body: bodyOf({ body, file, files }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const noEnvelope = { success: response.ok, data: null, errMsg: null, errCode: null };
  const envelope = (isJson ? JSON.parse(bytes.toString()) : noEnvelope) as Envelope<DataOf<C>>;
  return {
    ...envelope,
    data: envelope.data as DataOf<C>,
    status: response.status,
    headers: response.headers,
    bytes,
  };
}

function bodyOf({ body, file, files }: Pick<TestInput, 'body' | 'file' | 'files'>) {
  if (!file && !files) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  if (files) form.append('data', JSON.stringify(body));
  for (const { name, type, bytes } of files ?? (file ? [file] : []))
    form.append('file', new Blob([bytes], { type }), name);
  return form;
}
