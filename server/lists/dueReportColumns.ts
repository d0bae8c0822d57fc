/** What lists of due reports share. `from` of these lists has the alias `o`, the due report (`case_obligation`). */
import { sql, type RawBuilder } from 'kysely';
import type { SourceColumn } from './listSource.ts';
import { dayFromToday, today } from './today.ts';

/** Days from today to the last day in time (CCYYMMDD); below 0: late. */
export const daysUntil = (due: RawBuilder<string | null>): SourceColumn => ({
  value: (reading) => sql`(${due}::date - ${today(reading)}::text::date)`,
  order: due,
  between: (from, to, reading) => {
    const ends = [
      ...(from === null ? [] : [sql`${due} >= ${dayFromToday(reading, from)}`]),
      ...(to === null ? [] : [sql`${due} <= ${dayFromToday(reading, to)}`]),
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
