/** What another release of a dictionary would change of the codes that cases hold. Reads only. */
import { itemsCodedWith } from '../../../schemas/compile/codedItems.ts';
import {
  CODE_CHANGES,
  type compareCodingReleases,
  type DataOf,
  type listCodingReleases,
} from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { comparedOf } from '../../coding/codesHeld.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import { releaseNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { Compared } from './changedCodes.store.ts';
import { countCodesHeld, findComparable } from './coding.store.ts';
import { visibleTerms } from './codingList.ts';

/** What this module needs of the server. */
type CompareWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

/** Every dictionary that items are coded with, of which any release is loaded. */
export async function releasesToCompare(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  { language }: Pick<ListCaller, 'language'>,
): Promise<DataOf<typeof listCodingReleases>> {
  const releases = await findComparable(db);
  const listInfo = Object.values(catalogue.dictionaries).flatMap((descriptor) => {
    const { dictionary, label } = descriptor;
    const own = releases.filter((release) => release.dictionary === sourceOf(descriptor));
    if (own.length === 0 || itemsCodedWith(catalogue.whole, dictionary).length === 0) return [];
    return [
      {
        dictionary,
        label: label[language],
        releases: own.map(({ version, state }) => ({ version, state })),
      },
    ];
  });
  return { listInfo };
}

export interface ComparisonRequest {
  dictionary: string;
  from: string;
  to: string;
}

/** Two releases, and the items whose codes are compared. Throws 404 DICTIONARY_NOT_FOUND and RELEASE_NOT_FOUND. */
export async function comparedBy(
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  { dictionary, from, to }: ComparisonRequest,
): Promise<Compared> {
  const descriptor = descriptorOf(catalogue, dictionary);
  const releases = (await findComparable(db)).filter((one) => one.dictionary === sourceOf(descriptor));
  const numberOf = (version: string): number => {
    const found = releases.find((release) => release.version === version);
    if (!found) throw releaseNotFound(dictionary, version);
    return found.release_no;
  };
  return {
    before: numberOf(from),
    after: numberOf(to),
    ...comparedOf(descriptor),
    items: itemsCodedWith(catalogue.whole, dictionary),
  };
}

/** How many codes change, and how. Throws what `comparedBy` throws. */
export async function compareReleases(
  deps: CompareWorld,
  caller: ListCaller,
  request: ComparisonRequest,
): Promise<DataOf<typeof compareCodingReleases>> {
  const { items, ...releases } = await comparedBy(deps, request);
  const terms = visibleTerms(readingOf(deps, caller), items);
  const held = await inSponsor(deps.db, caller.user.sponsorKey, (trx) =>
    countCodesHeld(trx, { ...releases, terms }),
  );
  const countOf = (counts: (one: (typeof held)[number]) => boolean) =>
    held.filter(counts).reduce((sum, { codes }) => sum + codes, 0);
  return {
    codes: countOf(() => true),
    unknown: countOf(({ known }) => !known),
    changed: countOf(({ changes }) => changes.length > 0),
    counts: Object.fromEntries(
      CODE_CHANGES.map((change) => [change, countOf(({ changes }) => changes.includes(change))]),
    ),
  };
}
