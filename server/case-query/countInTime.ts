/**
 * Counts the cases that answer a question while a user waits. What takes longer than a page waits is counted in portions of
 * cases, the newest first: each answer says how far it has come, and the next call goes on from there.
 */
import { sql } from 'kysely';
import type { CaseQuestion } from '../../shared/query/condition.types.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { allowListMemory } from '../lists/listQuery.ts';
import { inSponsor, type Db, type Trx } from '../storage/database.ts';
import { countPassing, type KeyRange, type QueryReader } from './passingCases.ts';

export interface Counted {
  /** of the cases looked at */
  count: number;
  /** the first of them in this call, the newest first */
  keys: number[];
  /** of all cases, in percent; 100: the count is exact */
  looked: number;
  /** no case below this key has been looked at; null: all have been */
  below: number | null;
}

/** Where an earlier call has stopped. */
export interface CountedBefore {
  below: number;
  count: number;
}

interface Counting {
  catalogue: CatalogueSource;
  reader: QueryReader;
  question: CaseQuestion;
  /** keys at most */
  limit: number;
}

/** for the whole answer; then portions are counted for so long, and one that takes longer than that is made smaller */
const [WHOLE_MS, PORTIONS_MS, PORTION_MS] = [1500, 1500, 1000];
/** a portion that takes less is followed by a larger one */
const QUICK_MS = 300;
/** keys of cases in the first portion, and in one that may take as long as it needs */
const [FIRST_PORTION, SMALLEST_PORTION] = [8192, 16];
/** a portion after a quick one, and after one that took too long */
const [LARGER, SMALLER] = [2, 1 / 8];
/** PostgreSQL's code of a statement that took too long */
const CANCELLED = '57014';

/** Answers within some seconds. */
export async function countInTime(
  db: Db,
  counting: Counting,
  before: CountedBefore | null,
): Promise<Counted> {
  const { catalogue, reader, question, limit } = counting;
  if (before) return countPortions(db, counting, before);
  const whole = await orCancelled(() =>
    inSponsor(db, reader.sponsorKey, async (trx) => {
      await limitTime(trx, WHOLE_MS);
      return countPassing(trx, catalogue, reader, question, { limit });
    }),
  );
  return whole ? { ...whole, looked: 100, below: null } : countPortions(db, counting, null);
}

/** Counts at least one portion. */
async function countPortions(db: Db, counting: Counting, before: CountedBefore | null): Promise<Counted> {
  const { reader, limit } = counting;
  const { first, last } = await inSponsor(db, reader.sponsorKey, (trx) =>
    caseKeyRange(trx, reader.sponsorKey),
  );
  const start = before?.below ?? last + 1;
  const until = performance.now() + PORTIONS_MS;
  const keys: number[] = [];
  let [below, count, size] = [start, before?.count ?? 0, FIRST_PORTION];
  while (below > first && (below === start || performance.now() < until)) {
    const started = performance.now();
    const portion = await countPortion(db, counting, { from: below - size, below });
    if (portion) {
      count += portion.count;
      keys.push(...portion.keys);
      below -= size;
      if (performance.now() - started < QUICK_MS) size *= LARGER;
    } else size *= SMALLER;
  }
  const looked = Math.floor((100 * (last + 1 - below)) / (last + 1 - first));
  const isOver = below <= first;
  return {
    count,
    keys: keys.slice(0, limit),
    looked: isOver ? 100 : Math.min(99, looked),
    below: isOver ? null : below,
  };
}

/** Null: it takes too long. */
const countPortion = (db: Db, { catalogue, reader, question, limit }: Counting, range: KeyRange) =>
  orCancelled(() =>
    inSponsor(db, reader.sponsorKey, async (trx) => {
      if (range.below - range.from > SMALLEST_PORTION) await limitTime(trx, PORTION_MS);
      return countPassing(trx, catalogue, reader, question, { limit, range });
    }),
  );

async function caseKeyRange(trx: Trx, sponsorKey: number): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number; last: number }>`
    select coalesce(min(case_key), 1) as first, coalesce(max(case_key), 0) as last
    from pv_case where sponsor_key = ${sponsorKey}`.execute(trx);
  return rows[0] ?? { first: 1, last: 0 };
}

/** Cancels statements of the transaction that take longer, and lets them sort in memory. */
async function limitTime(trx: Trx, milliseconds: number): Promise<void> {
  await allowListMemory(trx);
  await sql`set local statement_timeout = ${sql.lit(milliseconds)}`.execute(trx);
}

/** Null where a statement took longer than the transaction allows. */
async function orCancelled<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELLED) throw error;
    return null;
  }
}
