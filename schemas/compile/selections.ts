/** An item whose field offers a selection of a record, which then fills items of the same rows. */
export interface ItemSelection {
  /** kind of the record */
  master: string;
  /** source column by item id */
  fills: Readonly<Record<string, string>>;
}
