/** Appends records to the anchor file. One process at a time does so, though several may share the file. */
import { sql, type Selectable } from 'kysely';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld, Db, Trx } from '../storage/database.ts';
import type { AuditAnchorTable } from '../storage/auditTables.ts';
import { anchorLine, NO_ANCHOR, type AnchorRecord, type AnchorsWorld } from './anchorFile.ts';
import type { AuditWorld } from './auditKeys.ts';

/** any number, but the same in every process */
const ADVISORY_LOCK = 7_226_390_412;

/** Runs work that appends, after that of other processes. */
export const inAnchoring = <T>({ db }: DatabaseWorld, work: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(trx);
    return work(trx);
  });

/**
 * Appends the records, and their numbers to the database in the transaction. The file comes first: if the transaction fails,
 * the file has records that the database does not know, which is no contradiction.
 */
export async function appendRecords(
  trx: Trx,
  { anchors, auditKeys, clock }: AnchorsWorld & AuditWorld & ClockWorld,
  records: readonly Pick<AnchorRecord, 'kind' | 'heads'>[],
): Promise<void> {
  const at = clock.now();
  let { no, mac: previous } = await findEnd(trx, anchors);
  const lines = records.map((record) => {
    no += 1;
    const made = anchorLine(auditKeys.current, { no, at: at.toISOString(), ...record, previous });
    previous = made.mac;
    return { no, ...made };
  });
  await anchors.append(lines.map(({ line }) => line));
  await trx
    .insertInto('audit_anchor')
    .values(lines.map((line) => ({ anchor_no: line.no, at, mac: line.mac, key_id: auditKeys.current.id })))
    .execute();
}

/** The newest record that the database knows. */
export const findLastAnchor = (trx: Db): Promise<Selectable<AuditAnchorTable> | undefined> =>
  trx.selectFrom('audit_anchor').selectAll().orderBy('anchor_no', 'desc').limit(1).executeTakeFirst();

/**
 * The last record of the file or of the database, whichever is the later: where the end of the file was cut off, what is
 * missing can be seen, and its numbers are given to no other records.
 */
async function findEnd(trx: Trx, anchors: AnchorsWorld['anchors']): Promise<{ no: number; mac: string }> {
  const last = await anchors.last();
  const stored = await findLastAnchor(trx);
  if (stored && stored.anchor_no > (last?.record.no ?? 0)) return { no: stored.anchor_no, mac: stored.mac };
  return last ? { no: last.record.no, mac: last.mac } : { no: 0, mac: NO_ANCHOR };
}
