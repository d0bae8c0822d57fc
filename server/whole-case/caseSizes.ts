/** Which cases are large. An answer may be some seconds old: it decides where work runs, not what it does. */
import { inSponsor, type Db } from '../storage/database.ts';
import { sizeOfCases } from './caseSize.store.ts';

/** Reading and checking so much takes some 50 ms; a thread takes seconds to start. */
const MAX_DOCUMENTS = 750;
const MAX_BYTES = 256 * 1024;

const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 10_000;

export interface CaseSizes {
  areLarge: (sponsorKey: number, caseKeys: readonly number[]) => Promise<boolean>;
}

/** Remembers what it has found for some seconds: an open case is read and saved many times. */
export function caseSizes(db: Db): CaseSizes {
  const remembered = new Map<string, { areLarge: boolean; until: number }>();
  return {
    areLarge: async (sponsorKey, caseKeys) => {
      const key = `${sponsorKey}/${caseKeys.join()}`;
      const known = remembered.get(key);
      if (known && known.until > performance.now()) return known.areLarge;
      const { documents, bytes } = await inSponsor(db, sponsorKey, (trx) =>
        sizeOfCases(trx, sponsorKey, caseKeys),
      );
      const areLarge = documents > MAX_DOCUMENTS || bytes > MAX_BYTES;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, { areLarge, until: performance.now() + REMEMBERED_MS });
      return areLarge;
    },
  };
}
