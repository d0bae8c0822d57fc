/** Address of a coded term: the version of the case, and the address of its code. */
import { parseAddressKey, type ItemAddress } from './itemAddress.ts';

export interface CodedTermAddress extends ItemAddress {
  caseKey: number;
}

/** Parses the key of a row of a coding list: case, item and row numbers separated by `|`; null if it is malformed. */
export function parseCodedTermKey(key: string): CodedTermAddress | null {
  if (!/^\d{1,15}\|[^|]+(\|\d{1,9}){3}$/.test(key)) return null;
  const end = key.indexOf('|');
  return { caseKey: Number(key.slice(0, end)), ...parseAddressKey(key.slice(end + 1)) };
}
