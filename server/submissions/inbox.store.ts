/** Queries on files that arrived. They take the transaction they are part of, and decide nothing. */
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { SubmissionInboxTable } from '../storage/submissionTables.ts';

export type InboxFile = Selectable<SubmissionInboxTable>;

/** Null: the same bytes arrived before, and under the same name if they are no acknowledgement. */
export async function insertInbox(trx: Trx, file: Insertable<SubmissionInboxTable>): Promise<number | null> {
  const inserted = await trx
    .insertInto('submission_inbox')
    .values(file)
    .onConflict((same) => same.doNothing())
    .returning('inbox_key')
    .executeTakeFirst();
  return inserted?.inbox_key ?? null;
}

const byKey = (trx: Trx, sponsorKey: number, inboxKey: number) =>
  trx
    .selectFrom('submission_inbox')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('inbox_key', '=', inboxKey);

export const findInbox = (trx: Trx, sponsorKey: number, inboxKey: number): Promise<InboxFile | undefined> =>
  byKey(trx, sponsorKey, inboxKey).executeTakeFirst();

export const lockInbox = (trx: Trx, sponsorKey: number, inboxKey: number): Promise<InboxFile | undefined> =>
  byKey(trx, sponsorKey, inboxKey).forUpdate().executeTakeFirst();

/** The file of these bytes where it belongs to no batch. */
export const lockWaiting = async (trx: Trx, sponsorKey: number, fileKey: string): Promise<number | null> =>
  (
    await trx
      .selectFrom('submission_inbox')
      .select('inbox_key')
      .where('sponsor_key', '=', sponsorKey)
      .where('file_key', '=', fileKey)
      .where('batch_key', 'is', null)
      .forUpdate()
      .executeTakeFirst()
  )?.inbox_key ?? null;

export const updateInbox = (
  trx: Trx,
  sponsorKey: number,
  inboxKey: number,
  change: Updateable<SubmissionInboxTable>,
) =>
  trx
    .updateTable('submission_inbox')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('inbox_key', '=', inboxKey)
    .execute();

/** Files that belong to no batch, the latest first. */
export const findUnmatched = (trx: Trx, sponsorKey: number, limit: number): Promise<InboxFile[]> =>
  trx
    .selectFrom('submission_inbox')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('problem', 'is not', null)
    .where('batch_key', 'is', null)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
