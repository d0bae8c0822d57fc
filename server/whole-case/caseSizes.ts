/** Which cases are large. An answer may be some seconds old: it decides where work runs, not what it does. */
import { inSponsor, type Db, type Trx } from '../storage/database.ts';
import { sizeOfCases, sizeOfLargest, sizesOfCases, type CaseSize } from './caseSize.store.ts';

/** Reading and checking so much takes some 50 ms; a thread takes seconds to start. */
const MAX_DOCUMENTS = 750;
const MAX_BYTES = 256 * 1024;

const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 10_000;

export interface CaseSizes {
  /** together */
  areLarge: (sponsorKey: number, caseKeys: readonly number[]) => Promise<boolean>;
  /** at least one of them by itself */
  isOneLarge: (sponsorKey: number, caseKeys: readonly number[]) => Promise<boolean>;
}

/** Whether work on these cases has to leave the main thread, as the transaction sees them. */
export async function areLargeNow(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<boolean> {
  return isLarge(await sizeOfCases(trx, sponsorKey, caseKeys));
}

/** Whether one of them by itself has to, where they are worked on one by one. */
export const isOneLargeNow = async (
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<boolean> => isLarge(await sizeOfLargest(trx, sponsorKey, caseKeys));

/** Cases apart by size: those that have to by themselves, and the others in portions that together do not. */
export async function apartBySize(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<{ large: number[]; portions: number[][] }> {
  const sizes = await sizesOfCases(trx, sponsorKey, caseKeys);
  const sizeOf = (caseKey: number) => sizes.get(caseKey) ?? NOTHING;
  const large = caseKeys.filter((caseKey) => isLarge(sizeOf(caseKey)));
  const portions: number[][] = [];
  let last = NOTHING;
  for (const caseKey of caseKeys) {
    const size = sizeOf(caseKey);
    if (isLarge(size)) continue;
    const together = { documents: last.documents + size.documents, bytes: last.bytes + size.bytes };
    const isNew = portions.length === 0 || isLarge(together);
    if (isNew) portions.push([caseKey]);
    else portions.at(-1)?.push(caseKey);
    last = isNew ? size : together;
  }
  return { large, portions };
}

const NOTHING: CaseSize = { documents: 0, bytes: 0 };

const isLarge = ({ documents, bytes }: CaseSize): boolean => documents > MAX_DOCUMENTS || bytes > MAX_BYTES;

/** Remembers what it has found of a case for some seconds: an open case is read and saved many times. */
export function caseSizes(db: Db): CaseSizes {
  const remembered = new Map<string, { isLarge: boolean; until: number }>();
  const find = (sponsorKey: number, caseKeys: readonly number[]) =>
    inSponsor(db, sponsorKey, (trx) => areLargeNow(trx, sponsorKey, caseKeys));
  return {
    isOneLarge: (sponsorKey, caseKeys) =>
      inSponsor(db, sponsorKey, (trx) => isOneLargeNow(trx, sponsorKey, caseKeys)),
    areLarge: async (sponsorKey, caseKeys) => {
      if (caseKeys.length !== 1) return find(sponsorKey, caseKeys);
      const key = `${sponsorKey}/${caseKeys[0]}`;
      const known = remembered.get(key);
      if (known && known.until > performance.now()) return known.isLarge;
      const isLarge = await find(sponsorKey, caseKeys);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, { isLarge, until: performance.now() + REMEMBERED_MS });
      return isLarge;
    },
  };
}
