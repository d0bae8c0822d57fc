/** Terms of cases as a list, whatever dictionary codes them; a row opens the case at the item. */
import { rolesShowCoding } from '../../../shared/blinding/sight.ts';
import type { ContainsWord } from '../../lists/keywordSearch.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { storesPrefix } from '../../../schemas/compile/dictionaries.ts';
import type { ListCoding } from '../../../schemas/compile/lists.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { hasCode, inMeaningOrder } from '../../dictionaries/entries.store.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import { caseContains, OPEN_AT_ITEM } from '../../lists/caseRows.ts';
import { searchEach } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource } from '../../lists/listSource.ts';
import { menuNotFound } from '../../problems.ts';
import { inLanguage } from '../../storage/inLanguage.ts';
import { foldedSql } from '../../storage/foldedSql.ts';

/** What a list codes, and with what. Throws 404 MENU_NOT_FOUND where the catalogue has no such list. */
export function codingOf({ catalogue }: Pick<ListReading, 'catalogue'>, menuId: string): ListCoding {
  const coding = catalogue.lists[menuId]?.coding;
  if (!coding) throw menuNotFound(menuId);
  return coding;
}

/** Those of its coded items that the reader's region has. */
function codedItems(reading: ListReading, menuId: string): CatalogueItem[] {
  const { items } = reading.catalogue.forAppendix(reading.appendix);
  return codingOf(reading, menuId).items.flatMap((item) => items[item] ?? []);
}

/** `w`: the term, `c`: the newest version of the case. */
export const TERM_ORIGIN = sql`case_coding w
  join pv_case c on c.sponsor_key = w.sponsor_key and c.case_key = w.case_key`;

/** The word is part of the term, of its code or of the search text of the case. */
const isContained: ContainsWord = (word, reading) =>
  sql<boolean>`(strpos(${foldedSql(sql`concat_ws(' ', w.term, w.code)`)}, ${word}) > 0 or ${caseContains(word, reading)})`;

/** What lists of terms have in common: a row is a term (`w` of a case `c`), and opens the case at its item. */
export const TERM_ROWS = {
  key: sql<string>`concat_ws('|', w.case_key, w.item_id, w.row_no, w.row_no2, w.row_no3)`,
  name: 'caseNo',
  search: searchEach(isContained),
  open: OPEN_AT_ITEM,
} as const satisfies Partial<ListSource>;

/** Columns of a term, in any of the lists. */
export const TERM_COLUMNS = {
  text: { value: sql`w.term` },
  code: { value: sql`w.code` },
  caseNo: { value: sql`c.case_no`, notNull: true },
  place: { value: ({ language }) => sql`w.place ->> ${language}`, notNull: true },
} as const satisfies ListSource['columns'];

export const codingList = (menuId: string): ListSource => ({
  ...TERM_ROWS,
  menuId,
  from: TERM_ORIGIN,
  scope: (reading) => visibleTerms(reading, codedItems(reading, menuId)),
  columns: {
    ...TERM_COLUMNS,
    state: {
      value: sql`case when w.code is null then 'uncoded' when w.reviewed_at is null then 'coded' else 'reviewed' end`,
      order: sql`case when w.code is null then 0 when w.reviewed_at is null then 1 else 2 end`,
      notNull: true,
    },
    term: { value: (reading) => termOf(reading, codingOf(reading, menuId)) },
    version: { value: sql`w.version` },
    codedBy: {
      value: sql`coalesce((select u.name from app_user u where u.user_id = w.coded_by), w.coded_by)`,
    },
    codedAt: { value: sql`w.coded_at` },
    reviewedBy: { value: sql`w.reviewed_by` },
    days: {
      value: ({ now }) => sql`floor(extract(epoch from ${now}::timestamptz - case
        when w.code is null then w.entered_at when w.reviewed_at is null then w.coded_at end) / 86400)::int`,
    },
  },
});

/** Terms (`w`) that stand at these items, in newest versions of cases (`c`) that the reader may see. */
export const visibleTerms = (
  { user, catalogue: { whole } }: Pick<ListReading, 'user' | 'catalogue'>,
  items: readonly Pick<CatalogueItem, 'itemId'>[],
): RawBuilder<boolean> => {
  const seen = items.flatMap(({ itemId }) => (rolesShowCoding(whole, user, itemId) ? itemId : []));
  return sql<boolean>`w.sponsor_key = ${user.sponsorKey} and w.listed
    and w.item_id = any(${seen}::text[])
    ${user.unblind ? sql`` : sql`and not w.blinded`} and ${caseInScope(user)}`;
};

/** The term behind the code, of the version it was chosen from, else as the newest release in use has it. */
function termOf({ catalogue, language }: ListReading, { dictionary }: ListCoding): RawBuilder<string | null> {
  const descriptor = catalogue.dictionaries[dictionary];
  const begins = descriptor !== undefined && storesPrefix(descriptor);
  return sql<string | null>`(
    select ${inLanguage(sql`e.term`, language)}
    from dictionary_release r join dictionary_entry e on e.release_no = r.release_no
    where r.dictionary = ${descriptor ? sourceOf(descriptor) : dictionary} and r.state in ('active', 'retired')
      and ${hasCode(sql`w.code`, begins)}
    order by r.version is distinct from w.version, r.state, r.activated_at desc,
      ${inMeaningOrder(sql`${descriptor?.sequence ?? null}::text`)} limit 1)`;
}
