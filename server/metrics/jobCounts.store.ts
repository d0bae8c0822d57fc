/** Jobs that are not finished, by kind and state. */
import { sql } from 'kysely';
import { inJobQueue, type Db } from '../storage/database.ts';

export interface JobCount {
  kind: string;
  state: 'ready' | 'running' | 'dead';
  jobs: number;
  /** since when the oldest could run; null: none could */
  dueSince: Date | null;
}

/** Counts by the indexes of the three states. Recurring jobs always wait or run, and are left out. */
export const countJobs = (db: Db, now: Date): Promise<JobCount[]> =>
  inJobQueue(db, async (trx) => {
    const { rows } = await sql<JobCount>`
      select kind, 'ready' as state, count(*) as jobs, min(run_at) filter (where run_at <= ${now}) as "dueSince"
        from job where state = 'ready' and every_ms is null group by kind
      union all
      select kind, 'running', count(*), null from job where state = 'running' and every_ms is null group by kind
      union all
      select kind, 'dead', count(*), null from job where state = 'dead' group by kind`.execute(trx);
    return rows;
  });
