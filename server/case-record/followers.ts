/**
 * What is kept of a case beside its documents, for lists, searches and deadlines, and derived again whenever the case is
 * saved, imported or copied: in the same transaction, so that it never says anything else than the case.
 */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../storage/database.ts';
import { findDocs } from './case.store.ts';
import { contentOf } from './pageDoc.ts';

/** The version of a case that was written, and what it says. */
export interface WrittenCase {
  sponsorKey: number;
  caseKey: number;
  /** at least the pages the follower asked for */
  content: CaseContent;
  at: Date;
}

/** Ids of items, and of groups whose rows came, went or moved. */
export interface Touched {
  items: ReadonlySet<string>;
  groups: ReadonlySet<string>;
}

export interface CaseFollower {
  /** The pages it has to read after this; none: it is not concerned. Without `touched` all it ever reads. */
  pages: (whole: Catalogue, touched?: Touched) => readonly string[];
  follow: (trx: Trx, deps: Pick<Deps, 'catalogue' | 'clock'>, written: WrittenCase) => Promise<void>;
}

const FOLLOWERS: readonly CaseFollower[] = [];

/** The pages of the items with these roles (`serious*` names all that begin so), where any of it was touched. */
export function pagesOfRoles(
  { roles, items }: Catalogue,
  names: readonly string[],
  touched?: Touched,
): readonly string[] {
  const meant = Object.entries(roles)
    .filter(([role]) =>
      names.some((name) => (name.endsWith('*') ? role.startsWith(name.slice(0, -1)) : role === name)),
    )
    .flatMap(([, itemId]) => items[itemId] ?? []);
  const concerned =
    !touched ||
    meant.some(
      ({ itemId, groups }) => touched.items.has(itemId) || groups.some((group) => touched.groups.has(group)),
    );
  return concerned ? [...new Set(meant.map(({ page }) => page))] : [];
}

type Written = Omit<WrittenCase, 'content'>;

/** After a whole case was written. */
export async function followWhole(
  trx: Trx,
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  written: WrittenCase,
): Promise<void> {
  for (const { follow } of FOLLOWERS) await follow(trx, deps, written);
}

/** After a save: reads only the pages of those that are concerned. */
export async function followTouched(
  trx: Trx,
  deps: Pick<Deps, 'catalogue' | 'clock'>,
  written: Written,
  touched: Touched,
): Promise<void> {
  const { whole } = deps.catalogue;
  const concerned = FOLLOWERS.map((follower) => ({ follower, pages: follower.pages(whole, touched) })).filter(
    ({ pages }) => pages.length > 0,
  );
  if (concerned.length === 0) return;
  const pages = [...new Set(concerned.flatMap((one) => one.pages))];
  const content = contentOf(await findDocs(trx, written.sponsorKey, written.caseKey, pages));
  for (const { follower } of concerned) await follower.follow(trx, deps, { ...written, content });
}
