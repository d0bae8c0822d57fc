/** Text filters of columns whose distinct texts are counted: a list looks for the texts first, and then for their rows. */
import type { RawBuilder } from 'kysely';
import type { Trx } from '../storage/database.ts';
import { heldText } from './filterSql.ts';
import type { ListReading, ListSource, TextRows } from './listSource.ts';
import type { ColumnFilter } from './listView.ts';

/** The part of a query of a list that text filters depend on. */
interface TextQuery {
  source: ListSource;
  reading: ListReading;
  filters: readonly ColumnFilter[];
  narrowed: RawBuilder<boolean> | null;
  words: readonly string[];
  deleted: boolean | null;
  total: number | null;
}

/**
 * Replace each text filter by a condition on whole texts, which an index finds. Where nothing else limits the list, the
 * total is known, too. Deleted rows are not counted, so a list that shows them is left as it is.
 */
export async function withCountedTexts<Query extends TextQuery>(trx: Trx, query: Query): Promise<Query> {
  if (query.deleted !== false) return query;
  const filters: ColumnFilter[] = [];
  let rows: number | null = null;
  for (const filter of query.filters) {
    const found = await findRows(trx, filter);
    rows = found?.rows ?? null;
    filters.push(withCondition(filter, found?.condition ?? null));
  }
  const isAlone = filters.length === 1 && query.words.length === 0 && !query.narrowed;
  return { ...query, filters, total: isAlone && query.source.allListed?.(query.reading) ? rows : null };
}

async function findRows(trx: Trx, { column: { source }, entries }: ColumnFilter): Promise<TextRows | null> {
  const text = heldText(entries);
  return text === null || !source?.findTextRows ? null : source.findTextRows(trx, text);
}

function withCondition(filter: ColumnFilter, condition: RawBuilder<boolean> | null): ColumnFilter {
  const { column } = filter;
  if (!condition || !column.source) return filter;
  const { searched: _, ...source } = column.source;
  return { ...filter, column: { ...column, source: { ...source, holds: () => condition } } };
}
