/** What a case made as a copy of another one says: everything that is not of the other case alone. Pure. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from './caseContent.ts';
import { addressAt, rowPathOf, type ItemAddress, type RowPath } from './itemAddress.ts';
import { EMPTY_VALUE } from './itemValue.ts';

/** Numbers and dates are of one case alone, and so is its withdrawal. */
const OF_ONE_CASE = [
  'caseNumber',
  'worldwideId',
  'firstSender',
  'otherCaseIds',
  'firstReceived',
  'mostRecentInformation',
  'nullificationAmendment',
  'nullificationReason',
];
/** Their rows are of one case alone. */
const ROWS_OF_ONE_CASE = ['otherCaseId'];

/** What is left out of every copy: items, and groups of rows, in the order of the catalogue. */
export function leftOut(catalogue: Catalogue): { items: CatalogueItem[]; groups: string[] } {
  const itemsOf = (roles: readonly string[]) =>
    roles.flatMap((role) => catalogue.items[catalogue.roles[role] ?? ''] ?? []);
  return {
    items: itemsOf(OF_ONE_CASE).sort((a, b) => a.sort - b.sort),
    groups: itemsOf(ROWS_OF_ONE_CASE).flatMap(({ groups }) => groups.at(-1) ?? []),
  };
}

export interface CopyChoice {
  /** ids of the pages that are copied */
  pages: ReadonlySet<string>;
  /** whether attached files come along; without them what is said of the documents does */
  attachments: boolean;
}

/**
 * Live rows and what is said of them, under their numbers and with row ids of their own. What speaks of a row that does
 * not come along, such as the assessment of a reaction, does not either. `createdAt` is the date of creation as E2B
 * writes it.
 */
export function copyContent(
  catalogue: Catalogue,
  { values, rows }: CaseContent,
  { pages, attachments }: CopyChoice,
  { createdAt, newUuid }: { createdAt: string; newUuid: () => string },
): CaseContent {
  const { items: emptied, groups: dropped } = leftOut(catalogue);
  const createdId = catalogue.roles['creationDate'] ?? '';
  const emptiedIds = new Set([createdId, ...emptied.map(({ itemId }) => itemId)]);
  const struck = new Set(rows.filter(({ deleted }) => deleted).map(rowKey));
  const stays = (group: string, path: RowPath): boolean => {
    const { itemId, ...numbers } = addressAt(group, path);
    const page = catalogue.groups[group]?.page;
    const isCopied = page !== undefined && pages.has(page) && !dropped.includes(group);
    return isCopied && !struck.has(rowKey({ group: itemId, ...numbers }));
  };
  const comesAlong = (groups: readonly string[], path: RowPath): boolean =>
    groups.every((group, depth) => {
      const others = catalogue.groups[group]?.rowsOf ?? null;
      return others === null
        ? stays(group, path.slice(0, depth + 1))
        : stays(others, path.slice(depth, depth + 1)) && pages.has(catalogue.groups[group]?.page ?? '');
    });
  const isKept = ({ itemId, ...numbers }: ItemAddress): boolean => {
    const item = catalogue.items[itemId];
    if (!item || emptiedIds.has(itemId) || !pages.has(item.page)) return false;
    if (item.control === 'attachment' && !attachments) return false;
    return comesAlong(item.groups, rowPathOf(numbers, item.groups.length));
  };
  const isKeptRow = (row: CaseRow): boolean => {
    const { groups = [] } = catalogue.groups[row.group] ?? {};
    return groups.length > 0 && comesAlong(groups, rowPathOf(row, groups.length));
  };
  const created = { ...addressAt(createdId, []), ...EMPTY_VALUE, value: createdAt };
  return {
    values: [...values.filter(isKept), ...(createdId ? [created] : [])],
    rows: rows.filter(isKeptRow).map((row) => ({ ...row, rowId: newUuid() })),
  };
}
