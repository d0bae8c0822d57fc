/** What the pairs of a matrix hold: read from the catalogue, so that any group that is rows of another one has a matrix. */
import type {
  Catalogue,
  CatalogueGroup,
  CatalogueItem,
  LayoutNode,
} from '../../../schemas/compile/catalogue.types.ts';

/** Rows inside of a pair: one opinion each, say. */
export interface NestedShape {
  group: CatalogueGroup;
  items: readonly CatalogueItem[];
  /** who says it: the first summary column */
  head: CatalogueItem | null;
  /** what is said: the last summary column, or what stands in its place (a region's own result) */
  says: readonly CatalogueItem[];
}

export interface MatrixShape {
  group: CatalogueGroup;
  /** the page's own group, and the one whose rows the pairs borrow */
  own: CatalogueGroup;
  other: CatalogueGroup;
  /** the catalogue with the page laid out as one pair, less the reference to the other row, which its place tells */
  catalogue: Catalogue;
  /** what a pair itself says, units and the like included */
  items: readonly CatalogueItem[];
  /** those of `items` that stand for themselves in a cell */
  marked: readonly CatalogueItem[];
  nested: readonly NestedShape[];
}

/** Controls whose values follow from something else. */
const DERIVED: ReadonlySet<CatalogueItem['control']> = new Set(['rowReference', 'readOnly']);

/** The first group of a page of rows that is rows of another one; null where the page has none. */
export const matrixGroupOf = (catalogue: Catalogue, page: string): string | null =>
  catalogue.pages[page]?.kind === 'rows'
    ? (Object.values(catalogue.groups).find((group) => group.page === page && group.rowsOf !== null)?.group ??
      null)
    : null;

/** Throws where the group is none of a matrix: a programming error. */
export function matrixShape(catalogue: Catalogue, groupId: string): MatrixShape {
  const group = catalogue.groups[groupId];
  const own = catalogue.groups[group?.groups.at(-2) ?? ''];
  const other = catalogue.groups[group?.rowsOf ?? ''];
  if (!group || !own || !other) throw new Error(`the group ${groupId} is not rows of another one`);
  const itemsOf = (id: string) =>
    Object.values(catalogue.items)
      .filter(
        ({ groups, control, computed }) => groups.at(-1) === id && !DERIVED.has(control) && computed === null,
      )
      .sort((a, b) => a.sort - b.sort);
  const items = itemsOf(groupId);
  const nested = Object.values(catalogue.groups).filter(({ groups }) => groups.at(-2) === groupId);
  const page = catalogue.pages[group.page];
  if (!page) throw new Error(`the catalogue has no page ${group.page}`);
  const layout = withoutReference(catalogue, contentOf(page.layout, groupId) ?? []);
  return {
    group,
    own,
    other,
    catalogue: { ...catalogue, pages: { ...catalogue.pages, [page.page]: { ...page, layout } } },
    items,
    marked: items.filter(({ unitOf, versionOf, textOf }) => !unitOf && !versionOf && !textOf),
    nested: nested.map((inner) => nestedShape(inner, itemsOf(inner.group))),
  };
}

function nestedShape(group: CatalogueGroup, items: readonly CatalogueItem[]): NestedShape {
  const columns = group.summary.flatMap((id) => items.find(({ itemId }) => itemId === id) ?? []);
  const [head = null] = columns;
  const result = columns.slice(1).at(-1);
  const coded = items.filter((item) => !columns.includes(item) && item.codeList !== null);
  // of the codes of a region the last is the result, those before it say how it was found
  return { group, items, head, says: [...(result ? [result] : []), ...coded.toReversed()] };
}

/** The layout inside of a group, wherever it stands. */
function contentOf(layout: readonly LayoutNode[], groupId: string): LayoutNode[] | null {
  for (const node of layout) {
    if (node.type === 'item') continue;
    if (node.type === 'group' && node.group === groupId) return node.content;
    const inside = contentOf(node.content, groupId);
    if (inside) return inside;
  }
  return null;
}

const withoutReference = ({ items }: Catalogue, layout: readonly LayoutNode[]): LayoutNode[] =>
  layout.filter((node) => node.type !== 'item' || items[node.itemId]?.control !== 'rowReference');
