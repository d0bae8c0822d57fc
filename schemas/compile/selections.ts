/** Columns of masters that are not described as records yet, as selected rows have them (contract/caseInfo). */
export const MASTER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  study: ['STD_SPN_NO', 'STD_NAME', 'STD_TYPE'],
  sender: ['SND_ORGAN', 'SND_TYPE', 'SND_COUNTRY'],
};

/** An item whose field offers a selection of a record, which then fills items of the same rows. */
export interface ItemSelection {
  /** kind of the record */
  master: string;
  /** source column by item id */
  fills: Readonly<Record<string, string>>;
}
