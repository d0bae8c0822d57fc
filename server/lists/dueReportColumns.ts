/** What lists of due reports share. `from` of these lists has the alias `o`, the due report (`case_obligation`). */
import { sql, type RawBuilder } from 'kysely';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import type { SourceColumn } from './listSource.ts';
import { today } from './today.ts';

/** Days from today to the last day in time (CCYYMMDD); below 0: late. */
export const daysUntil = (due: RawBuilder<string | null>): SourceColumn => ({
  value: (reading) => sql`(${due}::date - ${today(reading)}::text::date)`,
  order: due,
  between: (from, to, reading) => {
    const day = (days: number) => dayAfter(today(reading), days);
    const ends = [
      ...(from === null ? [] : [sql`${due} >= ${day(from)}`]),
      ...(to === null ? [] : [sql`${due} <= ${day(to)}`]),
    ];
    return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
  },
});

export const daysLeftOfReport: SourceColumn = daysUntil(sql`o.due`);

/** The rule that the report is due by. */
export const ruleOfReport: SourceColumn = {
  value: sql`o.rule_id`,
  codes: (_trx, { catalogue, language }) =>
    catalogue.whole.obligations.flatMap(({ receiver, rules }) =>
      rules.map(({ id, label }) => ({ code: id, label: `${receiver}: ${label[language]}` })),
    ),
};
