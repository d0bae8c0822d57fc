/** Pages of monitoring that are saved as they were computed, and months that are closed. */
import { limitsOf } from '../../../shared/access/scope.ts';
import type { BodyOf, DataOf, readMonitoringRun, saveMonitoringRun } from '../../../shared/contract/index.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { readingOf, type ListDeps } from '../../lists/answerList.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import {
  closeNeedsAllCases,
  monitoringRunNotFound,
  monthAlreadyClosed,
  monthNotOver,
  periodInvalid,
} from '../../problems.ts';
import { inSponsor, readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { pageFigures } from './monitoring.service.ts';
import { findRun, insertRun } from './runs.store.ts';

interface RequestedRun extends BodyOf<typeof saveMonitoringRun> {
  page: string;
}

/**
 * Throws what `pageFigures` throws, 400 PERIOD_INVALID for the closing of more than a month, 409 MONTH_NOT_OVER and
 * MONTH_ALREADY_CLOSED, and 403 CLOSE_NEEDS_ALL_CASES for a user who does not see all cases.
 */
export async function saveRun(
  deps: ListDeps,
  caller: ListCaller,
  { page, from, to, closesMonth, comment }: RequestedRun,
): Promise<DataOf<typeof saveMonitoringRun>> {
  const { user } = caller;
  const reading = readingOf(deps, caller);
  const closes = closesMonth ? closedMonth(user, { from, to, now: reading.now }) : null;
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const result = await pageFigures(trx, reading, { page, from: from ?? undefined, to: to ?? undefined });
    const runKey = await insertRun(trx, {
      sponsor_key: user.sponsorKey,
      page,
      period_from: result.from,
      period_to: result.to,
      closes,
      comment: comment.trim(),
      result: JSON.stringify(result),
      limited: limitsOf(user).length > 0,
      at: reading.now,
      user_key: user.userKey,
      user_name: user.userName,
    });
    if (runKey === undefined) throw monthAlreadyClosed(displayDate(closes ?? ''));
    return { runKey };
  });
}

function closedMonth(
  user: SessionUser,
  { from, to, now }: { from: string | null; to: string | null; now: Date },
): string {
  if (from === null || from !== to) throw periodInvalid(1);
  if (limitsOf(user).length > 0) throw closeNeedsAllCases();
  if (from >= dayAt(now.getTime(), user.timeZone).slice(0, from.length))
    throw monthNotOver(displayDate(from));
  return from;
}

/**
 * Figures count cases, so users with limits read what they have saved themselves only: for the others throws 404
 * MONITORING_RUN_NOT_FOUND.
 */
export const readRun = (
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  runKey: number,
): Promise<DataOf<typeof readMonitoringRun>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findRun(trx, { user, catalogue }, runKey);
    if (!found) throw monitoringRunNotFound();
    const { result, closes, limited, comment, user_name, at } = found;
    return { figures: result, closes, limited, comment, userName: user_name, at: at.toISOString() };
  });
