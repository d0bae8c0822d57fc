/**
 * What lists with a row for each item of a case share: the search in the case, and the link to the item. `from`
 * of these lists has the aliases `c`, the case (`pv_case`), and `w`, the item: its page and its address.
 */
import { sql, type RawBuilder } from 'kysely';
import { rolesShow } from '../../shared/blinding/sight.ts';
import { casePagePath, linkQuery } from '../../shared/case/itemLink.ts';
import { itemsOfSummary, SEARCH_SEPARATOR, SEARCHED } from '../cases/record/summary.ts';
import type { ContainsWord } from './keywordSearch.ts';
import type { RowLink } from './listSource.ts';

/** Rows whose case contains the word in its search text, in those parts of it that the reader may see. */
export const caseContains: ContainsWord = (word, { catalogue: { whole }, user }) => {
  const seen = SEARCHED.map(
    (name) =>
      name === 'case_no' ||
      rolesShow(
        whole,
        user,
        itemsOfSummary(whole, name).filter((itemId) => !whole.items[itemId]?.blinded),
      ),
  );
  if (!seen.includes(false)) return sql<boolean>`strpos(c.search, ${word}) > 0`;
  const parts = seen.flatMap((isSeen, index) => (isSeen ? searchedPart(index) : []));
  return sql<boolean>`(${sql.join(
    parts.map((part) => sql`strpos(${part}, ${word}) > 0`),
    sql` or `,
  )})`;
};

/** One part of the search text. */
const searchedPart = (index: number): RawBuilder<string> =>
  sql<string>`split_part(c.search, ${sql.lit(SEARCH_SEPARATOR)}, ${sql.lit(index + 1)})`;

/** Opens the case at the item; at its page if the row has no item, and the case itself if it has no page. */
export const OPEN_AT_ITEM: RowLink = {
  values: {
    caseKey: sql`w.case_key`,
    page: sql`w.page`,
    pageRow: sql`w.page_row`,
    itemId: sql`w.item_id`,
    rowNo: sql`w.row_no`,
    rowNo2: sql`w.row_no2`,
    rowNo3: sql`w.row_no3`,
  },
  path: ({ caseKey, page, pageRow, itemId, ...rows }) => {
    if (!page) return `case/${caseKey}/detail`;
    const path = casePagePath(Number(caseKey), page, Number(pageRow) || null);
    if (!itemId) return path;
    const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = [rows['rowNo'], rows['rowNo2'], rows['rowNo3']].map(Number);
    return `${path}?${linkQuery({ itemId, rowNo, rowNo2, rowNo3 })}`;
  },
};
