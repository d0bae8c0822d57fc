/** Queries of the pages of submissions. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import type { BatchRef } from '../../submissions/batch.store.ts';
import { visibleBatches } from './submissionLists.ts';

export async function isVisible(trx: Trx, user: SessionUser, batchKey: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from submission_batch b where b.batch_key = ${batchKey} and ${visibleBatches(user)}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Senders that can be chosen, within the user's scope. */
export const findSenders = (trx: Trx, { sponsorKey, senderKeys }: SessionUser) =>
  trx
    .selectFrom('sender')
    .select(['sender_key', 'organisation'])
    .where('sponsor_key', '=', sponsorKey)
    .where('del_flag', '=', 'N')
    .$if(senderKeys.length > 0, (query) => query.where('sender_key', 'in', senderKeys))
    .orderBy('organisation')
    .execute();

/** Numbers and versions of the cases of a batch, by message. */
export const findCasesOf = (trx: Trx, { sponsor_key, batch_key }: BatchRef) =>
  trx
    .selectFrom('submission_message as m')
    .innerJoin('pv_case as v', (join) =>
      join.onRef('v.sponsor_key', '=', 'm.sponsor_key').onRef('v.case_key', '=', 'm.case_key'),
    )
    .leftJoin('case_question as q', (join) =>
      join.onRef('q.sponsor_key', '=', 'm.sponsor_key').onRef('q.question_key', '=', 'm.correction_key'),
    )
    .selectAll('m')
    .select(['v.case_no', 'v.version_no', 'v.retrieved_at', 'v.latest', 'v.del_flag'])
    .select(['q.state as correction_state', 'q.due as correction_due', 'q.item_id'])
    .select(['q.row_no', 'q.row_no2', 'q.row_no3'])
    // of the newest version of a rejected one: what is still to be sent to the receiver of the batch
    .select(
      sql<string | null>`case when m.state = 'rejected' then (select o.due from case_obligation o
        join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key
        join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
        where c.sponsor_key = m.sponsor_key and c.root_case_key = m.root_case_key and c.latest
          and o.receiver = b.receiver and o.met is null limit 1) end`.as('due'),
    )
    .select(
      sql<string | null>`(select o.case_key || ' ' || o.receiver from case_obligation o
        where o.sponsor_key = m.sponsor_key and o.case_key = m.case_key and o.receiver = m.receiver and not o.superseded
          and o.met > o.due and not exists (
            select from late_reason r
            where r.sponsor_key = o.sponsor_key and r.root_case_key = o.root_case_key and r.receiver = o.receiver
              and r.due = o.due))`.as('late_report'),
    )
    .where('m.sponsor_key', '=', sponsor_key)
    .where('m.batch_key', '=', batch_key)
    .orderBy('m.seq')
    .execute();

export async function findEventFile(
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  eventKey: number,
): Promise<string | null> {
  const found = await trx
    .selectFrom('submission_event')
    .select('file_key')
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('event_key', '=', eventKey)
    .executeTakeFirst();
  return found?.file_key ?? null;
}
