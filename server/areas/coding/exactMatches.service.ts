/** Terms without a code for which a dictionary has exactly one entry with the same term. */
import { sql } from 'kysely';
import type { ListCoding } from '../../../schemas/compile/lists.ts';
import {
  MAX_TERMS_AT_ONCE,
  type BodyOf,
  type DataOf,
  type previewExactMatches,
  type QueryOf,
} from '../../../shared/contract/index.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { entriesNamed } from '../../dictionaries/entriesNamed.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import type { Release } from '../../dictionaries/releases.store.ts';
import { shownEntry } from '../../dictionaries/shownEntry.ts';
import { readingOf, planList } from '../../lists/answerList.ts';
import { keysOf } from '../../lists/listQuery.ts';
import type { ListCaller, ListReading, ListSource } from '../../lists/listSource.ts';
import { listViewOf } from '../../lists/listView.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { findTerms, type ListedTerm } from './coding.store.ts';
import { codingList, codingOf } from './codingList.ts';

/** What this module needs of the server. */
type ExactMatchesWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

type MatchRequest = BodyOf<typeof previewExactMatches> & QueryOf<typeof previewExactMatches>;
type Answer = DataOf<typeof previewExactMatches>;

/** Those chosen, or as many as one call takes of all that the list holds for this user. Throws 404 MENU_NOT_FOUND. */
export const previewMatches = (
  deps: ExactMatchesWorld,
  caller: ListCaller,
  menuId: string,
  request: MatchRequest,
): Promise<Answer> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const reading = readingOf(deps, caller);
    const coding = codingOf(reading, menuId);
    const source = uncoded(codingList(menuId));
    const rowKeys = request.rowKeys ?? (await keysInList(trx, deps, source, reading, request));
    const terms = await findTerms(trx, source, reading, rowKeys);
    const dictionary = sourceOf(descriptorOf(deps.catalogue, coding.dictionary));
    const release = await releaseInUse(trx, caller.user, dictionary);
    const entryOf = release ? await exactEntries(trx, reading, { coding, release }, terms) : () => null;
    return {
      version: release?.version ?? null,
      sample: release?.sample ?? false,
      terms: terms.length,
      listInfo: terms.flatMap((found) => {
        const reported = found.term ?? '';
        const entry = entryOf(reported);
        return entry ? [{ ...placeOf(found), reported, ...entry }] : [];
      }),
    };
  });

const placeOf = ({ rowKey, caseKey, caseNo, page, pageRow, ...found }: ListedTerm) => {
  const { itemId, rowNo, rowNo2, rowNo3, retrievedAt } = found;
  const place = { rowKey, caseKey, caseNo, page, pageRow, itemId, rowNo, rowNo2, rowNo3 };
  return { ...place, retrievedAt: retrievedAt.toISOString() };
};

const uncoded = (source: ListSource): ListSource => ({
  ...source,
  scope: (reading) => sql<boolean>`${source.scope(reading)} and w.code is null`,
});

async function keysInList(
  trx: Trx,
  deps: ExactMatchesWorld,
  source: ListSource,
  reading: ListReading,
  query: QueryOf<typeof previewExactMatches>,
): Promise<string[]> {
  const view = await listViewOf(trx, deps.catalogue, source, reading, query);
  const wanted = planList(deps, source, reading, view, query);
  return keysOf(trx, wanted, { offset: 0, limit: MAX_TERMS_AT_ONCE });
}

/** The code and the term of the only current entry whose term is the text, in any language it has; else null. */
async function exactEntries(
  trx: Trx,
  { catalogue, language }: ListReading,
  { coding, release }: { coding: ListCoding; release: Release },
  terms: readonly { term: string | null }[],
): Promise<(term: string) => { code: string; term: string } | null> {
  const descriptor = descriptorOf(catalogue, coding.dictionary);
  const found = new Map<string, { code: string; term: string }>();
  const texts = new Set(terms.map(({ term }) => fold(term ?? '')).filter((text) => text !== ''));
  for (const keyword of texts) {
    const entries = (await entriesNamed(trx, descriptor, release, keyword, coding.fields)).map((entry) =>
      shownEntry(descriptor, entry, language),
    );
    const [first] = entries;
    if (first && entries.every(({ code }) => code === first.code))
      found.set(keyword, { code: first.code, term: first.term });
  }
  return (term) => found.get(fold(term)) ?? null;
}
