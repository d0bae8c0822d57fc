/** Filters of columns whose values are counted: the total of a list is known without looking at its rows. */
import type { RawBuilder } from 'kysely';
import type { Trx } from '../storage/database.ts';
import { chosenCodes, containedText } from './filterSql.ts';
import type { ListReading, ListSource } from './listSource.ts';
import type { ColumnFilter } from './listView.ts';

/** The part of a query of a list that decides whether counts give its total. */
interface CountedQuery {
  source: ListSource;
  reading: ListReading;
  filters: readonly ColumnFilter[];
  presetFilter: RawBuilder<boolean> | null;
  words: readonly string[];
  deleted: boolean | null;
  total: number | null;
}

/**
 * Replace each text filter by a condition on whole texts, which an index finds. Where one counted filter is all that limits
 * the list, the total is known, too. Deleted rows are not counted, so a list that shows them is left as it is.
 */
export async function withCounts<Query extends CountedQuery>(trx: Trx, query: Query): Promise<Query> {
  if (query.deleted !== false) return query;
  const isAlone = query.filters.length === 1 && query.words.length === 0 && !query.presetFilter;
  const isWhole = isAlone && query.source.fastPaths?.itemCounts?.(query.reading) === true;
  const filters: ColumnFilter[] = [];
  let total = query.total;
  for (const filter of query.filters) {
    const found = await findTextRows(trx, filter);
    filters.push(withCondition(filter, found?.condition ?? null));
    if (isWhole) total = found?.rows ?? (await countCodes(trx, filter, query.reading));
  }
  return { ...query, filters, total };
}

async function findTextRows(trx: Trx, { column: { source }, entries }: ColumnFilter) {
  const text = containedText(entries);
  return text === null || !source?.findTextRows ? null : source.findTextRows(trx, text);
}

async function countCodes(trx: Trx, { column: { source }, entries }: ColumnFilter, reading: ListReading) {
  const codes = chosenCodes(entries);
  return codes === null || !source?.countCodes ? null : source.countCodes(trx, codes, reading);
}

function withCondition(filter: ColumnFilter, condition: RawBuilder<boolean> | null): ColumnFilter {
  const { column } = filter;
  if (!condition || !column.source) return filter;
  const { inSearch: _, ...source } = column.source;
  return { ...filter, column: { ...column, source: { ...source, contains: () => condition } } };
}
