/** The gauges of a process: whether it is ready, its connections to the database, and the jobs of the installation. */
import type { ClockWorld } from '../ports/clock.ts';
import type { ReadinessWorld } from '../readiness.ts';
import { secondsAhead } from '../storage/clockAhead.ts';
import { poolUse, type DatabaseWorld } from '../storage/database.ts';
import { countJobs, type JobCount } from './jobCounts.store.ts';
import type { ObservedGauge } from './metrics.ts';

/** Every process answers with the jobs of all: several readers must not cost several queries a second. */
const JOBS_FOR_MS = 10_000;

export const observedGauges = (world: DatabaseWorld & ClockWorld & ReadinessWorld): ObservedGauge[] => [
  // first: the queries of the others take connections, too
  ...poolGauges(world),
  {
    name: 'casewright_ready',
    help: '1 if the process may be sent requests, as /readyz answers',
    values: async () => [{ value: (await world.readiness.check()) === null ? 1 : 0 }],
  },
  {
    name: 'casewright_clock_ahead_seconds',
    help: 'Seconds by which the clock of the process is ahead of that of the database; negative: behind',
    values: async () => [{ value: await secondsAhead(world) }],
  },
  ...jobGauges(world),
];

const poolGauges = ({ db }: DatabaseWorld): ObservedGauge[] => [
  {
    name: 'casewright_database_pool_connections',
    help: 'Open connections to the database',
    values: () => [{ value: poolUse(db).total }],
  },
  {
    name: 'casewright_database_pool_idle_connections',
    help: 'Open connections to the database that nothing uses',
    values: () => [{ value: poolUse(db).idle }],
  },
  {
    name: 'casewright_database_pool_waiting_requests',
    help: 'Work that waits for a connection to the database',
    values: () => [{ value: poolUse(db).waiting }],
  },
  {
    name: 'casewright_database_pool_max_connections',
    help: 'The most connections that the process opens for requests and jobs',
    values: () => [{ value: poolUse(db).max }],
  },
];

function jobGauges({ db, clock }: DatabaseWorld & ClockWorld): ObservedGauge[] {
  let readAt = -Infinity;
  let counts: Promise<JobCount[]> = Promise.resolve([]);
  const current = () => {
    if (performance.now() - readAt < JOBS_FOR_MS) return counts;
    readAt = performance.now();
    counts = countJobs(db, clock.now());
    // the next reader tries again
    counts.catch(() => (readAt = -Infinity));
    return counts;
  };
  return [
    {
      name: 'casewright_jobs',
      help: 'Jobs of the installation that wait (ready), run, or were given up (dead), by kind',
      labels: ['kind', 'state'],
      values: async () =>
        (await current()).map(({ kind, state, jobs }) => ({ labels: { kind, state }, value: jobs })),
    },
    {
      name: 'casewright_job_wait_seconds',
      help: 'Time since the oldest waiting job could run, by kind; 0: none could',
      labels: ['kind'],
      values: async () =>
        (await current())
          .filter(({ state }) => state === 'ready')
          .map(({ kind, dueSince }) => ({ labels: { kind }, value: secondsSince(dueSince, clock.now()) })),
    },
  ];
}

const secondsSince = (time: Date | null, now: Date): number =>
  time === null ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1000);
