/** Cases that may be the same as what a document says: found by their keys, scored exactly. */
import type { Scope } from '../../shared/access/scope.ts';
import {
  DUPLICATE_CHECK,
  rarityIn,
  readable,
  scoreOf,
  searchKeysOf,
  type DuplicateDocument,
  type Score,
} from '../../shared/duplicates/index.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import { countKeys, findCandidates, type Candidate, type CaseCondition } from './search.store.ts';

export interface DuplicateSearch {
  sponsorKey: number;
  /** whose cases are seen */
  scope: Scope;
  mayRead: (itemId: string) => boolean;
  document: DuplicateDocument;
  /** first version of the checked case; null if it is not stored */
  rootCaseKey: number | null;
  /** only these cases are searched; left out: all */
  among?: CaseCondition | null;
}

export interface Hit extends Candidate {
  score: Score;
}

/** So many are scored. */
const MAX_CANDIDATES = 150;
const MAX_SHOWN = 100;
/**
 * So many entries are read of the keys, the rarest keys first: what every other case has finds nothing, it only tells
 * those apart that are found by something else. The first keys are read however many have them.
 */
const MAX_READ = 30_000;
const FIRST_KEYS = 3;

/**
 * The cases of the scope whose score reaches the lowest band, the likeliest first. What the reader may not see is
 * compared on neither side.
 */
export async function findDuplicates(trx: Trx, search: DuplicateSearch): Promise<Hit[]> {
  const { sponsorKey, scope, mayRead, rootCaseKey, among = null } = search;
  const check = DUPLICATE_CHECK;
  const document = readable(search.document, mayRead);
  const keys = searchKeysOf(check, document);
  if (keys.length === 0) return [];
  const { total, counts } = await countKeys(trx, sponsorKey, keys);
  const weighed = rarestOf(counts).map((key) => ({
    key,
    weight: Math.log2((total + 1) / (counts.get(key) ?? 1)),
  }));
  const candidates = await findCandidates(trx, sponsorKey, scope, weighed, {
    without: rootCaseKey,
    limit: MAX_CANDIDATES,
    among,
  });
  const known = new Set(keys);
  const rarityOf = (key: string): number | undefined =>
    known.has(key) ? rarityIn(check.rarity, counts.get(key) ?? 0, total) : undefined;
  return candidates
    .map((candidate) => ({
      ...candidate,
      score: scoreOf(check, document, readable(candidate.document, mayRead), rarityOf),
    }))
    .filter(({ score }) => score.band !== 'hidden')
    .toSorted(byScore)
    .slice(0, MAX_SHOWN);
}

/** The same for a user, of what is no stored case. */
export const findDuplicatesFor = (
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  document: DuplicateDocument,
): Promise<Hit[]> =>
  findDuplicates(trx, {
    sponsorKey: user.sponsorKey,
    scope: user,
    mayRead: (itemId) => maySee(deps, user, itemId),
    document,
    rootCaseKey: null,
  });

/** The keys that any case has, the rarest first, as far as what is read of them stays within bounds. */
function rarestOf(counts: ReadonlyMap<string, number>): string[] {
  let read = 0;
  return [...counts]
    .toSorted(([, a], [, b]) => a - b)
    .filter(([, count], at) => {
      read += count;
      return at < FIRST_KEYS || read <= MAX_READ;
    })
    .map(([key]) => key);
}

const byScore = (a: Hit, b: Hit): number =>
  Number(b.score.band === 'certain') - Number(a.score.band === 'certain') ||
  b.score.score - a.score.score ||
  b.case_key - a.case_key;
