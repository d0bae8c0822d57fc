/** A case put together by what the catalogue says of its items: their roles, groups, dictionaries and units. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import type { RowPath } from '../../shared/case/itemAddress.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';

export interface CaseDraft {
  content: CaseContent;
  /** Says a value of the item with a role; of an item that does not repeat, or in a row. */
  say: (role: string, value: string, rows?: RowPath, notation?: string) => void;
  /** Gives the item with a role a null flavor instead of a value. */
  putNull: (role: string, nullFlavor: string, rows?: RowPath) => void;
  /** Says a value of an item; nothing where there is none. */
  put: (item: CatalogueItem | undefined, value: string, rows?: RowPath, notation?: string) => void;
  /** Says a number or coded term together with the item drawn beside it: its unit or its version. */
  putWith: (item: CatalogueItem | undefined, value: string, beside: string, rows?: RowPath) => void;
  /** Adds the next row of the group with a role and answers its path. */
  addRow: (groupRole: string, parent?: RowPath, rowNo?: number) => RowPath;
  /** The same of a group by its name. */
  addRowOf: (group: string, parent?: RowPath, rowNo?: number) => RowPath;
  item: (role: string) => CatalogueItem | undefined;
  /** The first item of ICH right in the group with a role that fits. */
  itemIn: (groupRole: string, fits: (item: CatalogueItem) => boolean) => CatalogueItem | undefined;
  /** The first item of ICH that fits on the page of the group with a role, outside of all rows. */
  itemBeside: (groupRole: string, fits: (item: CatalogueItem) => boolean) => CatalogueItem | undefined;
  /** the codes of an item's list */
  codes: (role: string) => string[];
  /** what the code of an item means, in English */
  word: (role: string, code: string) => string;
}

export function newDraft({ whole, codeLists }: CatalogueSource, newUuid: () => string): CaseDraft {
  const content: CaseContent = { values: [], rows: [] };
  const item = (role: string) => whole.items[whole.roles[role] ?? ''];
  const common = Object.values(whole.items).filter(({ appendix }) => appendix === null);
  const listOf = (role: string) => codeLists[item(role)?.codeList ?? '']?.codes ?? [];

  const put: CaseDraft['put'] = (found, value, rows = [], notation) => {
    if (!found) return;
    const itemValue = { value, nullFlavor: null, notation: found.notation ? (notation ?? null) : null };
    content.values.push({ ...addressAt(found.itemId, rows), ...itemValue });
  };
  const putNull: CaseDraft['putNull'] = (role, nullFlavor, rows = []) => {
    const found = item(role);
    if (found)
      content.values.push({ ...addressAt(found.itemId, rows), value: null, nullFlavor, notation: null });
  };
  const putWith: CaseDraft['putWith'] = (found, value, beside, rows) => {
    put(found, value, rows);
    put(whole.items[found?.unitItem ?? found?.versionItem ?? ''], beside, rows);
  };
  const addRow: CaseDraft['addRow'] = (groupRole, parent, rowNo) => {
    const group = whole.groupRoles[groupRole];
    if (group === undefined) throw new Error(`the catalogue has no group with the role ${groupRole}`);
    return addRowOf(group, parent, rowNo);
  };
  const addRowOf: CaseDraft['addRowOf'] = (group, parent = [], rowNo) => {
    const isSibling = (row: CaseContent['rows'][number]) =>
      row.group === group && parent.every((number, depth) => [row.rowNo, row.rowNo2][depth] === number);
    const number = rowNo ?? content.rows.filter(isSibling).length + 1;
    const path = [...parent, number];
    const { itemId: _, ...numbers } = addressAt(group, path);
    content.rows.push({ group, ...numbers, rowId: newUuid(), sort: number, deleted: false });
    return path;
  };
  return {
    content,
    put,
    putNull,
    putWith,
    addRow,
    addRowOf,
    item,
    say: (role, value, rows, notation) => put(item(role), value, rows, notation),
    itemIn: (groupRole, fits) =>
      common.find((one) => one.groups.at(-1) === whole.groupRoles[groupRole] && fits(one)),
    itemBeside: (groupRole, fits) => {
      const page = whole.groups[whole.groupRoles[groupRole] ?? '']?.page;
      return common.find((one) => one.page === page && one.groups.length === 0 && fits(one));
    },
    codes: (role) => listOf(role).map(({ code }) => code),
    word: (role, code) => listOf(role).find((entry) => entry.code === code)?.label.en ?? code,
  };
}
