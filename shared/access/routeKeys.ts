/** Keys in addresses. */

/** Parameters that are numbers: keys of records, and the rows and places in them. */
const isKey = (name: string): boolean => name.endsWith('Key') || name === 'rowNo' || name === 'targetSeqNo';

/** Whether all keys of an address are numbers; with others it names nothing that can exist. */
export const hasNumericKeys = (params: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(params).every(([name, value]) => !isKey(name) || !value || /^-?\d{1,15}$/.test(value));
