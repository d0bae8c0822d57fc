/** The pages of monitoring that were saved. */
import { sql } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { visibleRuns } from './runs.store.ts';

const month = (column: string) =>
  sql<string>`(left(${sql.ref(column)}, 4) || '-' || substr(${sql.ref(column)}, 5, 2))`;

export const runList: ListSource = {
  menuId: 'MU-MO-HI',
  from: sql`monitoring_run r`,
  scope: visibleRuns,
  key: sql<number>`r.run_key`,
  name: 'page',
  columns: {
    page: {
      value: sql`r.page`,
      notNull: true,
      codes: (_trx, { catalogue }) =>
        catalogue.monitoring.map(({ monitoring, label }) => ({ code: monitoring, label })),
    },
    period: {
      value: sql`case when r.period_from = r.period_to then ${month('r.period_from')}
        else ${month('r.period_from')} || ' – ' || ${month('r.period_to')} end`,
    },
    closes: { value: month('r.closes') },
    limited: { value: sql`r.limited::text`, notNull: true },
    at: { value: sql`r.at`, notNull: true },
    userName: { value: sql`r.user_name`, notNull: true },
    comment: { value: sql`r.comment`, notNull: true },
  },
  search: searchIn(sql`concat_ws(' ', r.user_name, r.comment)`),
  open: {
    values: { runKey: sql<number>`r.run_key` },
    path: ({ runKey }) => `monitoring/history/${runKey}/detail`,
  },
};
