/** Places the sections, groups and items of appendices in the content of the pages. */
import type {
  AppendixSource,
  ContentSource,
  GroupSource,
  ItemSource,
  PageSource,
  Placement,
  SectionSource,
} from './sources.types.ts';

type AppendixNode = (ItemSource | GroupSource | SectionSource) & Placement;

/** A node of a page's content with the region that declares it. */
export interface OwnedNode {
  source: ContentSource;
  appendix: string | null;
  content: OwnedNode[];
}

/** The name of a node in `after` and `in`. */
const nodeName = (source: ContentSource): string =>
  'itemId' in source ? source.itemId : 'group' in source ? source.group : source.section;

/**
 * The content of each page with everything that appendices add. Nodes with the same `after` keep their file order.
 * Throws on a missing anchor, which `checkSources` reports first.
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
    let waiting: AppendixNode[] = [...sections, ...groups, ...items];
    const lastAfter = new Map<string, OwnedNode>();
    while (waiting.length > 0) {
      // an anchor may be another node of the same file: repeat until nothing changes
      const remaining = waiting.filter(
        (appendixNode) => !placeNode(roots.get(appendixNode.page), appendixNode, appendix, lastAfter),
      );
      if (remaining.length === waiting.length) throw unanchored(appendix, remaining);
      waiting = remaining;
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

function placeNode(
  root: OwnedNode | undefined,
  appendixNode: AppendixNode,
  appendix: string,
  lastAfter: Map<string, OwnedNode>,
): boolean {
  const [node] = owned([appendixNode], appendix);
  if (!root || !node) return false;
  if (appendixNode.after === undefined) {
    const parent = appendixNode.in === undefined ? root : find(root, appendixNode.in)?.node;
    parent?.content.push(node);
    return parent !== undefined;
  }
  const anchor = find(root, appendixNode.after);
  if (!anchor) return false;
  const previous = lastAfter.get(appendixNode.after) ?? anchor.node;
  anchor.parent.content.splice(anchor.parent.content.indexOf(previous) + 1, 0, node);
  lastAfter.set(appendixNode.after, node);
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

const unanchored = (appendix: string, remaining: AppendixNode[]): Error =>
  new Error(
    `${appendix}: no place for ${remaining.map((appendixNode) => `${nodeName(appendixNode)} (page ${appendixNode.page}, ${appendixNode.after ?? appendixNode.in})`).join(', ')}; run check-schemas`,
  );
