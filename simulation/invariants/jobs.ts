/** Jobs are done once, none is given up or forgotten, and processes wait for jobs that are there. */
import { sql } from 'kysely';
import { inJobQueue } from '../../server/storage/database.ts';
import { HOUR_MS } from '../simulatedClock.ts';
import type { Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

interface StoredJob {
  key: number;
  kind: string;
  state: string;
  attempts: number;
  error: string | null;
  runAt: Date;
  leaseUntil: Date | null;
  everyMs: number | null;
  finishedAt: Date | null;
}

const readJobs = async ({ server: { deps } }: SimulationView): Promise<StoredJob[]> => {
  const { rows } = await inJobQueue(deps.db, (trx) =>
    sql<StoredJob>`
      select job_key as key, kind, state, attempts, last_error as error, run_at as "runAt",
        lease_until as "leaseUntil", every_ms as "everyMs", finished_at as "finishedAt"
      from job order by job_key`.execute(trx),
  );
  return rows;
};

/** The error of a job whose worker was lost. */
const LOST = 'the process that ran it ended';
/** Jobs that ended are deleted after this. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

function doneOnce(): Invariant {
  let before = new Map<number, StoredJob>();
  return {
    name: 'jobs are done once',
    every: 1,
    check: async (simulation, { what }) => {
      const { clock, lost } = simulation.server;
      const jobs = await readJobs(simulation);
      const now = clock.now();
      for (const job of jobs) {
        const wrong = (why: string): never => {
          throw new Violation('jobs are done once', `${job.kind} ${job.key} ${why}`);
        };
        const { state, error, key, attempts, runAt, everyMs, leaseUntil } = job;
        if (error !== null && error !== LOST) wrong(`failed: ${error}`);
        if (state === 'running' && !lost.has(key)) wrong('was not ended');
        if (what === `job ${job.kind}`) {
          // whatever was lost before this run was taken back by it
          if (state === 'running' && leaseUntil && leaseUntil < now) wrong('is not taken back');
          if (state === 'ready' && runAt <= now && (everyMs ?? 0) > 0) wrong('is due again at once');
        }
        const was = before.get(key);
        if (was?.state === 'done' && state !== 'done') wrong(`was done, and is ${state}`);
        if (state === 'done' && attempts === 0) wrong('was done by nobody');
        if (state === 'done' && attempts > 1 && !lost.has(key)) wrong(`was done ${attempts} times`);
      }
      const keys = new Set(jobs.map(({ key }) => key));
      for (const { key, kind, finishedAt } of before.values())
        if (!keys.has(key) && !(finishedAt && now.getTime() - finishedAt.getTime() > RETENTION_MS))
          throw new Violation('jobs are done once', `${kind} ${key} is gone`);
      before = new Map(jobs.map((job) => [job.key, job]));
    },
  };
}

const awaited: Invariant = {
  name: 'processes wait for jobs',
  every: 1,
  check: async ({ server }) => {
    const { rows } = await server.read((trx) =>
      sql<{ process: string; task: string }>`
        select p.process_key as process, t.key as task from process p,
          jsonb_each(p.tasks || case when p.deadline_job is null then '{}' else
            jsonb_build_object('deadline', p.deadline_job) end) t
        where p.status = 'active' and not exists (
          select from job j where j.sponsor_key = p.sponsor_key and j.job_key = t.value::bigint
            and j.state in ('ready', 'running'))`.execute(trx),
    );
    const [first] = rows;
    if (first) throw new Violation('processes wait for jobs', `${first.process}: no job does ${first.task}`);
  },
};

export const jobInvariants = (): Invariant[] => [doneOnce(), awaited];
