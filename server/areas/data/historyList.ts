/** Files that were imported and exported. An import is visible with the counts of its messages, not with their cases. */
import { sql } from 'kysely';
import type { Outcome } from '../../../shared/import/import.types.ts';
import { hiddenItems } from '../../cases/record/caseAccess.ts';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';

/** Messages of the file with one of the outcomes; without: all of them. */
const messages = (...outcomes: Outcome[]) =>
  sql`(select count(*) from import_batch b
    join import_message m on m.sponsor_key = b.sponsor_key and m.run_key = b.run_key and m.batch_no = b.batch_no
    where b.sponsor_key = i.sponsor_key and b.run_key = i.run_key and b.file_no = i.file_no
      ${outcomes.length > 0 ? sql`and m.outcome in (${sql.join(outcomes.map((one) => sql.lit(one)))})` : sql``})`;

/** Whether the reader sees all that the question of an export (`e`) reads: what it is, and how many cases answer it. */
const mayAskOf = (reading: Pick<ListReading, 'user' | 'catalogue'>) => {
  const unseen = JSON.stringify({ unseen: hiddenItems(reading, reading.user) });
  return sql<boolean>`not jsonb_path_exists(e.query, '$.condition.**.itemId ? (@ == $unseen[*])', ${unseen}::jsonb)`;
};

export const historyList: ListSource = {
  menuId: 'MU-DT-HS',
  from: (reading) => sql`(
    select i.sponsor_key, i.data_key, 'import' as kind, i.file_name as name, i.file_name,
      upper(coalesce(substring(i.file_name from '[.]([A-Za-z0-9]{1,5})$'), 'XML')) as format,
      case r.state when 'importing' then 'running' when 'closed' then 'stopped' else r.state end as state,
      ${messages()} as messages, ${messages('new', 'followUp')} as cases,
      ${messages('refused', 'skipped')} as refused, i.size, r.confirmed_at as at, r.user_id, r.user_name,
      null::text as sentence, null::timestamptz as expires_at
    from import_file i
    join import_run r on r.sponsor_key = i.sponsor_key and r.run_key = i.run_key
    where i.data_key is not null
    union all
    select e.sponsor_key, e.data_key, 'export', e.name, e.file_name, e.format,
      case when e.state = 'done' and e.expires_at <= ${reading.now} then 'expired' else e.state end,
      case when asked.may then e.row_count end, case when asked.may then e.cases end, null, null, e.at, e.user_id,
      e.user_name, case when asked.may then e.sentence end, e.expires_at
    from data_export e cross join lateral (select ${mayAskOf(reading)} as may) asked
  ) h`,
  scope: ({ user }) => sql<boolean>`h.sponsor_key = ${user.sponsorKey}`,
  key: sql<number>`h.data_key`,
  name: 'number',
  columns: {
    number: { value: sql`h.data_key`, notNull: true },
    kind: { value: sql`h.kind`, notNull: true },
    name: { value: sql`h.name`, notNull: true },
    format: { value: sql`h.format`, notNull: true },
    state: { value: sql`h.state`, notNull: true },
    cases: { value: sql`h.cases` },
    rows: { value: sql`h.messages` },
    refused: { value: sql`h.refused` },
    at: { value: sql`h.at`, notNull: true },
    user: { value: sql`concat_ws(' ', h.user_id, '(' || h.user_name || ')')`, notNull: true },
    question: { value: sql`h.sentence` },
    fileName: { value: sql`h.file_name` },
    size: { value: sql`h.size` },
    expiresAt: { value: sql`h.expires_at` },
  },
  search: searchIn(sql`concat_ws(' ', h.name, h.file_name, h.user_id, h.user_name, h.sentence)`),
  open: { path: ({ rowKey }) => `data/history/${rowKey}/import-detail` },
};
