/**
 * What is kept of a case beside its documents, for lists, searches and deadlines, and derived again whenever the case is
 * saved, imported or copied: in the same transaction, so that it never says anything else than the case.
 */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { searchFollower } from '../duplicates/searchDocuments.ts';
import { heldNumbers } from '../case-number/heldNumbers.ts';
import { keepCodings } from '../coding/caseCodings.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../storage/database.ts';
import { findDocs } from '../cases/record/case.store.ts';
import type { Touched } from './touched.ts';
import { keepListValues } from '../lists/listValues.ts';
import { obligationsFollower } from '../obligations/dueReports.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { noteWritten } from '../warnings/caseWarnings.ts';

/** The version of a case that was written, and what it says. */
export interface WrittenCase {
  sponsorKey: number;
  caseKey: number;
  /** at least the pages the follower asked for */
  content: CaseContent;
  at: Date;
}

export interface CaseFollower {
  /** The pages it has to read after this; none: it is not concerned. Without `touched` all it ever reads. */
  pages: (whole: Catalogue, touched?: Touched) => readonly string[];
  follow: (trx: Trx, deps: Pick<Deps, 'catalogue' | 'clock'>, written: WrittenCase) => Promise<void>;
}

const FOLLOWERS: readonly CaseFollower[] = [heldNumbers, obligationsFollower, searchFollower];

type Written = Omit<WrittenCase, 'content'>;

/** After a whole case was written. */
export async function followWhole(
  trx: Trx,
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  written: WrittenCase,
): Promise<void> {
  await noteWritten(trx, written);
  await keepListValues(trx, deps.catalogue.whole, written);
  await keepCodings(trx, deps.catalogue, written);
  for (const { follow } of FOLLOWERS) await follow(trx, deps, written);
}

/** After a save: reads only the pages of those that are concerned. */
export async function followTouched(
  trx: Trx,
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  written: Written,
  touched: Touched,
): Promise<void> {
  await noteWritten(trx, written);
  const { whole } = deps.catalogue;
  await keepListValues(trx, whole, written, touched);
  await keepCodings(trx, deps.catalogue, written, touched);
  const concerned = FOLLOWERS.map((follower) => ({ follower, pages: follower.pages(whole, touched) })).filter(
    ({ pages }) => pages.length > 0,
  );
  if (concerned.length === 0) return;
  const pages = [...new Set(concerned.flatMap((one) => one.pages))];
  const content = contentOf(await findDocs(trx, written.sponsorKey, written.caseKey, pages));
  for (const { follower } of concerned) await follower.follow(trx, deps, { ...written, content });
}
