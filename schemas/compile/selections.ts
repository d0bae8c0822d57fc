/** Masters that items may be chosen from, and what a chosen row says: columns of contract/caseInfo, and what they hold. */
export const MASTER_COLUMNS = {
  study: ['STD_SPN_NO', 'STD_NAME', 'STD_TYPE'],
  sender: ['SND_ORGAN', 'SND_TYPE', 'SND_COUNTRY'],
  product: ['PRD_NAME', 'SUBSTANCE'],
} as const;

export type Master = keyof typeof MASTER_COLUMNS;

/** An item whose field offers to choose a row of a master, which then fills items of the same rows. */
export interface ItemSelection {
  master: Master;
  /** by item id the column it is filled from */
  fills: Readonly<Record<string, string>>;
}
