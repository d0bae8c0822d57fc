/** Queries on what receivers got of cases. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import { STATES_AWAITING_ANSWER, UNSENT_STATES } from '../../shared/submission/batchStates.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { authoritiesIn, receiverNow } from '../receivers/receiverNow.store.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';

/** What became of a message, with what users set by hand where no answer came. */
export const receiverState = sql<'open' | 'accepted' | 'rejected'>`case
  when m.state in ('accepted', 'acceptedWithWarning') then 'accepted'
  when m.state = 'rejected' then 'rejected'
  when b.manual_status = 'accepted' then 'accepted'
  when b.manual_status = 'rejected' then 'rejected'
  else 'open' end`;

const inStates = (...states: readonly string[]) =>
  sql<boolean>`b.state in (${sql.join(states.map(sql.lit))})`;

/** Batches that a receiver has, or may have. */
export const wentOut = inStates('sending', ...STATES_AWAITING_ANSWER, 'acknowledged', 'rejected');

/** Batches that the receiver does not have, and may still get. */
export const isStillUnsent = inStates(...UNSENT_STATES, 'transportFailed');

/** Batches of which an answer is still to come. */
export const isAwaitingAnswer = inStates(...STATES_AWAITING_ANSWER);

/** Whom a batch is for. */
export interface ReceiverRef {
  receiver: string;
  /** of its record; null: an authority without one */
  receiverKey: number | null;
  authorities: readonly string[];
}

export const receiverRefOf = (
  catalogue: CatalogueSource,
  { receiver, receiver_key: receiverKey }: Pick<Batch, 'receiver' | 'receiver_key'>,
): ReceiverRef => ({ receiver, receiverKey, authorities: authoritiesIn(catalogue) });

/**
 * Whether the batch `b` is for a receiver, also by another name that its record had when the batch was made. One for a record
 * that has another name now is for nobody else who has the name of then.
 */
export const isFor = (
  receiver: RawBuilder<string>,
  receiverKey: RawBuilder<number | null>,
  authorities: readonly string[],
): RawBuilder<boolean> =>
  sql<boolean>`(b.receiver_key = ${receiverKey} or ${receiverNow(authorities)} = ${receiver})`;

export const isForReceiver = ({ receiver, receiverKey, authorities }: ReceiverRef): RawBuilder<boolean> =>
  isFor(sql`${receiver}`, sql`${receiverKey}::bigint`, authorities);

interface OfReceiver extends ReceiverRef {
  sponsorKey: number;
  rootCaseKeys: readonly number[];
  environment: string;
}

const isOneOf = (column: string, keys: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...keys]}::bigint[])`;

/** What orders the reports of a case to a receiver: the version, then the batch. */
export interface ReportOrder {
  versionNo: number;
  batchKey: number;
}

export const isLater = (one: ReportOrder, other: ReportOrder): boolean =>
  one.versionNo > other.versionNo || (one.versionNo === other.versionNo && one.batchKey > other.batchKey);

/** Messages of all versions of cases to a receiver in an environment, by case, the latest first. */
export async function findEarlier(trx: Trx, { sponsorKey, rootCaseKeys, environment, ...to }: OfReceiver) {
  const found = await trx
    .selectFrom('submission_message as m')
    .innerJoin('submission_batch as b', (join) =>
      join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
    )
    .innerJoin('pv_case as v', (join) =>
      join.onRef('v.sponsor_key', '=', 'm.sponsor_key').onRef('v.case_key', '=', 'm.case_key'),
    )
    .select([
      'm.root_case_key as rootCaseKey',
      'm.batch_key as batchKey',
      'm.case_key as caseKey',
      'v.version_no as versionNo',
      'm.case_number as caseNumber',
      'm.serious',
      receiverState.as('state'),
    ])
    .where('m.sponsor_key', '=', sponsorKey)
    .where(isOneOf('m.root_case_key', rootCaseKeys))
    .where(isForReceiver(to))
    .where('b.environment', '=', environment as 'production')
    .where(wentOut)
    .orderBy('m.batch_key', 'desc')
    .execute();
  return Map.groupBy(found, ({ rootCaseKey }) => rootCaseKey);
}

/** A report that a receiver has, or is to get. */
export interface NumberOfReport {
  caseNumber: string;
  rootCaseKey: number;
  batchKey: number;
  /** false: it may still get it */
  isOut: boolean;
}

/** Until the transaction ends, no other batch of the sponsor stores the numbers of its cases. */
export const lockNumbers = (trx: Trx, sponsorKey: number) =>
  sql`select pg_advisory_xact_lock(hashtext('numbers of reports'), ${sponsorKey}::int)`.execute(trx);

/** Reports with these numbers by other batches, of cases that are not deleted, and that the receiver did not reject. */
export const findNumbers = (
  trx: Trx,
  {
    sponsorKey,
    numbers,
    environment,
    batchKey,
    ...to
  }: Omit<OfReceiver, 'rootCaseKeys'> & { numbers: readonly string[]; batchKey: number },
): Promise<NumberOfReport[]> =>
  trx
    .selectFrom('submission_message as m')
    .innerJoin('submission_batch as b', (join) =>
      join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
    )
    .innerJoin('pv_case as n', (join) =>
      join
        .onRef('n.sponsor_key', '=', 'm.sponsor_key')
        .onRef('n.root_case_key', '=', 'm.root_case_key')
        .on('n.latest', '=', true),
    )
    .select(['m.case_number as caseNumber', 'm.root_case_key as rootCaseKey', 'm.batch_key as batchKey'])
    .select(wentOut.as('isOut'))
    .where('m.sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`m.case_number = any(${[...numbers]}::text[])`)
    .where('m.batch_key', '<>', batchKey)
    .where('n.del_flag', '=', 'N')
    .where('b.environment', '=', environment as 'production')
    .where(isForReceiver(to))
    .where(sql<boolean>`(${wentOut} or ${isStillUnsent}) and ${receiverState} <> 'rejected'`)
    .orderBy('m.batch_key', 'desc')
    .execute();

/** Batches of the environment that have versions for the receiver and were not sent yet, by version. */
export async function findUnsentBatches(
  trx: Trx,
  {
    sponsorKey,
    caseKeys,
    environment,
    ...to
  }: Omit<OfReceiver, 'rootCaseKeys'> & { caseKeys: readonly number[] },
): Promise<Map<number, number[]>> {
  const found = await trx
    .selectFrom('submission_message as m')
    .innerJoin('submission_batch as b', (join) =>
      join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
    )
    .select(['m.case_key', 'b.batch_key'])
    .where('m.sponsor_key', '=', sponsorKey)
    .where(isOneOf('m.case_key', caseKeys))
    .where(isForReceiver(to))
    .where('b.environment', '=', environment as 'production')
    .where(isStillUnsent)
    .execute();
  const byCase = Map.groupBy(found, ({ case_key }) => case_key);
  return new Map([...byCase].map(([caseKey, batches]) => [caseKey, batches.map((one) => one.batch_key)]));
}

/** What was sent of the versions of a case, the latest first. */
export const findSentOf = (trx: Trx, sponsorKey: number, rootCaseKey: number) =>
  trx
    .selectFrom('submission_message as m')
    .innerJoin('submission_batch as b', (join) =>
      join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
    )
    .innerJoin('pv_case as v', (join) =>
      join.onRef('v.sponsor_key', '=', 'm.sponsor_key').onRef('v.case_key', '=', 'm.case_key'),
    )
    .selectAll('m')
    .select(['b.receiver', 'b.environment', 'b.sent_at', 'b.state as batch_state', 'b.manual_status'])
    .select(['b.unblinded', 'v.version_no'])
    .where('m.sponsor_key', '=', sponsorKey)
    .where('m.root_case_key', '=', rootCaseKey)
    .where('b.state', '<>', 'cancelled')
    .orderBy('m.batch_key', 'desc')
    .execute();

export type SentMessage = Awaited<ReturnType<typeof findSentOf>>[number];
