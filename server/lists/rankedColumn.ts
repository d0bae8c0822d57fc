/** A column whose value is a rank: the code of the first rule that a row meets. A rule is what a filter of the list can be. */
import { sql, type RawBuilder } from 'kysely';
import type { ListRank, ListRanks } from '../../schemas/compile/lists.ts';
import { entriesOf } from './describedFilter.ts';
import { columnPasses } from './filterSql.ts';
import type { ListColumn } from './listColumn.types.ts';
import { resolve, type ListReading, type SourceColumn } from './listSource.ts';

/** @param columnOf finds another column of the list for the same reader */
export function rankedColumn(
  { rules, within }: ListRanks,
  columnOf: (columnId: string) => ListColumn | undefined,
): SourceColumn {
  const meets = ({ filters }: ListRank, reading: ListReading): RawBuilder<boolean> => {
    const conditions = filters.flatMap((filter) => {
      const column = columnOf(filter.column);
      return column ? [columnPasses(column, entriesOf(filter, column.filterType, reading), reading)] : [];
    });
    return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  };
  /** Neither true nor unknown: a rule that cannot tell ranks nothing. */
  const meetsNone = (some: readonly ListRank[], reading: ListReading) =>
    some.map((rule) => sql<boolean>`${meets(rule, reading)} is not true`);
  const rows = (rule: ListRank, reading: ListReading): RawBuilder<boolean> => {
    const earlier = rules.slice(0, rules.indexOf(rule));
    return sql<boolean>`(${sql.join([meets(rule, reading), ...meetsNone(earlier, reading)], sql` and `)})`;
  };
  const inOrder = rules.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return {
    value: (reading) => {
      const cases = rules.map((rule) => sql`when ${meets(rule, reading)} then ${rule.code}`);
      return sql`case ${sql.join(cases, sql` `)} end`;
    },
    oneOf: (codes, reading) => {
      const chosen = inOrder.filter(({ code }) => codes.includes(code)).map((rule) => rows(rule, reading));
      return sql<boolean>`(${sql.join([sql`false`, ...chosen], sql` or `)})`;
    },
    ranks: (reading) => {
      const column = columnOf(within)?.source;
      return {
        rows: [
          ...inOrder.map((rule) => rows(rule, reading)),
          sql<boolean>`(${sql.join(meetsNone(rules, reading), sql` and `)})`,
        ],
        within: column ? (column.order ?? sql`(${resolve(column.value, reading)})`) : null,
      };
    },
  };
}
