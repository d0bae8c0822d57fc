/** The table of error reports. */
import { sql } from 'kysely';
import type { Db } from '../../storage/database.ts';

export interface Report {
  at: Date;
  level: string;
  userKey: number | null;
  category: string | null;
  message: string;
  /** what, beside category, message and user, makes two reports the same */
  detail: object;
}

const detailOf = ({ detail }: Report): string => JSON.stringify(detail);

/** The user of a session, also of one that is over: who reports that it failed may have lost it just so. */
export async function userOfToken(db: Db, tokenHash: Buffer): Promise<number | null> {
  const found = await db
    .selectFrom('session')
    .select('user_key')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return found?.user_key ?? null;
}

/** The same report, sent twice at once, waits here for its first. */
export async function lockReport(trx: Db, report: Report): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${report.message + detailOf(report)}, 0))`.execute(
    trx,
  );
}

/** Counts a report that is there since `since`. Answers whether it was. */
export async function countAgain(trx: Db, report: Report, since: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update error_log
    set detail = detail || jsonb_build_object('repeats', coalesce((detail->>'repeats')::int, 0) + 1)
    where error_id = (
      select max(error_id) from error_log
      where origin = 'browser' and at > ${since} and message = ${report.message}
        and category is not distinct from ${report.category} and user_key is not distinct from ${report.userKey}
        and detail - 'repeats' = ${detailOf(report)}::jsonb
    )`.execute(trx);
  return numAffectedRows === 1n;
}

export async function insertReport(trx: Db, report: Report): Promise<void> {
  await trx
    .insertInto('error_log')
    .values({
      at: report.at,
      origin: 'browser',
      level: report.level,
      user_key: report.userKey,
      category: report.category,
      message: report.message,
      detail: detailOf(report),
    })
    .execute();
}

/** Keeps the newest `kept` reports. */
export async function deleteOldestReports(db: Db, maxReports: number): Promise<void> {
  const newestToGo = db
    .selectFrom('error_log')
    .select('error_id')
    .orderBy('error_id', 'desc')
    .offset(maxReports)
    .limit(1);
  await db.deleteFrom('error_log').where('error_id', '<=', newestToGo).execute();
}
