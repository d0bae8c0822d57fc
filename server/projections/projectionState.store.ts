/** Queries on which projections are current. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

export interface Progress {
  name: string;
  version: string;
  walkedTo: number;
  done: boolean;
}

export interface ProjectionState {
  timeZone: string;
  progress: ReadonlyMap<string, Pick<Progress, 'version' | 'done'>>;
}

/** One statement, since every save asks. */
export async function findState(trx: Trx, sponsorKey: number): Promise<ProjectionState> {
  const { rows } = await sql<{ time_zone: string; progress: Pick<Progress, 'name' | 'version' | 'done'>[] }>`
    select time_zone, coalesce((
      select jsonb_agg(jsonb_build_object('name', name, 'version', version, 'done', done))
      from projection_progress p where p.sponsor_key = s.sponsor_key), '[]') as progress
    from sponsor s where sponsor_key = ${sponsorKey}`.execute(trx);
  const [found] = rows;
  if (!found) throw new Error(`there is no sponsor ${sponsorKey}`);
  return {
    timeZone: found.time_zone,
    progress: new Map(found.progress.map((one) => [one.name, one])),
  };
}

/** Registers a projection that is kept from now on; the backfill finds that no version has been derived. */
export const putProgress = (trx: Trx, sponsorKey: number, name: string) =>
  trx
    .insertInto('projection_progress')
    .values({ sponsor_key: sponsorKey, name, version: '' })
    .onConflict((same) => same.doNothing())
    .execute();

/** Undefined where another process is rebuilding the projection. */
export async function lockProgress(
  trx: Trx,
  sponsorKey: number,
  name: string,
): Promise<Progress | undefined> {
  const found = await trx
    .selectFrom('projection_progress')
    .select(['version', 'walked_to', 'done'])
    .where('sponsor_key', '=', sponsorKey)
    .where('name', '=', name)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return found && { name, version: found.version, walkedTo: found.walked_to, done: found.done };
}

export const updateProgress = (trx: Trx, sponsorKey: number, { name, version, walkedTo, done }: Progress) =>
  trx
    .updateTable('projection_progress')
    .set({ version, walked_to: walkedTo, done })
    .where('sponsor_key', '=', sponsorKey)
    .where('name', '=', name)
    .execute();

/** Makes every case of the sponsor stale: the next round of the backfill begins with the first case. */
export const markAllStale = (trx: Trx, sponsorKey: number) =>
  trx
    .updateTable('projection_progress')
    .set({ version: '', done: false })
    .where('sponsor_key', '=', sponsorKey)
    .execute();

/** Marks these projections of these cases as stale, in one statement. */
export async function markStale(
  trx: Trx,
  sponsorKey: number,
  names: readonly string[],
  keys: readonly number[],
): Promise<void> {
  if (names.length === 0 || keys.length === 0) return;
  await sql`
    insert into projection_stale (sponsor_key, name, record_key)
    select ${sponsorKey}::int, name, key
    from unnest(${[...names]}::text[]) as n(name), unnest(${[...keys]}::bigint[]) as k(key)
    order by name, key
    on conflict (sponsor_key, name, record_key) do update set retry_at = null
      where projection_stale.retry_at is not null`.execute(trx);
}

/** Marks a case whose projection could not be rebuilt: it is left alone until then. */
export const markFailed = (trx: Trx, sponsorKey: number, name: string, key: number, retryAt: Date) =>
  trx
    .insertInto('projection_stale')
    .values({ sponsor_key: sponsorKey, name, record_key: key, retry_at: retryAt })
    .onConflict((same) =>
      same.columns(['sponsor_key', 'name', 'record_key']).doUpdateSet({ retry_at: retryAt }),
    )
    .execute();

export const findStaleNames = async (trx: Trx, sponsorKey: number, now: Date): Promise<Set<string>> => {
  const found = await trx
    .selectFrom('projection_stale')
    .select('name')
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .where((either) => either.or([either('retry_at', 'is', null), either('retry_at', '<=', now)]))
    .execute();
  return new Set(found.map(({ name }) => name));
};

export interface LockedCase {
  caseKey: number;
  at: Date;
}

/**
 * Stale cases of a projection, locked until the transaction ends, which count as current from now on.
 * Cases that are being saved are left out: they are found when that has ended.
 */
export async function claimStale(
  trx: Trx,
  sponsorKey: number,
  name: string,
  limit: number,
  now: Date,
): Promise<LockedCase[]> {
  // the case and not its mark is locked: a save locks the case first
  const { rows } = await sql<{ case_key: number; updated_at: Date }>`
    with claimed as (
      select c.sponsor_key, c.case_key, c.updated_at from projection_stale s
      join pv_case c on c.sponsor_key = s.sponsor_key and c.case_key = s.record_key
      where s.sponsor_key = ${sponsorKey} and s.name = ${name} and (s.retry_at is null or s.retry_at <= ${now})
      order by s.record_key limit ${limit} for no key update of c skip locked
    ), gone as (
      delete from projection_stale s using claimed
      where s.sponsor_key = ${sponsorKey} and s.name = ${name} and s.record_key = claimed.case_key
    )
    select case_key, updated_at from claimed order by case_key`.execute(trx);
  return rows.map(({ case_key, updated_at }) => ({ caseKey: case_key, at: updated_at }));
}

/** Keys of newest versions, or of all, behind a key, in their order. */
export async function findKeysAfter(
  trx: Trx,
  sponsorKey: number,
  key: number,
  { limit, ofSuperseded }: { limit: number; ofSuperseded: boolean },
): Promise<number[]> {
  const found = await trx
    .selectFrom('pv_case')
    .select('case_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '>', key)
    .$if(!ofSuperseded, (newest) => newest.where('latest', '=', true))
    .orderBy('case_key')
    .limit(limit)
    .execute();
  return found.map(({ case_key }) => case_key);
}

/** Keeps cases from changing until the transaction ends; without `wait` those that are being changed are left out. */
export async function lockCases(
  trx: Trx,
  sponsorKey: number,
  keys: readonly number[],
  { wait }: { wait: boolean },
): Promise<LockedCase[]> {
  const { rows } = await sql<{ case_key: number; updated_at: Date }>`
    select case_key, updated_at from pv_case
    where sponsor_key = ${sponsorKey} and case_key = any(${[...keys]}::bigint[])
    order by case_key for no key update ${wait ? sql`` : sql`skip locked`}`.execute(trx);
  return rows.map(({ case_key, updated_at }) => ({ caseKey: case_key, at: updated_at }));
}

/** Waits for transactions that are inserting cases; no other begins until this one ends. */
export const waitForInserts = (trx: Trx, sponsorKey: number) =>
  trx
    .insertInto('sponsor_seq')
    .values({ sponsor_key: sponsorKey, seq_name: 'case', period: '', last_no: 0 })
    .onConflict((same) =>
      same.columns(['sponsor_key', 'seq_name', 'period']).doUpdateSet({ last_no: sql`sponsor_seq.last_no` }),
    )
    .execute();
