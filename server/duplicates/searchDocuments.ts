/** Keeps the search documents of cases, by which the duplicate check finds and compares them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { blindedRoles } from '../../shared/blinding/inheritBlinding.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import { type CaseContent, filterItems } from '../../shared/case/caseContent.ts';
import {
  documentOf,
  DUPLICATE_CHECK,
  keysOf,
  readable,
  rolesRead,
  type DuplicateDocument,
} from '../../shared/duplicates/index.ts';
import { pagesOfRoles, type Touched } from '../projections/touched.ts';
import type { CaseProjection } from '../projections/projection.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { codedTerms } from '../dictionaries/codedTerms.ts';
import type { Trx } from '../storage/database.ts';
import { putSearch, rootOf } from './search.store.ts';

const ROLES = rolesRead(DUPLICATE_CHECK);
const DESCRIPTOR_HASH = textHash(JSON.stringify(DUPLICATE_CHECK));

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
  const { trial } = DUPLICATE_CHECK;
  // everybody sees whether a case is compared as one of a trial
  const open = filterItems(content, (itemId) => itemId !== whole.roles[trial.role] || isOpen(whole)(itemId));
  return documentOf(DUPLICATE_CHECK, whole, open, ({ dictionary }, code) =>
    (termOf(dictionary ?? '', code)?.parents ?? []).map((parent) => parent.code),
  );
}

const isOpen =
  ({ items }: Catalogue) =>
  (itemId: string): boolean =>
    !items[itemId]?.blinded;

export const searchDocuments: CaseProjection = {
  name: 'searchDocuments',
  revision: 1,
  refresh: 'inTransaction',
  readsDocs: true,
  keepsBlinding: true,
  // keys depend on what is blinded
  version: ({ catalogue: { whole } }) => `${DESCRIPTOR_HASH} ${blindedRoles(whole)}`,
  pages: ({ whole }, touched) => pagesRead(whole, touched),
  rebuild: async (trx, { catalogue }, { sponsorKey, cases, docsOf }) => {
    for (const { caseKey } of cases) {
      const rootCaseKey = await rootOf(trx, sponsorKey, caseKey);
      const document = await searchDocument(trx, catalogue, contentOf(await docsOf(caseKey)));
      // everybody's checks find cases by the keys, and weigh them by how many cases have them
      const keys = keysOf(DUPLICATE_CHECK, readable(document, isOpen(catalogue.whole)));
      await putSearch(trx, sponsorKey, { caseKey, rootCaseKey, document, keys });
    }
  },
};
