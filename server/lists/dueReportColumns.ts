/** What lists of due reports share. `from` of these lists has the alias `o`, the due report (`case_obligation`). */
import { sql } from 'kysely';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import type { SourceColumn } from './listSource.ts';
import { today } from './today.ts';

/** Days from today to the last day in time; below 0: late. */
export const daysLeftOfReport: SourceColumn = {
  value: (reading) => sql`(o.due::date - ${today(reading)}::text::date)`,
  order: sql`o.due`,
  between: (from, to, reading) => {
    const day = (days: number) => dayAfter(today(reading), days);
    const ends = [
      ...(from === null ? [] : [sql`o.due >= ${day(from)}`]),
      ...(to === null ? [] : [sql`o.due <= ${day(to)}`]),
    ];
    return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
  },
};

/** The rule that the report is due by. */
export const ruleOfReport: SourceColumn = {
  value: sql`o.rule_id`,
  codes: (_trx, { catalogue, language }) =>
    catalogue.whole.obligations.flatMap(({ receiver, rules }) =>
      rules.map(({ id, label }) => ({ code: id, label: `${receiver}: ${label[language]}` })),
    ),
};
