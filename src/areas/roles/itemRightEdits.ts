/** Edits of the rights on items before they are saved. */
import type { ItemRight } from '../../../shared/access/itemRights.ts';
import type { RoleItems } from './roles.queries.ts';

/** What a cell shows: a right, or that the role may change the item. */
const CELL_RIGHTS = ['write', 'read', 'hidden'] as const;
export type CellRight = (typeof CELL_RIGHTS)[number];

/** Edited cells, by role id and item id. */
export type ItemEdits = Readonly<Record<number, Readonly<Record<string, CellRight>>>>;

export const storedRight = ({ rights }: RoleItems, itemId: string): CellRight =>
  rights.find((one) => one.itemId === itemId)?.right ?? 'write';

/** The right after this one; the last is followed by the first. */
export const nextRight = (right: CellRight): CellRight =>
  CELL_RIGHTS[(CELL_RIGHTS.indexOf(right) + 1) % CELL_RIGHTS.length] ?? 'write';

/** The rights of the role as they will be. */
export function editedRights(role: RoleItems, edits: ItemEdits): { itemId: string; right: ItemRight }[] {
  const edited = edits[role.roleId] ?? {};
  const all = new Map<string, CellRight>([
    ...role.rights.map(({ itemId, right }) => [itemId, right] as const),
    ...Object.entries(edited),
  ]);
  return [...all].flatMap(([itemId, right]) => (right === 'write' ? [] : { itemId, right }));
}

/** What differs in a role from what is stored. */
export interface RoleItemsChange {
  role: RoleItems;
  items: { itemId: string; before: CellRight; after: CellRight }[];
}

/** The roles that differ from what is stored. */
export const itemChanges = (roles: readonly RoleItems[], edits: ItemEdits): RoleItemsChange[] =>
  roles.flatMap((role) => {
    const items = Object.entries(edits[role.roleId] ?? {})
      .map(([itemId, after]) => ({ itemId, before: storedRight(role, itemId), after }))
      .filter(({ before, after }) => before !== after);
    return items.length > 0 ? [{ role, items }] : [];
  });
