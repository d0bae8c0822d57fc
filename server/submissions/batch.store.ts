/** Queries on batches, their messages, attempts and events. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type {
  SubmissionAttemptTable,
  SubmissionBatchTable,
  SubmissionEventTable,
  SubmissionMessageTable,
} from '../storage/submissionTables.ts';

export type Batch = Selectable<SubmissionBatchTable>;
export type Message = Selectable<SubmissionMessageTable>;
export type Attempt = Selectable<SubmissionAttemptTable>;
export type BatchEvent = Selectable<SubmissionEventTable>;

/** Names a batch. */
export type BatchRef = Pick<Batch, 'sponsor_key' | 'batch_key'>;

export async function insertBatch(trx: Trx, batch: Insertable<SubmissionBatchTable>): Promise<number> {
  const { batch_key } = await trx
    .insertInto('submission_batch')
    .values(batch)
    .returning('batch_key')
    .executeTakeFirstOrThrow();
  return batch_key;
}

export const insertMessages = (trx: Trx, messages: readonly Insertable<SubmissionMessageTable>[]) =>
  trx.insertInto('submission_message').values(messages).execute();

const batchesOf = (trx: Trx, sponsorKey: number) =>
  trx.selectFrom('submission_batch').selectAll().where('sponsor_key', '=', sponsorKey);

export const findBatch = (trx: Trx, sponsorKey: number, batchKey: number): Promise<Batch | undefined> =>
  batchesOf(trx, sponsorKey).where('batch_key', '=', batchKey).executeTakeFirst();

export const findBatchOfProcess = (
  trx: Trx,
  sponsorKey: number,
  processKey: string,
): Promise<Batch | undefined> =>
  batchesOf(trx, sponsorKey).where('process_key', '=', processKey).executeTakeFirst();

/** Batches of all senders of the sponsor by what a receiver may call them: their number, its own name, or the file. */
export const findBatchesNamed = (
  trx: Trx,
  sponsorKey: number,
  by: 'batch_number' | 'remote_id' | 'file_name',
  name: string,
): Promise<Batch[]> => batchesOf(trx, sponsorKey).where(by, '=', name).execute();

/** Who names a file waits for others of the sponsor who do, until their transaction ends. */
export const lockFileNames = (trx: Trx, sponsorKey: number) =>
  sql`select pg_advisory_xact_lock(hashtext('submission file'), ${sponsorKey}::int)`.execute(trx);

export async function updateBatch(
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  change: Updateable<SubmissionBatchTable>,
): Promise<void> {
  await trx
    .updateTable('submission_batch')
    .set(change)
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .execute();
  if (change.sent_at === undefined) return;
  // figures count messages by what they hold themselves
  await sql`
    update submission_message m set receiver = b.receiver, sent_at = b.sent_at
    from submission_batch b
    where m.sponsor_key = ${sponsor_key} and m.batch_key = ${batch_key} and b.sponsor_key = m.sponsor_key
      and b.batch_key = m.batch_key and b.environment = 'production' and m.sent_at is distinct from b.sent_at`.execute(
    trx,
  );
}

export const findMessages = (trx: Trx, { sponsor_key, batch_key }: BatchRef): Promise<Message[]> =>
  trx
    .selectFrom('submission_message')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .orderBy('seq')
    .execute();

export const updateMessages = (
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  seqs: readonly number[],
  change: Updateable<SubmissionMessageTable>,
) =>
  trx
    .updateTable('submission_message')
    .set(change)
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('seq', 'in', seqs)
    .execute();

export const updateMessage = (
  trx: Trx,
  { seq, ...batch }: BatchRef & Pick<Message, 'seq'>,
  change: Updateable<SubmissionMessageTable>,
) => updateMessages(trx, batch, [seq], change);

export const deleteMessage = (trx: Trx, { sponsor_key, batch_key }: BatchRef, caseKey: number) =>
  trx
    .deleteFrom('submission_message')
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('case_key', '=', caseKey)
    .execute();

export const appendEvent = (trx: Trx, { sponsor_key, batch_key }: BatchRef, event: NewEvent) =>
  trx
    .insertInto('submission_event')
    .values({ sponsor_key, batch_key, ...event })
    .execute();

type NewEvent = Omit<Insertable<SubmissionEventTable>, 'sponsor_key' | 'batch_key'>;

/** Several in their order, in one parameter: an answer may be about a thousand messages. */
export const appendEvents = (trx: Trx, { sponsor_key, batch_key }: BatchRef, events: readonly NewEvent[]) =>
  sql`
    insert into submission_event (sponsor_key, batch_key, seq, type, code, text, at, file_key)
    select ${sponsor_key}, ${batch_key}, seq, type, code, text, at, file_key
    from jsonb_populate_recordset(null::submission_event, ${JSON.stringify(events)}::jsonb)`.execute(trx);

/** What an answer says of a message. */
export type AnsweredMessage = Pick<
  Message,
  'seq' | 'state' | 'answer_code' | 'answer_text' | 'local_number' | 'answered_at'
>;

/** Of several messages of a batch, in one statement. */
export const putAnswers = (
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  answered: readonly AnsweredMessage[],
) =>
  sql`
    update submission_message m set state = a.state, answer_code = a.answer_code, answer_text = a.answer_text,
      local_number = coalesce(a.local_number, m.local_number), answered_at = a.answered_at
    from jsonb_populate_recordset(null::submission_message, ${JSON.stringify(answered)}::jsonb) a
    where m.sponsor_key = ${sponsor_key} and m.batch_key = ${batch_key} and m.seq = a.seq`.execute(trx);

export const findEvents = (trx: Trx, { sponsor_key, batch_key }: BatchRef): Promise<BatchEvent[]> =>
  trx
    .selectFrom('submission_event')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .orderBy('event_key')
    .execute();

/** The last answer to a message among those of the types. */
export const findAnswer = (
  trx: Trx,
  { sponsor_key, batch_key, seq }: BatchRef & Pick<Message, 'seq'>,
  types: readonly string[],
) =>
  trx
    .selectFrom('submission_event')
    .select(['code', 'text', 'at as answeredAt'])
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('seq', '=', seq)
    .where('type', 'in', types)
    .orderBy('event_key', 'desc')
    .executeTakeFirst();

/** Whether the batch has an event of this type with this file. */
export const hasEvent = async (
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  { type, file_key }: { type: string; file_key: string },
): Promise<boolean> =>
  (await trx
    .selectFrom('submission_event')
    .select('event_key')
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('type', '=', type)
    .where('file_key', '=', file_key)
    .executeTakeFirst()) !== undefined;

export const findAttempts = (trx: Trx, { sponsor_key, batch_key }: BatchRef): Promise<Attempt[]> =>
  trx
    .selectFrom('submission_attempt')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .orderBy('attempt_no')
    .execute();

export const insertAttempt = (trx: Trx, attempt: Insertable<SubmissionAttemptTable>) =>
  trx.insertInto('submission_attempt').values(attempt).execute();

/** Ends the last attempt where it has no end yet, or an unknown one. */
export const endAttempt = (
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  end: Updateable<SubmissionAttemptTable>,
) =>
  trx
    .updateTable('submission_attempt')
    .set(end)
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where(sql<boolean>`(outcome is null or outcome = 'unknown')`)
    .where('attempt_no', '=', (of) =>
      of
        .selectFrom('submission_attempt as a')
        .select(({ fn }) => fn.max('a.attempt_no').as('last'))
        .where('a.sponsor_key', '=', sponsor_key)
        .where('a.batch_key', '=', batch_key),
    )
    .execute();
