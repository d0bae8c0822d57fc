/** An item whose field offers a selection of a record, which then fills items of the same rows, and rows within them. */
export interface ItemSelection extends ColumnFill {
  /** kind of the record */
  master: string;
  /** what rows of the record fill, and what it fills into rows; default: nothing */
  rows?: readonly RowFill[];
  /** the record that fills a case that is added on the screen; default: none */
  initial?: 'senderOfCase';
}

/** Which columns fill which items. */
export interface ColumnFill {
  /** source column by item id */
  fills: Readonly<Record<string, string>>;
  /** by item id of `fills` further columns, for regions that code the item with their dictionary; default: none */
  otherDictionaries?: Readonly<Record<string, readonly string[]>>;
}

/** Rows of a record that fill a case, or a record that fills rows of it. */
export interface RowFill extends ColumnFill {
  /** group of the record; default: the record itself fills each row of `group` that nobody has typed */
  from?: string;
  /** group of the case whose rows become those of the record; default: one row of the record fills the item's own rows */
  group?: string;
  /** with `from` and `group`: rows that were typed stay beside those of the record; default: they are deleted */
  besideTyped?: boolean;
  /**
   * without a group: item id by column. The row whose columns have the content of these items fills; a single row does
   * in any case
   */
  where?: Readonly<Record<string, string>>;
}

/** Every column that may fill the item. */
export const columnsFor = ({ fills, otherDictionaries = {} }: ColumnFill, itemId: string): string[] =>
  [fills[itemId], ...(otherDictionaries[itemId] ?? [])].filter((column) => column !== undefined);
