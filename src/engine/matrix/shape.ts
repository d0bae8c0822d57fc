/** The structure of a matrix, read from the catalogue: any group whose rows are borrowed from another group has one. */
import type {
  Catalogue,
  CatalogueGroup,
  CatalogueItem,
  LayoutNode,
} from '../../../schemas/compile/catalogue.types.ts';

/** Rows nested in a pair, e.g. one assessment each. */
export interface NestedShape {
  group: CatalogueGroup;
  items: readonly CatalogueItem[];
  /** the assessor: the first summary column */
  head: CatalogueItem | null;
  /** the result: the last summary column, or what a region has in its place */
  results: readonly CatalogueItem[];
}

export interface MatrixShape {
  group: CatalogueGroup;
  /** the page's own group, and the one whose rows the pairs borrow */
  own: CatalogueGroup;
  other: CatalogueGroup;
  /** the catalogue with the page laid out as one pair, without the reference to the other row */
  catalogue: Catalogue;
  /** items of the pair itself, units included */
  items: readonly CatalogueItem[];
  /** items shown separately in a cell */
  marked: readonly CatalogueItem[];
  nested: readonly NestedShape[];
}

/** Controls whose values are derived. */
const DERIVED: ReadonlySet<CatalogueItem['control']> = new Set(['rowReference', 'readOnly']);

/** The first group of a page of rows whose rows are borrowed; null if the page has none. */
export const matrixGroupOf = (catalogue: Catalogue, page: string): string | null =>
  catalogue.pages[page]?.kind === 'rows'
    ? (Object.values(catalogue.groups).find((group) => group.page === page && group.rowsOf !== null)?.group ??
      null)
    : null;

/** Throws if the group has no matrix, which is a programming error. */
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
  // The last of a region's codes is the result, the others say how it was determined.
  return { group, items, head, results: [...(result ? [result] : []), ...coded.toReversed()] };
}

/** The layout inside a group, at any depth. */
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
