/** Links to items in the editor of a case. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from './itemAddress.ts';

/** The query of a link to an item; null: not part of such a link. */
export const linkParts = ({
  itemId,
  ...rows
}: ItemAddress): readonly (readonly [name: string, value: string | null])[] => [
  ['item', itemId],
  ...(['rowNo', 'rowNo2', 'rowNo3'] as const).map(
    (part) => [part, rows[part] > 0 ? String(rows[part]) : null] as const,
  ),
];

/** The same as a query string. */
export const linkQuery = (address: ItemAddress): string =>
  new URLSearchParams(
    linkParts(address).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  ).toString();

export const casePagePath = (caseKey: number, page: string, rowNo: number | null = null): string =>
  `case/${caseKey}/detail/${page}${rowNo === null ? '' : `/${rowNo}`}`;

/**
 * The path that opens an item in the editor with focus, below the prefix of the main area; null for an unknown item.
 * `row` is the row of its page: 0 for a new one; by default that of the address, and the list for data of all rows.
 */
export function itemPath(
  { items, pages }: Catalogue,
  caseKey: number,
  address: ItemAddress,
  row: number | null = address.rowNo || null,
): string | null {
  const page = pages[items[address.itemId]?.page ?? ''];
  if (!page) return null;
  return `${casePagePath(caseKey, page.page, page.kind === 'rows' ? row : null)}?${linkQuery(address)}`;
}
