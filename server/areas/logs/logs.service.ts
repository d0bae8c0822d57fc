/**
 * Keeps what browsers report. The call needs no session, so what is sent is a claim: it is redacted once more, the user
 * is the one of the token, and the same report within a minute is one.
 */
import type { Static } from 'typebox';
import type { logError } from '../../../shared/contract/logs.ts';
import {
  redactedBuild,
  redactedMessage,
  redactedName,
  redactedParams,
  redactedPositions,
} from '../../../shared/error-report/redaction.ts';
import { refuseOften } from '../../accounts/refuseOften.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import { hashOf } from '../../http/session.ts';
import { tooManyRequests } from '../../problems.ts';
import { KNOWN } from './known.ts';
import {
  countAgain,
  deleteOldestReports,
  insertReport,
  lockReport,
  userOfToken,
  type Report,
} from './logs.store.ts';

/** What this module needs of the server. */
type LogsWorld = ClockWorld & DatabaseWorld;

/** Newer reports replace older ones, so that reports cannot fill the disk. */
const MAX_REPORTS = 10_000;
/** The same report within this time is the same event, e.g. seen by a page that reloads itself. */
const FOLD_WITHIN_MS = 60_000;

/**
 * Stores a report, or counts it where it is known already. Throws 429 TOO_MANY_REQUESTS where an address sends many
 * without a session: they would push out those of others.
 */
export async function keepReport(
  { db, clock }: LogsWorld,
  sent: Static<typeof logError.body>,
  { token, ip }: { token: string | null; ip: string },
): Promise<void> {
  const at = clock.now();
  const userKey = token === null ? null : await userOfToken(db, hashOf(token));
  if (userKey === null)
    await refuseOften({ db, clock }, [{ kind: 'reportFromAddress', name: ip }], tooManyRequests);
  const report = redacted(sent, at, userKey, ip);
  await db.transaction().execute(async (trx) => {
    await lockReport(trx, report);
    if (await countAgain(trx, report, new Date(at.getTime() - FOLD_WITHIN_MS))) return;
    await insertReport(trx, report);
    await deleteOldestReports(trx, MAX_REPORTS);
  });
}

const redacted = (
  {
    level = 'error',
    category,
    name = '',
    message,
    params = {},
    additional = '',
    build = '',
  }: Static<typeof logError.body>,
  at: Date,
  userKey: number | null,
  ip: string,
): Report => ({
  at,
  level,
  userKey,
  category: category ?? null,
  message: `${redactedName(name)}: ${redactedMessage(message)}`,
  detail: {
    params: redactedParams(params, KNOWN),
    positions: redactedPositions(additional),
    build: redactedBuild(build),
    ip,
  },
});
