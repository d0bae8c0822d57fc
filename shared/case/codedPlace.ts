/** Where a term of a case is coded: the version of the case, and the address of the code in it. */
import { addressKey, parseAddressKey, type ItemAddress } from './itemAddress.ts';

export interface CodedPlace extends ItemAddress {
  caseKey: number;
}

/** As one text, by which lists and calls name it. */
export const codedPlaceKey = ({ caseKey, ...address }: CodedPlace): string =>
  `${caseKey}|${addressKey(address)}`;

/** The place a key made by `codedPlaceKey` names; null: it is none. */
export function parseCodedPlaceKey(key: string): CodedPlace | null {
  if (!/^\d{1,15}\|[^|]+(\|\d{1,9}){3}$/.test(key)) return null;
  const end = key.indexOf('|');
  return { caseKey: Number(key.slice(0, end)), ...parseAddressKey(key.slice(end + 1)) };
}
