/** What the row of a record repeats of its pages: name, list columns and the text of searches. */
import type { CatalogueItem, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { columnItems } from '../../schemas/compile/records.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { chosenRecords } from '../../shared/records/chosenRecords.ts';
import { fold } from '../../shared/text/fold.ts';
import { contentOf, type PageDoc } from '../cases/record/pageDoc.ts';

export interface RecordSummary {
  name: string;
  /** by item id */
  columns: Record<string, string[]>;
  /** folded; the name is its first line */
  search: string;
  /** by what it was made (`summaryVersionOf`) */
  version: string;
}

/** Another one where the same pages of a record make another summary. */
export const summaryVersionOf = (kind: RecordKind): string =>
  textHash(
    JSON.stringify([
      kind.nameItem,
      ...columnItems(kind).map(({ itemId, control, notation, groups }) => [
        itemId,
        control,
        notation,
        groups,
      ]),
    ]),
  );

/** Codes and dates as they are stored, with null flavors in brackets; texts with their notation. */
const textOf = (
  { notation: hasNotation }: CatalogueItem,
  { value, nullFlavor, notation }: ItemValue,
): string => {
  if (nullFlavor) return `[${nullFlavor}]`;
  return hasNotation && value && notation ? `${value} (${notation})` : (value ?? '');
};

export function summaryOfRecord(kind: RecordKind, docs: readonly PageDoc[]): RecordSummary {
  const reader = caseReader(kind.catalogue, contentOf(docs));
  const texts = columnItems(kind).flatMap((item): [string, string[]][] => {
    const group = item.groups.at(-1);
    const paths = group === undefined ? [[]] : reader.rows(group, []);
    const found = paths
      .flatMap((path) => reader.item(item.itemId, path) ?? [])
      .flatMap((value) =>
        item.control === 'chosenRecords'
          ? chosenRecords(value.value).map(({ name }) => name)
          : [textOf(item, value)],
      )
      .filter(Boolean);
    return found.length > 0 ? [[item.itemId, found]] : [];
  });
  const name = reader.item(kind.nameItem, [])?.value ?? '';
  return {
    name,
    columns: Object.fromEntries(texts),
    search: [name, ...texts.flatMap(([, found]) => found)].map(fold).join('\n'),
    version: summaryVersionOf(kind),
  };
}
