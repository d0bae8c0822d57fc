/** The change of a case that gives a term its code. */
import type { CaseValue } from '../case/caseContent.ts';
import type { ItemAddress } from '../case/itemAddress.ts';

/** Reasons of the specification: a first code, or another one. */
export const codeReason = (before: string | null): string => (before === null ? 'New Data' : 'Edited Data');

/** @param version of the dictionary; null: it is not known, and stays as it is */
export function codeChanges(
  address: ItemAddress,
  versionItem: string | null,
  { code, version }: { code: string; version: string | null },
): CaseValue[] {
  const change = (itemId: string, value: string): CaseValue => ({
    ...address,
    itemId,
    value,
    nullFlavor: null,
    notation: null,
  });
  return [
    change(address.itemId, code),
    ...(versionItem !== null && version !== null ? [change(versionItem, version)] : []),
  ];
}
