/** A record as a row of a selection dialog. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { columnItems } from '../../schemas/compile/records.ts';
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

const joinedColumns = ({ columns }: RecordKind, texts: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    columns.map(({ column, items }) => [column, items.flatMap((item) => texts[item] ?? []).join(', ')]),
  );
