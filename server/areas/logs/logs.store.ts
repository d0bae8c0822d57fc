/** The table of error reports. */
import type { Db } from '../../storage/database.ts';

export interface Report {
  at: Date;
  level: string;
  userKey: number | null;
  category: string | null;
  message: string;
  detail: object;
}

export async function insertReport(db: Db, report: Report): Promise<void> {
  await db
    .insertInto('error_log')
    .values({
      at: report.at,
      origin: 'browser',
      level: report.level,
      user_key: report.userKey,
      category: report.category,
      message: report.message,
      detail: JSON.stringify(report.detail),
    })
    .execute();
}

/** Keeps the newest `kept` reports. */
export async function deleteOldestReports(db: Db, kept: number): Promise<void> {
  const newestToGo = db
    .selectFrom('error_log')
    .select('error_id')
    .orderBy('error_id', 'desc')
    .offset(kept)
    .limit(1);
  await db.deleteFrom('error_log').where('error_id', '<=', newestToGo).execute();
}
