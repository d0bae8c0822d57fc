/** What other files do to items that stored cases and records have values of. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { everyDefinition, type Compiled, type Definitions } from './retired.ts';
import { retypedItems, type RetypedItem } from './retypedItems.ts';

/** What the files may do to an item only as long as nothing has a value of it. */
export interface Rearranged {
  /** items that moved to another page or other rows */
  moved: MovedItem[];
  /** items whose stored values would be read as something else */
  retyped: RetypedItem[];
}

export interface MovedItem {
  /** the kind of the records whose item it is; null: it is an item of cases */
  kind: string | null;
  itemId: string;
  page: string;
  /** those of its groups that moved, too: their rows stay where they are */
  groups: string[];
  place: string;
  next: string;
}

export const rearranged = (now: Compiled, next: Compiled): Rearranged => ({
  moved: movedAnywhere(now, next),
  retyped: retypedItems(now, next),
});

/** Of cases, and of every kind of records: an item that comes back meets the values that it had. */
const movedAnywhere = (now: Compiled, { whole }: Compiled): MovedItem[] => [
  ...movedItems(null, now.whole, whole),
  ...Object.values(whole.records).flatMap(({ kind, catalogue }) =>
    movedItems(kind, everyDefinition(now, kind), catalogue),
  ),
];

/** Items that moved to another page or other rows: their stored values stay at the old address. */
function movedItems(kind: string | null, now: Definitions, next: Definitions): MovedItem[] {
  return Object.values(now.items).flatMap((was) => {
    const is = next.items[was.itemId];
    if (!is) return [];
    const [place, later] = [positionOf(now, was), positionOf(next, is)];
    if (later === place) return [];
    const groups = was.groups.filter((name) => groupPosition(now, name) !== groupPosition(next, name));
    return [{ kind, itemId: was.itemId, page: was.page, groups, place, next: later }];
  });
}

const groupPosition = (definitions: Definitions, name: string): string | null => {
  const group = definitions.groups[name];
  return group ? positionOf(definitions, group) : null;
};

/** In brackets the group whose rows a page lists, and the one that lends its rows to a group: rows are stored by both. */
function positionOf({ pages, groups }: Definitions, item: Pick<CatalogueItem, 'page' | 'groups'>): string {
  const within = (name: string, rows: string | null = null): string =>
    rows === null ? name : `${name} (${rows})`;
  return [
    within(item.page, pages[item.page]?.group),
    ...item.groups.map((group) => within(group, groups[group]?.rowsOf)),
  ].join(' › ');
}
