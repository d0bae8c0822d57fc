/** Reports that were sent, each with the answer of its receiver (decision 0161). Tests do not count. */
import { caseContains } from '../lists/caseRows.ts';
import { sql } from 'kysely';
import { DELAYED_AFTER_MS } from '../../shared/submission/delayed.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import { composedKey, type ListReading, type ListSource } from '../lists/listSource.ts';
import { receiversOf } from '../lists/sourceCodes.ts';
import { quotedText } from '../cases/record/quotedText.store.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dateOfMoment,
  dayOf,
  FOLLOW_UP_NUMBER,
  hoursBetween,
  versionInScope,
} from './figureColumns.ts';

const SENT = sql<Date>`m.sent_at`;
const ANSWERED = sql<Date | null>`m.answered_at`;
/** A column of the batch; a join would cost each count. */
const ofBatch = <Value>(column: string) =>
  sql<Value>`(select ${sql.ref(`b.${column}`)} from submission_batch b
    where b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key)`;
/** whether the batch holds blinded values */
const UNBLINDED = ofBatch<boolean>('unblinded');
/** An answer ends the status that a user has set. */
const NO_STATUS = 'none';
/** All states of a message but that of one that waits: named one by one, as the index has them. */
const SENT_STATES = sql`'sent', 'needsDecision', 'accepted', 'acceptedWithWarning', 'rejected', 'conflict'`;
const LIMIT = sql`${DELAYED_AFTER_MS} * interval '1 millisecond'`;

export const answerFigures: ListSource = {
  menuId: 'MU-MO-MS',
  from: sql`submission_message m`,
  joins: { c: sql`left join pv_case c on c.sponsor_key = m.sponsor_key and c.case_key = m.case_key` },
  scope: ({ user }) =>
    sql<boolean>`m.sponsor_key = ${user.sponsorKey} and m.sent_at is not null
      and m.state in (${SENT_STATES}) and ${versionInScope(user)}`,
  ...composedKey(sql`m.batch_key`, sql`m.seq`),
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    receiver: { value: sql`m.receiver`, notNull: true, codes: receiversOf },
    state: { value: sql`m.state`, notNull: true },
    sentAt: { value: SENT, notNull: true },
    sentDay: { value: (reading) => dayOf(dateOfMoment(SENT, reading)), notNull: true },
    answeredAt: { value: ANSWERED },
    hours: hoursBetween(SENT, ANSWERED),
    delayed: {
      ...computedFrom(
        [({ now }: ListReading) => sql`(coalesce(${ANSWERED}, ${now}) - ${SENT} > ${LIMIT})`],
        ([isDelayed]) => sql<string>`(${isDelayed})::text`,
      ),
      notNull: true,
    },
    manualStatus: {
      value: sql`coalesce(${ofBatch<string | null>('manual_status')}, ${sql.lit(NO_STATUS)})`,
      notNull: true,
    },
    code: { value: sql`m.answer_code` },
    text: { value: ({ user }) => quotedText(user, sql<string | null>`m.answer_text`, UNBLINDED) },
    batch: { value: sql`m.batch_key`, notNull: true },
  },
  search: searchEach(caseContains),
  open: {
    values: { batchKey: sql<number>`m.batch_key` },
    path: ({ batchKey }) => `submission/history/${batchKey}/batch-detail`,
  },
};
