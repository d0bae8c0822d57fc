/** A list that is read with another catalogue than that of cases. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { ListReading, ListSource, SourceColumn } from './listSource.ts';

/** The same list; its parts receive the catalogue instead of the reader's. */
export function readAs(source: ListSource, catalogue: CatalogueSource): ListSource {
  const as = (reading: ListReading): ListReading => ({ ...reading, catalogue });
  const { search } = source;
  return {
    ...source,
    scope: (reading) => source.scope(as(reading)),
    ...(search && { search: (words, reading) => search(words, as(reading)) }),
    columns: Object.fromEntries(
      Object.entries(source.columns).map(([name, column]) => [name, columnAs(column, as)]),
    ),
  };
}

function columnAs(column: SourceColumn, as: (reading: ListReading) => ListReading): SourceColumn {
  const { value, contains, codes, loadCells } = column;
  return {
    ...column,
    ...(typeof value === 'function' && { value: (reading) => value(as(reading)) }),
    ...(contains && { contains: (text, reading) => contains(text, as(reading)) }),
    ...(codes && { codes: (trx, reading) => codes(trx, as(reading)) }),
    ...(loadCells && { loadCells: (trx, reading, keys) => loadCells(trx, as(reading), keys) }),
  };
}
