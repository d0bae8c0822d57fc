/** A record as a row of a selection dialog. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { columnItems } from '../../schemas/compile/records.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { FoundOptions } from './recordOptions.store.ts';

export type RecordOption = Record<string, string | number>;

/** A record as dialogs offer it: its key, the list columns of its items, and those that are made of several. */
export const optionOf = (
  kind: RecordKind,
  { record_key, columns }: FoundOptions['rows'][number],
): RecordOption => ({
  [kind.keyColumn]: record_key,
  ...Object.fromEntries(columnItems(kind).map(({ itemId }) => [itemId, columns[itemId]?.join('; ') ?? ''])),
  ...joinedColumns(kind, columns),
});

/** The same as people read it: codes as their labels. */
export const optionInWords =
  ({ catalogue }: CatalogueWorld, kind: RecordKind, language: Language) =>
  ({ columns, ...row }: FoundOptions['rows'][number]): RecordOption =>
    optionOf(kind, {
      ...row,
      columns: Object.fromEntries(
        Object.entries(columns).map(([itemId, texts]) => {
          const codes = catalogue.codeLists[kind.catalogue.items[itemId]?.codeList ?? '']?.codes ?? [];
          const labelOf = (text: string) => codes.find(({ code }) => code === text)?.label[language] ?? text;
          return [itemId, texts.map(labelOf)];
        }),
      ),
    });

const joinedColumns = ({ columns }: RecordKind, texts: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    columns.map(({ column, items }) => [column, items.flatMap((item) => texts[item] ?? []).join(', ')]),
  );
