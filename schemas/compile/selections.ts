/** Masters that can be selected, and the columns of a selected row (contract/caseInfo). */
export const MASTER_COLUMNS = {
  study: ['STD_SPN_NO', 'STD_NAME', 'STD_TYPE'],
  sender: ['SND_ORGAN', 'SND_TYPE', 'SND_COUNTRY'],
  product: ['PRD_NAME', 'SUBSTANCE'],
} as const;

export type Master = keyof typeof MASTER_COLUMNS;

/** An item whose field offers a selection of a master, which then fills items of the same rows. */
export interface ItemSelection {
  master: Master;
  /** source column by item id */
  fills: Readonly<Record<string, string>>;
}
