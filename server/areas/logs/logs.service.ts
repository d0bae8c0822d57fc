/** Keeps what browsers report. The call needs no session, so it takes what is sent as a claim and keeps it small. */
import type { Static } from 'typebox';
import type { logError } from '../../../shared/contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { insertReport, deleteOldestReports } from './logs.store.ts';

/** Newer reports push older ones out, so that nobody can fill the disk. */
const REPORTS_KEPT = 10_000;

export async function keepReport(
  { db, clock }: Deps,
  report: Static<typeof logError.body>,
  ip: string,
): Promise<void> {
  const { level = 'error', userId, userKey, category, message, params, additional } = report;
  await insertReport(db, {
    at: clock.now(),
    level,
    userKey: userKey ?? null,
    category: category ?? null,
    message,
    detail: { userId, params, additional, ip },
  });
  await deleteOldestReports(db, REPORTS_KEPT);
}
