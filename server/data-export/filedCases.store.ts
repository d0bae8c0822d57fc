/** Cases as a file or a preview reads them. Queries decide nothing. */
import { sql } from 'kysely';
import { findDocsOfCases } from '../cases/record/case.store.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import { pagesOfLayout, type FiledCase, type LayoutOptions } from './fileLayout.ts';
import { termsOfItems } from './termsOfItems.ts';

/** The versions of these keys whose cases are not deleted and in the scope of the user, the newest first. */
export async function filedCasesOf(
  trx: Trx,
  { catalogue: { dictionaries } }: CatalogueWorld,
  user: SessionUser,
  options: LayoutOptions,
  keys: readonly number[],
): Promise<FiledCase[]> {
  const { sponsorKey } = user;
  const found = await trx
    .selectFrom('pv_case as c')
    .innerJoin('pv_case as n', (join) =>
      join
        .onRef('n.sponsor_key', '=', 'c.sponsor_key')
        .onRef('n.root_case_key', '=', 'c.root_case_key')
        .on('n.latest', '=', true),
    )
    .select(['c.case_key', 'c.case_no', 'c.version_no'])
    .where('c.sponsor_key', '=', sponsorKey)
    .where('c.del_flag', '=', 'N')
    .where('n.del_flag', '=', 'N')
    .where(sql<boolean>`c.case_key = any(${[...keys]}::bigint[])`)
    .where(caseInScope(user, 'n'))
    .orderBy('c.case_key', 'desc')
    .execute();
  const docs = await findDocsOfCases(trx, sponsorKey, keys, pagesOfLayout(options));
  const filed = found.map(({ case_key, case_no, version_no }) => ({
    caseKey: case_key,
    caseNo: case_no,
    versionNo: version_no,
    content: contentOf(docs.get(case_key) ?? []),
  }));
  const { codes, layout, items, language } = options;
  // a tabulation names the terms by itself
  if (codes !== 'label' || layout === 'tabulation') return filed;
  const contents = filed.map(({ content }) => content);
  const termOf = await termsOfItems(trx, { items, dictionaries, language }, contents);
  return filed.map((one) => ({ ...one, termOf }));
}
