/** The value of an item of the control `chosenItems`: ids of items of cases, separated by spaces. */

/** In the order of the text; commas and semicolons of a spreadsheet separate, too. */
export const chosenItemIds = (value: string | null): string[] =>
  (value ?? '').split(/[\s,;]+/).filter((itemId) => itemId !== '');

/** Each once and sorted, so that the same items are the same text. Empty: none. */
export const chosenItemsText = (itemIds: readonly string[]): string =>
  [...new Set(itemIds)].toSorted().join(' ');
