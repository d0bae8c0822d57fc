/** Notes who read which case: once an hour for each user, so that a case that is worked on is not noted at every call. */
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type Db } from '../../storage/database.ts';

export interface CaseRead {
  caseKey: number;
  /** a page on the screen, or a file that was taken away */
  kind: 'read' | 'file';
  at: Date;
}

const HOUR_MS = 3_600_000;
/** Reads that this process has noted within the hour: the database is not asked again about them. */
const MAX_NOTED = 10_000;
const noted = new WeakMap<Db, Map<string, number>>();

export async function noteCaseRead(
  db: Db,
  { sponsorKey, userKey, userId, userName, view }: SessionUser,
  { caseKey, kind, at }: CaseRead,
): Promise<void> {
  const hour = Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
  const name = [sponsorKey, caseKey, userKey, kind].join();
  const known = noted.get(db) ?? new Map<string, number>();
  noted.set(db, known);
  if (known.get(name) === hour) return;
  await inSponsor(db, sponsorKey, async (trx) => {
    await trx
      .insertInto('case_read')
      .values({
        sponsor_key: sponsorKey,
        case_key: caseKey,
        user_key: userKey,
        user_id: userId,
        user_name: userName,
        kind,
        support: view !== null && view.supportUntil !== null,
        hour: new Date(hour),
        at,
      })
      .onConflict((conflict) =>
        conflict.columns(['sponsor_key', 'case_key', 'user_key', 'kind', 'hour']).doNothing(),
      )
      .execute();
  });
  if (known.size >= MAX_NOTED) known.clear();
  known.set(name, hour);
}
