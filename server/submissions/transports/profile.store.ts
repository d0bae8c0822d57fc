/** Queries on profiles of transports. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { STATES_AWAITING_ANSWER } from '../../../shared/submission/batchStates.ts';
import type { Trx } from '../../storage/database.ts';
import type { TransportProfileTable } from '../../storage/submissionTables.ts';

/** The kind of the records of receivers. */
const RECEIVER = 'receiver';

export type StoredProfile = Selectable<TransportProfileTable>;

/** Names a profile. */
export interface ProfileRef {
  sponsorKey: number;
  receiverKey: number;
}

const select = (trx: Trx, { sponsorKey, receiverKey }: ProfileRef) =>
  trx
    .selectFrom('transport_profile')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('receiver_key', '=', receiverKey);

export const findProfile = (trx: Trx, ref: ProfileRef): Promise<StoredProfile | undefined> =>
  select(trx, ref).executeTakeFirst();

/** The same, locked for a change. */
export const lockProfile = (trx: Trx, ref: ProfileRef): Promise<StoredProfile | undefined> =>
  select(trx, ref).forUpdate().executeTakeFirst();

export const findActiveProfiles = (trx: Trx, sponsorKey: number): Promise<StoredProfile[]> =>
  trx
    .selectFrom('transport_profile')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('active', '=', true)
    .orderBy('receiver_key')
    .execute();

export const putProfile = (trx: Trx, profile: Insertable<TransportProfileTable>) =>
  trx
    .insertInto('transport_profile')
    .values(profile)
    .onConflict((known) => known.columns(['sponsor_key', 'receiver_key']).doUpdateSet(profile))
    .execute();

export const updateProfile = (
  trx: Trx,
  { sponsorKey, receiverKey }: ProfileRef,
  change: Updateable<TransportProfileTable>,
) =>
  trx
    .updateTable('transport_profile')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('receiver_key', '=', receiverKey)
    .execute();

/** Batches by the profile that have no answer, each with the names of the files that came for it. */
export async function findWaiting(trx: Trx, { sponsorKey, receiverKey }: ProfileRef) {
  const rows = await trx
    .selectFrom('submission_batch as b')
    .select(['b.batch_number', 'b.remote_id'])
    .select((of) =>
      of
        .selectFrom('submission_event as e')
        .select(sql<string[]>`coalesce(array_agg(e.text), '{}')`.as('names'))
        .whereRef('e.sponsor_key', '=', 'b.sponsor_key')
        .whereRef('e.batch_key', '=', 'b.batch_key')
        .where('e.type', 'in', ['receipt', 'centreReceipt', 'receiptRefused'])
        .as('seen'),
    )
    .where('b.sponsor_key', '=', sponsorKey)
    .where('b.receiver_key', '=', receiverKey)
    .where('b.state', 'in', ['sending', ...STATES_AWAITING_ANSWER])
    .orderBy('b.batch_key')
    .execute();
  return rows.map(({ batch_number, remote_id, seen }) => ({
    batchNumber: batch_number,
    remoteId: remote_id,
    seen: new Set(seen ?? []),
  }));
}

/** The record of the receiver, also one that is switched off or deleted. */
const receiverRecord = (trx: Trx, { sponsorKey, receiverKey }: ProfileRef) =>
  trx
    .selectFrom('record')
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', RECEIVER)
    .where('record_key', '=', receiverKey);

/** Whether the receiver is still one: its record is neither switched off nor deleted. */
export async function isReceiverActive(trx: Trx, ref: ProfileRef): Promise<boolean> {
  const found = await receiverRecord(trx, ref)
    .select('record_key')
    .where('state', '=', 'active')
    .where('del_flag', '=', 'N')
    .executeTakeFirst();
  return found !== undefined;
}

/** The name of the record of the receiver. */
export async function findReceiverName(trx: Trx, ref: ProfileRef): Promise<string> {
  const { name } = await receiverRecord(trx, ref).select('name').executeTakeFirstOrThrow();
  return name;
}
