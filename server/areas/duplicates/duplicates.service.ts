/** The duplicate check: which cases may be the same as another, and why. */
import type { BodyOf, DataOf, listCheckProducts, listDuplicates } from '../../../shared/contract/index.ts';
import { DUPLICATE_CHECK, isOf, readable, type DuplicateDocument } from '../../../shared/duplicates/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { narrowedByLibrary } from '../../case-query/library.ts';
import { findDocs, findNewestVersion } from '../../cases/record/case.store.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { duplicateWords } from '../../duplicates/duplicateWords.ts';
import { findDuplicates } from '../../duplicates/findDuplicates.ts';
import { pagesRead, searchDocument } from '../../duplicates/searchDocuments.ts';
import { recordDismissal, dismissalsOf, type DuplicateDismissal } from '../../duplicates/dismissDuplicate.ts';
import { checkedContent } from '../../duplicates/typedContent.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { findProducts } from './duplicates.store.ts';

/** What this module needs of the server. */
type DuplicatesWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

interface Caller {
  user: SessionUser;
  language: Language;
}

type DuplicatesRequest = BodyOf<typeof listDuplicates>;
type Answer = DataOf<typeof listDuplicates>;

interface Subject {
  document: DuplicateDocument;
  rootCaseKey: number | null;
  caseKey: number | null;
  caseNo: string | null;
}

const NO_DISMISSALS: ReadonlyMap<number, DuplicateDismissal> = new Map();
/** With fewer criteria than these hardly any case is found, whether there is a duplicate or not. */
const MIN_CRITERIA = 2;
const NOTHING_TYPED = { values: [], rows: [] };

/**
 * The duplicates that the user may see, the likeliest first and dismissed ones last. Reports nothing about others. Throws
 * 404 LIBRARY_NOT_FOUND and 403 QUERY_BLINDED for the saved search among whose cases they are looked for.
 */
export function findDuplicatesOf(
  deps: DuplicatesWorld,
  caller: Caller,
  request: DuplicatesRequest,
): Promise<Answer> {
  const { user, language } = caller;
  const { sponsorKey } = user;
  const mayRead = (itemId: string) => maySee(deps, user, itemId);
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const { document, rootCaseKey, caseKey, caseNo } = await subjectOf(trx, deps, caller, request);
    const among = await narrowedByLibrary(trx, request, { ...caller, catalogue: deps.catalogue });
    const hits = await findDuplicates(trx, {
      sponsorKey,
      scope: user,
      mayRead,
      document,
      rootCaseKey,
      among,
    });
    const dismissals =
      rootCaseKey === null ? NO_DISMISSALS : await dismissalsOf(trx, sponsorKey, rootCaseKey);
    const { trial } = document;
    // what is hidden from the reader is not compared, and counts as missing
    const { said: compared } = readable(document, mayRead);
    const empty = DUPLICATE_CHECK.fields.filter(({ key, field }) => isOf(key, trial) && !compared[field]);
    const { rowOf } = await duplicateWords(trx, deps.catalogue, language, hits);
    const listInfo = hits.map((hit) => {
      const apart = dismissals.get(hit.root_case_key);
      return { ...rowOf(hit, mayRead), toldApart: apart ? { ...apart, at: apart.at.toISOString() } : null };
    });
    return {
      caseKey,
      caseNo,
      trial,
      hasEmptyItemCases: empty.length > 0,
      emptyItems: empty.map(({ label }) => label[language]),
      isTooLittle: Object.keys(compared).length < MIN_CRITERIA,
      bands: DUPLICATE_CHECK.bands,
      listInfo: [
        ...listInfo.filter((row) => row.toldApart === null),
        ...listInfo.filter((row) => row.toldApart !== null),
      ],
    };
  });
}

/** What is looked for: a case that is there, as its newest version says it, or what was typed. */
async function subjectOf(
  trx: Trx,
  deps: DuplicatesWorld,
  { user, language }: Caller,
  { caseKey, content = NOTHING_TYPED }: DuplicatesRequest,
): Promise<Subject> {
  if (caseKey === undefined) {
    const typed = checkedContent(deps, user, language, content);
    return {
      document: await searchDocument(trx, deps.catalogue, typed),
      rootCaseKey: null,
      caseKey: null,
      caseNo: null,
    };
  }
  const found = await findVisibleCase(trx, user, caseKey);
  const newest = (await findNewestVersion(trx, found)) ?? found;
  const docs = await findDocs(trx, user.sponsorKey, newest.case_key, pagesRead(deps.catalogue.whole));
  return {
    document: await searchDocument(trx, deps.catalogue, contentOf(docs)),
    rootCaseKey: newest.root_case_key,
    caseKey: newest.case_key,
    caseNo: newest.case_no,
  };
}

export interface Telling {
  caseKey: number;
  otherKey: number;
  notDuplicate: 'Y' | 'N';
  reason: string;
  requestId: string;
}

/** Remembers that two cases are two, or forgets it. 404 where one is out of sight, 422 SAME_CASE for versions of one. */
export const tellCasesApart = (
  deps: DuplicatesWorld,
  user: SessionUser,
  { caseKey, otherKey, notDuplicate, reason, requestId }: Telling,
): Promise<void> =>
  inSponsor(deps.db, user.sponsorKey, (trx) =>
    recordDismissal(trx, deps, {
      user,
      requestId,
      reason,
      caseKeys: [caseKey, otherKey],
      notDuplicate: notDuplicate === 'Y',
    }),
  );

/** What a product of the new case may be called, so that it is called as the sponsor calls it. */
export const listProductsToChoose = (
  deps: DuplicatesWorld,
  user: SessionUser,
): Promise<DataOf<typeof listCheckProducts>> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const products = await findProducts(trx, user.sponsorKey, user);
    return {
      listInfo: products.map(({ product_key, name, substance }) => ({
        productKey: product_key,
        productName: name,
        substance,
      })),
    };
  });
