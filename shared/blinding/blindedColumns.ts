/** Columns of lists that read a blinded item: computed ones, and ranks by these. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ListColumnSource, ListSourceFile } from '../../schemas/compile/lists.ts';
import { nameTable } from '../../schemas/compile/nameTable.ts';
import { readsBlinded } from './inheritBlinding.ts';
import { itemsRead } from './itemReaders.ts';

/** The lists, with each column marked that inherits blinding. `catalogue`: with inherited blinding. */
export const blindedColumns = (
  catalogue: Catalogue,
  lists: Readonly<Record<string, ListSourceFile>>,
): Record<string, ListSourceFile> =>
  nameTable(
    Object.entries(lists).map(([name, list]) => [
      name,
      { ...list, columns: withRanks(list.columns.map((column) => withBlinding(catalogue, column))) },
    ]),
  );

const withBlinding = (catalogue: Catalogue, column: ListColumnSource): ListColumnSource =>
  column.computed !== undefined && readsBlinded(catalogue, itemsRead(catalogue, column.computed, null))
    ? { ...column, blinded: true }
    : column;

/** A rank tells what the columns hold that its rules filter. */
function withRanks(columns: readonly ListColumnSource[]): ListColumnSource[] {
  const blinded = new Set(columns.flatMap((column) => (column.blinded ? [column.column] : [])));
  return columns.map((column) =>
    column.ranks?.rules.some(({ filters }) => filters.some((filter) => blinded.has(filter.column)))
      ? { ...column, blinded: true }
      : column,
  );
}
