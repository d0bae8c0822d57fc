/** Queries on what receivers got of cases. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { STATES_AWAITING_ANSWER, UNSENT_STATES } from '../../shared/submission/batchStates.ts';
import type { Trx } from '../storage/database.ts';

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

/** Messages of all versions of a case to a receiver in an environment, the latest first. */
export const findEarlier = (
  trx: Trx,
  {
    sponsorKey,
    rootCaseKey,
    receiver,
    environment,
  }: { sponsorKey: number; rootCaseKey: number; receiver: string; environment: string },
) =>
  trx
    .selectFrom('submission_message as m')
    .innerJoin('submission_batch as b', (join) =>
      join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
    )
    .innerJoin('pv_case as v', (join) =>
      join.onRef('v.sponsor_key', '=', 'm.sponsor_key').onRef('v.case_key', '=', 'm.case_key'),
    )
    .select([
      'm.batch_key as batchKey',
      'm.case_key as caseKey',
      'v.version_no as versionNo',
      'm.case_number as caseNumber',
      'm.serious',
      receiverState.as('state'),
    ])
    .where('m.sponsor_key', '=', sponsorKey)
    .where('m.root_case_key', '=', rootCaseKey)
    .where('b.receiver', '=', receiver)
    .where('b.environment', '=', environment as 'production')
    .where(wentOut)
    .orderBy('m.batch_key', 'desc')
    .execute();

/** Batches that have the version for the receiver and were not sent yet. */
export const findUnsentBatches = (
  trx: Trx,
  { sponsorKey, caseKey, receiver }: { sponsorKey: number; caseKey: number; receiver: string },
) =>
  trx
    .selectFrom('submission_message as m')
    .innerJoin('submission_batch as b', (join) =>
      join.onRef('b.sponsor_key', '=', 'm.sponsor_key').onRef('b.batch_key', '=', 'm.batch_key'),
    )
    .select('b.batch_key as batchKey')
    .where('m.sponsor_key', '=', sponsorKey)
    .where('m.case_key', '=', caseKey)
    .where('b.receiver', '=', receiver)
    .where(isStillUnsent)
    .execute();

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
    .select('v.version_no')
    .where('m.sponsor_key', '=', sponsorKey)
    .where('m.root_case_key', '=', rootCaseKey)
    .where('b.state', '<>', 'cancelled')
    .orderBy('m.batch_key', 'desc')
    .execute();

export type SentMessage = Awaited<ReturnType<typeof findSentOf>>[number];
