/** An item whose field offers a selection of a record, which then fills items of the same rows, and rows within them. */
export interface ItemSelection {
  /** kind of the record */
  master: string;
  /** source column by item id */
  fills: Readonly<Record<string, string>>;
  /** what rows of the record fill; default: nothing */
  rows?: readonly RowFill[];
  /** the record that fills a case that is added on the screen; default: none */
  initial?: 'senderOfCase';
}

/** Rows of a record that fill a case. */
export interface RowFill {
  /** group of the record */
  from: string;
  /** group of the case whose rows become those of the record; default: one row of the record fills the item's own rows */
  group?: string;
  /**
   * without a group: item id by column. The row whose columns have the content of these items fills; a single row does
   * in any case
   */
  where?: Readonly<Record<string, string>>;
  /** source column by item id */
  fills: Readonly<Record<string, string>>;
}
