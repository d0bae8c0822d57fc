/** Questions at fields of cases as a list: a row each, which opens the case at the item. */
import { sql } from 'kysely';
import type { Sight } from '../../../shared/blinding/sight.ts';
import { hiddenItems } from '../../cases/record/caseAccess.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { caseContains, OPEN_AT_ITEM } from '../../lists/caseRows.ts';
import { daysUntil } from '../../lists/dueReportColumns.ts';
import { searchEach } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { usersOf } from '../../lists/sourceCodes.ts';
import { stepText } from '../../questions/questions.store.ts';
import { inLanguage } from '../../storage/inLanguage.ts';
import words from './words.json' with { type: 'json' };
import { foldedSql } from '../../storage/foldedSql.ts';

/** In place of a user key. */
const REPORTER = 'reporter';

/** The words of the last step of a type, as far as the user may see them. */
const lastWords = (type: 'ask' | 'answer', user: Sight) => sql<string | null>`(
  select ${stepText(user, sql`w.root_case_key`)} from case_question_step s
  where s.sponsor_key = w.sponsor_key and s.question_key = w.question_key and s.type = ${type}
  order by s.step_no desc limit 1)`;
const askTime = sql<Date>`(select s.at from case_question_step s
  where s.sponsor_key = w.sponsor_key and s.question_key = w.question_key and s.step_no = 1)`;

export const questionList: ListSource = {
  menuId: 'MU-CS-QN',
  // `w`: the question, `c`: the newest version of its case
  from: sql`case_question w
    join pv_case c on c.sponsor_key = w.sponsor_key and c.root_case_key = w.root_case_key and c.latest`,
  scope: (reading) =>
    sql<boolean>`w.sponsor_key = ${reading.user.sponsorKey} and c.del_flag = 'N'
      and w.item_id <> all(${hiddenItems(reading, reading.user)}::text[]) and ${caseInScope(reading.user)}`,
  key: sql<number>`w.question_key`,
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`c.case_no`, notNull: true },
    item: { value: ({ language }) => inLanguage(sql`w.place`, language), notNull: true },
    text: { value: ({ user }) => lastWords('ask', user) },
    state: {
      value: sql`w.state`,
      order: sql`case w.state when 'open' then 0 when 'answered' then 1 else 2 end`,
      notNull: true,
    },
    addressee: {
      value: sql`coalesce(w.addressee::text, ${REPORTER})`,
      codes: async (trx, reading) => [
        { code: REPORTER, label: words.reporter },
        ...(await usersOf('user_key')(trx, reading)),
      ],
    },
    asker: { value: sql`w.asker::text`, codes: usersOf('user_key') },
    askTime: { value: askTime },
    due: { value: sql`w.due` },
    daysLeft: daysUntil(sql`case when w.state = 'open' then w.due end`),
    answer: { value: ({ user }) => lastWords('answer', user) },
  },
  search: searchEach(
    (word, reading) =>
      sql<boolean>`(strpos(${foldedSql(lastWords('ask', reading.user))}, ${word}) > 0 or ${caseContains(word, reading)})`,
  ),
  open: { ...OPEN_AT_ITEM, values: { ...OPEN_AT_ITEM.values, caseKey: sql`c.case_key` } },
};
