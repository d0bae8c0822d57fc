/** Where a term of a case is coded: the version of the case, and the address of the code in it. */
import { parseAddressKey, type ItemAddress } from './itemAddress.ts';

export interface CodedPlace extends ItemAddress {
  caseKey: number;
}

/** The place that the key of a row of a coding list names: case, item and row numbers with `|` between; null: it is none. */
export function parseCodedPlaceKey(key: string): CodedPlace | null {
  if (!/^\d{1,15}\|[^|]+(\|\d{1,9}){3}$/.test(key)) return null;
  const end = key.indexOf('|');
  return { caseKey: Number(key.slice(0, end)), ...parseAddressKey(key.slice(end + 1)) };
}
