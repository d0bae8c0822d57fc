/** Reports that were sent, each with the answer of its receiver (decision 0161). Tests do not count. */
import { caseContains } from '../lists/caseRows.ts';
import { sql } from 'kysely';
import { DELAYED_AFTER_MS } from '../../shared/submission/delayed.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import type { ListSource } from '../lists/listSource.ts';
import { receiversOf } from '../lists/sourceCodes.ts';
import { quotedText } from '../cases/record/quotedText.store.ts';
import { CASE_NUMBER, dateOfMoment, dayOf, FOLLOW_UP_NUMBER, versionInScope } from './figureColumns.ts';

export const answerFigures: ListSource = {
  menuId: 'MU-MO-MS',
  from: sql`submission_message m
    join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
    join pv_case c on c.sponsor_key = m.sponsor_key and c.case_key = m.case_key`,
  scope: ({ user }) =>
    sql<boolean>`m.sponsor_key = ${user.sponsorKey} and b.environment = 'production' and b.sent_at is not null
      and m.state in ('sent', 'accepted', 'acceptedWithWarning', 'rejected') and ${versionInScope(user)}`,
  key: sql<string>`(m.batch_key || ' ' || m.seq)`,
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    receiver: { value: sql`b.receiver`, notNull: true, codes: receiversOf },
    state: { value: sql`m.state`, notNull: true },
    sentAt: { value: sql`b.sent_at`, notNull: true },
    sentDay: { value: (reading) => dayOf(dateOfMoment(sql`b.sent_at`, reading)), notNull: true },
    answeredAt: { value: sql`m.answered_at` },
    hours: { value: sql`round(extract(epoch from m.answered_at - b.sent_at) / 3600, 1)` },
    delayed: {
      value: ({ now }) =>
        sql`(coalesce(m.answered_at, ${now}) - b.sent_at > ${DELAYED_AFTER_MS} * interval '1 millisecond')::text`,
      notNull: true,
    },
    code: { value: sql`m.answer_code` },
    text: { value: ({ user }) => quotedText(user, sql<string | null>`m.answer_text`) },
    batch: { value: sql`m.batch_key`, notNull: true },
  },
  search: searchEach(caseContains),
  open: {
    values: { batchKey: sql<number>`m.batch_key` },
    path: ({ batchKey }) => `submission/history/${batchKey}/batch-detail`,
  },
};
