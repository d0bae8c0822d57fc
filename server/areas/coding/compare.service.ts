/** What another release of a dictionary would change of the codes that cases hold. Reads only. */
import {
  CODE_CHANGES,
  type CodeChange,
  type compareCodingReleases,
  type DataOf,
  type listCodingReleases,
} from '../../../shared/contract/index.ts';
import type { Deps } from '../../deps.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { descriptorOf } from '../../dictionaries/lookUp.ts';
import type { TermWords } from '../../dictionaries/words.ts';
import type { Language } from '../../http/language.ts';
import { readingOf } from '../../lists/answerList.ts';
import type { ListCaller, ListReading } from '../../lists/listSource.ts';
import { releaseNotFound } from '../../problems.ts';
import { inSponsor } from '../../storage/database.ts';
import { findCodesHeld, findComparable, type HeldCode } from './coding.store.ts';
import { visibleTerms } from './codingList.ts';

/** Every dictionary that items are coded with, of which any release is loaded. */
export async function releasesToCompare(
  { db, catalogue }: Pick<Deps, 'db' | 'catalogue'>,
  { language }: Pick<ListCaller, 'language'>,
): Promise<DataOf<typeof listCodingReleases>> {
  const releases = await findComparable(db);
  const listInfo = Object.values(catalogue.dictionaries).flatMap((descriptor) => {
    const { dictionary, label } = descriptor;
    const own = releases.filter((release) => release.dictionary === sourceOf(descriptor));
    if (own.length === 0 || codedItemsOf(catalogue, dictionary).length === 0) return [];
    return [
      {
        ...{ dictionary, label: label[language] },
        releases: own.map(({ version, state }) => ({ version, state })),
      },
    ];
  });
  return { listInfo };
}

/** Items that hold codes of a dictionary: in their own right, or because a list codes them with it. */
function codedItemsOf({ whole, lists }: ListReading['catalogue'], dictionary: string) {
  const listed = Object.values(lists).flatMap(({ coding }) =>
    coding?.dictionary === dictionary ? coding.items : [],
  );
  return Object.values(whole.items).filter(
    (item) => item.dictionary === dictionary || listed.includes(item.itemId),
  );
}

/** Throws 404 DICTIONARY_NOT_FOUND and RELEASE_NOT_FOUND. */
export const compareReleases = (
  deps: Deps,
  caller: ListCaller,
  { dictionary, from, to }: { dictionary: string; from: string; to: string },
): Promise<DataOf<typeof compareCodingReleases>> =>
  inSponsor(deps.db, caller.user.sponsorKey, async (trx) => {
    const descriptor = descriptorOf(deps.catalogue, dictionary);
    const releases = (await findComparable(trx)).filter((one) => one.dictionary === sourceOf(descriptor));
    const [before, after] = [from, to].map((version) => {
      const found = releases.find((release) => release.version === version);
      if (!found) throw releaseNotFound(dictionary, version);
      return found.release_no;
    });
    const terms = visibleTerms(readingOf(deps, caller), codedItemsOf(deps.catalogue, dictionary));
    const asked = { before: before ?? 0, after: after ?? 0, begins: descriptor.codeLength !== undefined };
    const held = await findCodesHeld(trx, terms, asked);
    const compared = held.flatMap((code) => {
      const changes = changesOf(code);
      return changes.length > 0 ? [{ code, changes }] : [];
    });
    return {
      codes: held.length,
      unknown: held.filter(({ term }) => term === null).length,
      counts: Object.fromEntries(
        CODE_CHANGES.map((change) => [
          change,
          compared.filter(({ changes }) => changes.includes(change)).length,
        ]),
      ),
      listInfo: compared.map(({ code, changes }) => ({ changes, ...shown(code, caller.language) })),
    };
  });

/** Of a code the first release does not have nothing is told. */
function changesOf({ term, parents, newTerm, newParents, newCurrent }: HeldCode): CodeChange[] {
  if (term === null) return [];
  if (newTerm === null) return ['gone'];
  const codesOf = (broader: HeldCode['parents']) => JSON.stringify((broader ?? []).map(({ code }) => code));
  return [
    ...(newCurrent === false ? (['notCurrent'] as const) : []),
    ...(newTerm.en === term.en ? [] : (['renamed'] as const)),
    ...(codesOf(parents) === codesOf(newParents) ? [] : (['moved'] as const)),
  ];
}

function shown({ code, caseKeys, caseNos, caseCount, ...held }: HeldCode, language: Language) {
  const words = (term: TermWords | null) => term && (term[language] ?? term.en);
  const path = (broader: HeldCode['parents']) =>
    (broader ?? []).map(({ term }) => words(term) ?? '').toReversed();
  return {
    ...{ code, term: words(held.term) ?? '', path: path(held.parents) },
    ...{ newTerm: words(held.newTerm), newPath: path(held.newParents), caseCount },
    cases: caseKeys.map((caseKey, nth) => ({ caseKey, caseNo: caseNos[nth] ?? '' })),
  };
}
