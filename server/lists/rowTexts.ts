/** What an item says in all rows that it is in, in one text. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { RowPath } from '../../shared/case/itemAddress.ts';
import type { CaseReader } from '../../shared/expressions/caseReader.types.ts';

/** Between the texts of rows, by level: of the outermost rows, of those inside of one, and of those inside of these. */
export type Separators = readonly string[];

/** The rows directly inside of a row that an item is in; none: it is in the row itself. */
export function rowsInside(
  reader: CaseReader,
  { groups }: Pick<CatalogueItem, 'groups'>,
  within: RowPath,
): readonly RowPath[] {
  const group = groups[within.length];
  return group === undefined ? [] : reader.rows(group, within);
}

/**
 * What an item says inside of a row, level by level. A row without a text keeps its place, so that the second dose is that of the
 * second drug.
 */
export function textInRows(
  reader: CaseReader,
  item: Pick<CatalogueItem, 'groups'>,
  textAt: (path: RowPath) => string,
  separators: Separators,
  within: RowPath = [],
): string {
  if (within.length === item.groups.length) return textAt(within);
  const texts = rowsInside(reader, item, within).map((path) =>
    textInRows(reader, item, textAt, separators.slice(1), path),
  );
  return inOneText(texts, separators[0]);
}

/** Empty where no row has a text. */
export const inOneText = (texts: readonly string[], separator: string | undefined): string =>
  texts.some(Boolean) ? texts.join(separator) : '';
