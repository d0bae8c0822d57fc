/** The real server on a copy of the template, with the clock and the chance of a seed; jobs run when the simulation says so. */
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../server/config.ts';
import type { Deps } from '../server/deps.ts';
import { loadJobs } from '../server/jobs/jobModules.ts';
import { claimJobs, putRecurring } from '../server/jobs/job.store.ts';
import type { AnyJobHandler, Job, RecurringJob } from '../server/jobs/job.types.ts';
import { LEASE_MS, runNextJob } from '../server/jobs/jobWorker.ts';
import { DEMO_PASSWORD } from '../server/seed/seedDemo.ts';
import { startServer } from '../server/startServer.ts';
import { inJobQueue, readInSponsor, type Trx } from '../server/storage/database.ts';
import { signIn } from '../shared/contract/auth.ts';
import type { Call, DataOf, Envelope } from '../shared/contract/call.ts';
import { pathOf, type CallPlace } from '../tests/callPath.ts';
import { serverChance } from './chance.ts';
import { inlineThreads } from './inlineThreads.ts';
import { HOUR_MS, simulatedClock, type SimulatedClock } from './simulatedClock.ts';
import { environmentOf, type Cluster } from './template.ts';
import { Violation } from './violation.ts';

/** Accounts of the demo that act. */
export const ACCOUNTS = ['case.editor', 'sponsor.admin', 'medical.reviewer', 'case.reader'] as const;
export type Account = (typeof ACCOUNTS)[number];

export const SPONSOR = 1;

export interface Answer<Data> extends Envelope<Data> {
  status: number;
  /** only where `success` is true; of a message its text */
  data: Data;
}

interface Sent extends CallPlace {
  body?: unknown;
  /** instead of a body: sent as the multipart field `file` */
  file?: { name: string; text: string };
}

export interface SimulatedServer {
  deps: Deps;
  clock: SimulatedClock;
  call: <C extends Call>(by: Account, call: C, input?: Sent) => Promise<Answer<DataOf<C>>>;
  /** The same with the session of a token, or none. */
  send: <C extends Call>(call: C, input: Sent, token?: string) => Promise<Answer<DataOf<C>>>;
  /** Begins sessions of the accounts that have none. */
  signIn: () => Promise<void>;
  /** What the server draws from now on does not depend on what it drew before. */
  beginStep: (step: number) => void;
  /** kinds of jobs that come round again */
  recurring: ReadonlySet<string>;
  /** keys of the jobs that lost workers have taken */
  lost: ReadonlySet<number>;
  read: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** of the kinds that have a job that is due, in their order */
  dueKinds: () => Promise<string[]>;
  /** Runs one job of the kind. */
  runJob: (kind: string) => Promise<void>;
  /** A worker takes a job of the kind and is never heard of again. */
  loseJob: (kind: string) => Promise<void>;
  /** A worker does a job of the kind, and is never heard of again before that is noted. */
  dieAfterJob: (kind: string) => Promise<void>;
  close: () => Promise<void>;
}

/** A session of the longest length the settings allow ends after this. */
const SESSION_MS = 6 * HOUR_MS;
/** Real time decides what these do: the files of a disk have no other. */
const LEFT_OUT = new Set(['remove-orphan-files']);

/** `watch`: sees every answer before its actor does. */
export async function startSimulatedServer(
  cluster: Cluster,
  seed: number,
  watch: (by: Account, call: Call, answer: Answer<unknown>) => void,
): Promise<SimulatedServer> {
  const { dataDir, databaseUrl, remove } = await cluster.copy();
  // after all that the template has
  const clock = simulatedClock(HOUR_MS);
  const chance = serverChance(seed);
  const env = { ...environmentOf(dataDir), DATABASE_URL: databaseUrl };
  const { app, close } = await startServer(readConfig(env, dataDir), {
    clock,
    chance,
    threads: inlineThreads(() => deps),
    jobs: null,
  });
  const deps: Deps = app.deps;
  const { handlers, recurring } = await loadJobs(deps);
  const jobs = new Map<string, AnyJobHandler | RecurringJob>([
    ...handlers.map((job) => [job.kind.kind, job] as const),
    ...recurring.filter(({ name }) => !LEFT_OUT.has(name)).map((job) => [job.name, job] as const),
  ]);
  for (const job of recurring) await inJobQueue(deps.db, (trx) => putRecurring(trx, job, clock.now()));
  const jobOf = (kind: string) => {
    const job = jobs.get(kind);
    if (!job) throw new Error(`there is no job '${kind}'`);
    return job;
  };
  const lost = new Set<number>();
  const takeAndLose = async (kind: string): Promise<Job[]> => {
    const now = clock.now();
    const taken = await inJobQueue(deps.db, (trx) =>
      claimJobs(trx, {
        free: new Map([[kind, 1]]),
        holder: deps.newUuid(),
        now,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
      }),
    );
    for (const { jobKey } of taken) lost.add(jobKey);
    return taken;
  };
  return {
    ...caller(app, clock, watch),
    beginStep: (step) => chance.beginStep(step),
    deps,
    clock,
    lost,
    recurring: new Set(recurring.map(({ name }) => name)),
    read: (work) => readInSponsor(deps.db, SPONSOR, work),
    dueKinds: () => dueKinds(deps, [...jobs.keys()], clock.now()),
    runJob: async (kind) => {
      await runNextJob(deps, jobOf(kind));
    },
    loseJob: async (kind) => {
      await takeAndLose(kind);
    },
    dieAfterJob: async (kind) => {
      const { signal } = new AbortController();
      const handler = jobOf(kind);
      for (const job of await takeAndLose(kind))
        // what it answers, or that it failed, is lost with it
        await (
          'kind' in handler
            ? handler.run(job as Job<never>, { signal, progress: () => {} })
            : handler.run(signal)
        ).catch(() => {});
    },
    close: async () => {
      await close();
      await remove();
    },
  };
}

const dueKinds = ({ db }: Deps, kinds: readonly string[], now: Date): Promise<string[]> =>
  inJobQueue(db, async (trx) => {
    const found = await trx
      .selectFrom('job')
      .select('kind')
      .distinct()
      .where('kind', 'in', kinds)
      .where((where) =>
        where.or([
          where.and([where('state', '=', 'ready'), where('run_at', '<=', now)]),
          // of a worker that was lost
          where.and([where('state', '=', 'running'), where('lease_until', '<', now)]),
        ]),
      )
      .orderBy('kind')
      .execute();
    return found.map(({ kind }) => kind);
  });

/** Makes calls without a network, signed in as long as a session lasts. */
function caller(
  app: FastifyInstance,
  clock: SimulatedClock,
  watch: (by: Account, call: Call, answer: Answer<unknown>) => void,
): Pick<SimulatedServer, 'call' | 'send' | 'signIn'> {
  const sessions = new Map<Account, { token: string; until: number }>();
  const send: SimulatedServer['send'] = async (call, { body, file, ...place }, token) => {
    const content = file ? formOf(file) : body === undefined ? null : jsonOf(body);
    const { statusCode, headers, rawPayload } = await app.inject({
      method: call.method,
      url: pathOf(call, place),
      headers: {
        'accept-encoding': 'identity',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(content && { 'content-type': content.type }),
      },
      ...(content && { payload: content.payload }),
    });
    const type = String(headers['content-type']);
    const isJson = type.startsWith('application/json');
    const data = type.startsWith('application/xml') ? rawPayload.toString() : null;
    const noEnvelope = { success: statusCode < 400, data, errMsg: null, errCode: null };
    const envelope = (isJson ? JSON.parse(rawPayload.toString()) : noEnvelope) as Answer<never>;
    return { ...envelope, status: statusCode };
  };
  const tokenOf = async (account: Account): Promise<string> => {
    const known = sessions.get(account);
    const now = clock.now().getTime();
    if (known && known.until > now) return known.token;
    const answer = await send(signIn, { body: { userId: account, password: DEMO_PASSWORD } });
    if (!answer.success) throw new Violation('sign-in', `${account} cannot sign in: ${answer.errMsg}`);
    const { token } = answer.data;
    sessions.set(account, { token, until: now + SESSION_MS });
    return token;
  };
  return {
    send,
    signIn: async () => {
      for (const account of ACCOUNTS) await tokenOf(account);
    },
    call: async (by, call, input = {}) => {
      const answer = await send(call, input, await tokenOf(by));
      watch(by, call, answer);
      return answer;
    },
  };
}

interface Content {
  type: string;
  payload: string;
}

const jsonOf = (body: unknown): Content => ({ type: 'application/json', payload: JSON.stringify(body) });

const formOf = ({ name, text }: { name: string; text: string }): Content => ({
  type: 'multipart/form-data; boundary=part-of-form',
  payload: [
    '--part-of-form',
    `content-disposition: form-data; name="file"; filename="${name}"`,
    'content-type: application/xml',
    '',
    text,
    '--part-of-form--',
    '',
  ].join('\r\n'),
});
