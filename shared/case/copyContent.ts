/**
 * Content of a case created as a copy of another one: everything that does not belong to the other case alone. Pure.
 */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from './caseContent.ts';
import { addressAt, rowPathOf, type ItemAddress, type RowPath } from './itemAddress.ts';
import { EMPTY_VALUE } from './itemValue.ts';
import { ROLES_OF_ONE_VERSION } from './rolesOfOneVersion.ts';

/** Numbers and dates belong to one case alone, and so do its nullification and the importance of its follow-up. */
const OF_ONE_CASE = [
  'caseNumber',
  'worldwideId',
  'firstSender',
  'otherCaseIds',
  'firstReceived',
  'mostRecentInformation',
  'nullificationAmendment',
  'nullificationReason',
  ...ROLES_OF_ONE_VERSION,
];
/** Groups whose rows belong to one case alone. */
const ROWS_OF_ONE_CASE = ['otherCaseId'];

/** Items and groups of rows excluded from every copy, in catalogue order. */
export function excludedFromCopy(catalogue: Catalogue): { items: CatalogueItem[]; groups: string[] } {
  const itemsOf = (roles: readonly string[]) =>
    roles.flatMap((role) => catalogue.items[catalogue.roles[role] ?? ''] ?? []);
  return {
    items: itemsOf(OF_ONE_CASE).sort((a, b) => a.sort - b.sort),
    groups: itemsOf(ROWS_OF_ONE_CASE).flatMap(({ groups }) => groups.at(-1) ?? []),
  };
}

export interface CopyChoice {
  /** ids of the pages to copy */
  pages: ReadonlySet<string>;
  /** whether attached files are copied; if not, the descriptions of the documents still are */
  attachments: boolean;
}

/**
 * Live rows and their values, with their numbers and new row ids. Data that refers to an excluded row, such as the
 * assessment of a reaction, is excluded too. `createdAt` is the date of creation in E2B format.
 */
export function copyContent(
  catalogue: Catalogue,
  { values, rows }: CaseContent,
  { pages, attachments }: CopyChoice,
  { createdAt, newUuid }: { createdAt: string; newUuid: () => string },
): CaseContent {
  const { items: emptied, groups: dropped } = excludedFromCopy(catalogue);
  const createdId = catalogue.roles['creationDate'] ?? '';
  const emptiedIds = new Set([createdId, ...emptied.map(({ itemId }) => itemId)]);
  const deletedRows = new Set(rows.filter(({ deleted }) => deleted).map(rowKey));
  const stays = (group: string, path: RowPath): boolean => {
    const { itemId, ...numbers } = addressAt(group, path);
    const page = catalogue.groups[group]?.page;
    const isCopied = page !== undefined && pages.has(page) && !dropped.includes(group);
    return isCopied && !deletedRows.has(rowKey({ group: itemId, ...numbers }));
  };
  const comesAlong = (groups: readonly string[], path: RowPath): boolean =>
    groups.every((group, depth) => {
      const others = catalogue.groups[group]?.rowsOf ?? null;
      return others === null
        ? stays(group, path.slice(0, depth + 1))
        : stays(others, path.slice(depth, depth + 1)) && pages.has(catalogue.groups[group]?.page ?? '');
    });
  const isCopied = ({ itemId, ...numbers }: ItemAddress): boolean => {
    const item = catalogue.items[itemId];
    if (!item || emptiedIds.has(itemId) || !pages.has(item.page)) return false;
    if (item.control === 'attachment' && !attachments) return false;
    return comesAlong(item.groups, rowPathOf(numbers, item.groups.length));
  };
  const isCopiedRow = (row: CaseRow): boolean => {
    const { groups = [] } = catalogue.groups[row.group] ?? {};
    return groups.length > 0 && comesAlong(groups, rowPathOf(row, groups.length));
  };
  const created = { ...addressAt(createdId, []), ...EMPTY_VALUE, value: createdAt };
  return {
    values: [...values.filter(isCopied), ...(createdId ? [created] : [])],
    rows: rows.filter(isCopiedRow).map((row) => ({ ...row, rowId: newUuid() })),
  };
}
