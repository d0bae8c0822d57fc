/** Puts the sections, groups and items of an appendix into the pages' content. */
import type {
  AppendixSource,
  ContentSource,
  GroupSource,
  ItemSource,
  PageSource,
  Placement,
  SectionSource,
} from './sources.types.ts';

type Placed = (ItemSource | GroupSource | SectionSource) & Placement;

/** A node of a page's content with the region it came from. */
export interface OwnedNode {
  source: ContentSource;
  appendix: string | null;
  content: OwnedNode[];
}

/** The name by which `after` and `in` speak of a node. */
export const nodeName = (source: ContentSource): string =>
  'itemId' in source ? source.itemId : 'group' in source ? source.group : source.section;

/**
 * The content of each page with everything the appendices add to it. What names the same `after` keeps the order of
 * the file. Throws where a placement finds no anchor: `checkSources` tells the analyst before.
 */
export function placeAppendices(pages: PageSource[], appendices: AppendixSource[]): Map<string, OwnedNode> {
  const roots = new Map(
    pages.map((page) => [
      page.page,
      {
        source: { section: page.page, label: page.label, content: [] },
        appendix: null,
        content: owned(page.content, null),
      },
    ]),
  );
  for (const { appendix, sections = [], groups = [], items = [] } of appendices) {
    let waiting: Placed[] = [...sections, ...groups, ...items];
    const lastAfter = new Map<string, OwnedNode>();
    while (waiting.length > 0) {
      // a placement may name what another one of the same file brings: go round until nothing moves
      const left = waiting.filter((placed) => !place(roots.get(placed.page), placed, appendix, lastAfter));
      if (left.length === waiting.length) throw placeless(appendix, left);
      waiting = left;
    }
  }
  return roots;
}

const owned = (content: ContentSource[], appendix: string | null): OwnedNode[] =>
  content.map((source) => ({
    source,
    appendix,
    content: 'content' in source ? owned(source.content, appendix) : [],
  }));

function place(
  root: OwnedNode | undefined,
  placed: Placed,
  appendix: string,
  lastAfter: Map<string, OwnedNode>,
): boolean {
  const [node] = owned([placed], appendix);
  if (!root || !node) return false;
  if (placed.after === undefined) {
    const parent = placed.in === undefined ? root : find(root, placed.in)?.node;
    parent?.content.push(node);
    return parent !== undefined;
  }
  const anchor = find(root, placed.after);
  if (!anchor) return false;
  const previous = lastAfter.get(placed.after) ?? anchor.node;
  anchor.parent.content.splice(anchor.parent.content.indexOf(previous) + 1, 0, node);
  lastAfter.set(placed.after, node);
  return true;
}

function find(parent: OwnedNode, name: string): { node: OwnedNode; parent: OwnedNode } | null {
  for (const node of parent.content) {
    if (nodeName(node.source) === name) return { node, parent };
    const deeper = find(node, name);
    if (deeper) return deeper;
  }
  return null;
}

const placeless = (appendix: string, left: Placed[]): Error =>
  new Error(
    `${appendix}: no place for ${left.map((placed) => `${nodeName(placed)} (page ${placed.page}, ${placed.after ?? placed.in})`).join(', ')}; run check-schemas`,
  );
