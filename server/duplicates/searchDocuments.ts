/** Keeps the search document of a case with the case: after each save, import and copy, and for cases that have none yet. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import {
  documentOf,
  DUPLICATE_CHECK,
  keysOf,
  rolesRead,
  type DuplicateDocument,
} from '../../shared/duplicates/index.ts';
import { findDocs } from '../cases/record/case.store.ts';
import { pagesOfRoles, type Touched } from '../projections/touched.ts';
import type { CaseFollower } from '../projections/refreshProjections.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { everySponsor } from '../accounts/sponsors.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { Deps } from '../deps.ts';
import { codedTerms } from '../dictionaries/codedTerms.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { lockUnsearched, putSearch, rootOf } from './search.store.ts';

/** goes up when the program derives otherwise from the same descriptor */
const DERIVATION = 1;
const ROLES = rolesRead(DUPLICATE_CHECK);
export const DERIVED_BY = textHash(`${DERIVATION} ${JSON.stringify(DUPLICATE_CHECK)}`);

/** The pages the check reads, where any of it was touched. */
export const pagesRead = (whole: Catalogue, touched?: Touched): readonly string[] =>
  pagesOfRoles(whole, ROLES, touched);

/** What is compared of a content that holds those pages. */
export async function searchDocument(
  trx: Trx,
  { whole, dictionaries }: CatalogueSource,
  content: CaseContent,
): Promise<DuplicateDocument> {
  const coded = content.values.flatMap(({ itemId, value }) => {
    const dictionary = whole.items[itemId]?.dictionary;
    return dictionary && value !== null ? [{ dictionary, code: value }] : [];
  });
  const termOf = await codedTerms(trx, dictionaries, coded);
  return documentOf(DUPLICATE_CHECK, whole, content, ({ dictionary }, code) =>
    (termOf(dictionary ?? '', code)?.parents ?? []).map((parent) => parent.code),
  );
}

export const searchFollower: CaseFollower = {
  pages: pagesRead,
  follow: async (trx, deps, { sponsorKey, caseKey, content }) => {
    const rootCaseKey = await rootOf(trx, sponsorKey, caseKey);
    await derive(trx, deps, sponsorKey, { caseKey, rootCaseKey, content });
  },
};

const derive = async (
  trx: Trx,
  { catalogue }: Pick<Deps, 'catalogue'>,
  sponsorKey: number,
  { content, ...keys }: { caseKey: number; rootCaseKey: number; content: CaseContent },
): Promise<void> => {
  const document = await searchDocument(trx, catalogue, content);
  const entry = { ...keys, derivedBy: DERIVED_BY, document, keys: keysOf(DUPLICATE_CHECK, document) };
  return putSearch(trx, sponsorKey, entry);
};

const PORTION = 100;

/** Cases that were stored before the check knew them, or by another descriptor, of all sponsors; in portions. */
export async function deriveMissing(deps: Deps, signal?: AbortSignal): Promise<void> {
  for await (const { sponsorKey, catalogue } of everySponsor(deps))
    while (!signal?.aborted && (await derivePortion({ ...deps, catalogue }, sponsorKey)) === PORTION);
}

const derivePortion = (deps: Deps, sponsorKey: number): Promise<number> =>
  inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await lockUnsearched(trx, sponsorKey, DERIVED_BY, PORTION);
    for (const { case_key: caseKey, root_case_key: rootCaseKey } of found) {
      const docs = await findDocs(trx, sponsorKey, caseKey, pagesRead(deps.catalogue.whole));
      await derive(trx, deps, sponsorKey, { caseKey, rootCaseKey, content: contentOf(docs) });
    }
    return found.length;
  });
