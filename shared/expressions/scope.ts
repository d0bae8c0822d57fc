/** The context of an expression: the case as a whole, or one row with the rows around it. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { isRetired } from '../../schemas/compile/retired.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { isBlank, type ItemValue } from '../case/itemValue.ts';
import { catalogueGroup } from './catalogueGroup.ts';
import type { CaseReader } from './caseReader.types.ts';
import { spend } from './steps.ts';

/** Rows whose numbers take as long to read as a node of an expression to evaluate. */
const ROWS_PER_STEP = 4;

export interface Scope {
  catalogue: Catalogue;
  reader: CaseReader;
  /** the current row of each group */
  at: ReadonlyMap<string, RowPath>;
}

export const caseScope = (catalogue: Catalogue, reader: CaseReader): Scope => ({
  catalogue,
  reader,
  at: new Map(),
});

/** The scope of a nested row. Current rows of other groups stay. */
export function rowScope(outer: Scope, group: string, rows: RowPath): Scope {
  const at = new Map(outer.at);
  for (const [name, path] of settledRows(outer.catalogue, group, rows)) at.set(name, path);
  return { ...outer, at };
}

/** A row sets the rows around it, and the row it borrows its number from (an assessment its reaction). */
export function settledRows(catalogue: Catalogue, group: string, rows: RowPath): [string, RowPath][] {
  return catalogueGroup(catalogue, group).groups.flatMap((name, depth) => {
    const { rowsOf } = catalogueGroup(catalogue, name);
    const own: [string, RowPath] = [name, rows.slice(0, depth + 1)];
    return rowsOf === null ? [own] : [own, [rowsOf, [rows[depth] ?? 0]]];
  });
}

/** The groups with a current row for an expression in `group`. */
export const settledGroups = (catalogue: Catalogue, group: string | null): string[] =>
  group === null ? [] : settledRows(catalogue, group, []).map(([name]) => name);

/** Visible rows of a group: those inside the innermost current row around them. */
export function rowsInScope({ catalogue, reader, at }: Scope, group: string): readonly RowPath[] {
  const { groups } = catalogueGroup(catalogue, group);
  const around = groups.slice(0, -1).findLast((name) => at.has(name));
  const rows = reader.rows(group, (around === undefined ? undefined : at.get(around)) ?? []);
  spend(rows.length / ROWS_PER_STEP);
  return rows;
}

/** Every row of the group in the case, each as a scope; the case itself if there is no group. */
export const scopesOf = (whole: Scope, group: string | null): Scope[] =>
  group === null ? [whole] : whole.reader.rows(group, []).map((rows) => rowScope(whole, group, rows));

/** Row numbers of an item in this scope, as far as they are set. */
export const rowsOfItem = ({ at }: Scope, { groups }: CatalogueItem): RowPath =>
  at.get(groups.findLast((name) => at.has(name)) ?? '') ?? [];

export function itemInScope(scope: Scope, itemId: string): ItemValue | undefined {
  const item = scope.catalogue.items[itemId];
  return item && scope.reader.item(itemId, rowsOfItem(scope, item));
}

/** The values of an item in the visible rows of its group. */
export function textsInRows(scope: Scope, itemId: string): string[] {
  const item = scope.catalogue.items[itemId];
  const group = item?.groups.at(-1);
  if (group === undefined) return [itemInScope(scope, itemId)?.value ?? ''];
  return rowsInScope(scope, group).map((rows) => scope.reader.item(itemId, rows)?.value ?? '');
}

const hasContent = (item: ItemValue | undefined): boolean =>
  !isBlank(item?.value) || Boolean(item?.nullFlavor);

export const isPresent = (scope: Scope, itemId: string): boolean => hasContent(itemInScope(scope, itemId));

/** Whether the current row of the group, or a row inside it, has any value. */
export function rowHasData(scope: Scope, group: string): boolean {
  return itemsIn(scope.catalogue, group).some((item) => {
    const inner = item.groups.at(-1) ?? group;
    return inner === group
      ? isPresent(scope, item.itemId)
      : rowsInScope(scope, inner).some((rows) => hasContent(scope.reader.item(item.itemId, rows)));
  });
}

const groupItems = new WeakMap<Catalogue, Map<string, CatalogueItem[]>>();

/** The items of a group and of the groups inside it: a value that no form shows any more makes no row one with data. */
export function itemsIn(catalogue: Catalogue, group: string): CatalogueItem[] {
  const known = groupItems.get(catalogue) ?? new Map<string, CatalogueItem[]>();
  groupItems.set(catalogue, known);
  const items =
    known.get(group) ??
    Object.values(catalogue.items).filter((item) => item.groups.includes(group) && !isRetired(item));
  known.set(group, items);
  return items;
}
