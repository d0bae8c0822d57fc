/** Messages of a run that may be of the same case under different numbers: each is compared with the earlier ones. */
import {
  DUPLICATE_CHECK,
  rarityIn,
  readable,
  scoreOf,
  searchKeysOf,
  type DuplicateDocument,
} from '../../shared/duplicates/index.ts';
import { isLikely } from '../duplicates/isLikely.ts';

interface Earlier {
  seq: number;
  batchNo: number;
  document: DuplicateDocument;
}

export interface RunDuplicates {
  /** the earlier message that is likeliest the same case; undefined: none is likely */
  find: (document: DuplicateDocument) => number | undefined;
  add: (message: Earlier) => void;
  /** forgets the messages of a batch that turned out to be unreadable */
  forget: (batchNo: number) => void;
}

/** So many are scored; a key that more messages have, such as the one drug of a file, finds none by itself. */
const MAX_CANDIDATES = 50;
/** What every message of a file has, such as its drug, is common, also in a small one. */
const RARITY = { ...DUPLICATE_CHECK.rarity, prior: 10 };

/** What the user may not see is compared on neither side. */
export function runDuplicates(mayRead: (itemId: string) => boolean): RunDuplicates {
  const byKey = new Map<string, Earlier[]>();
  let total = 0;
  const keysOf = (document: DuplicateDocument): string[] => searchKeysOf(DUPLICATE_CHECK, document);
  return {
    find: (document) => {
      const ours = readable(document, mayRead);
      const keys = keysOf(ours).filter((key) => (byKey.get(key)?.length ?? 0) <= MAX_CANDIDATES);
      const shared = new Map<Earlier, number>();
      for (const one of keys.flatMap((key) => byKey.get(key) ?? []))
        shared.set(one, (shared.get(one) ?? 0) + 1);
      const rarityOf = (key: string): number => rarityIn(RARITY, byKey.get(key)?.length ?? 0, total);
      return [...shared]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, MAX_CANDIDATES)
        .map(([one]) => ({ seq: one.seq, score: scoreOf(DUPLICATE_CHECK, ours, one.document, rarityOf) }))
        .filter(({ score }) => isLikely(score))
        .toSorted((a, b) => b.score.score - a.score.score || a.seq - b.seq)[0]?.seq;
    },
    add: ({ seq, batchNo, document }) => {
      const message = { seq, batchNo, document: readable(document, mayRead) };
      total += 1;
      for (const key of keysOf(message.document)) byKey.set(key, [...(byKey.get(key) ?? []), message]);
    },
    forget: (batchNo) => {
      const isForgotten = (message: Earlier): boolean => message.batchNo === batchNo;
      total -= new Set([...byKey.values()].flatMap((some) => some.filter(isForgotten))).size;
      for (const [key, some] of byKey)
        byKey.set(
          key,
          some.filter((one) => !isForgotten(one)),
        );
    },
  };
}
