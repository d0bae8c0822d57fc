/** The nodes of a tree to pick from: what is found, what is open, and where the keys lead. */

export interface TreeNode {
  id: string;
  label: string;
  /** `ITEM` can be chosen, everything else only opened */
  type: string;
  children?: readonly TreeNode[];
}

/** Specification 2-dialogs section 2: of the tree of study items only these can be chosen. */
const CHOOSABLE = 'ITEM';
export const isChoosable = ({ type }: TreeNode): boolean => type === CHOOSABLE;

export const childrenOf = ({ children = [] }: TreeNode): readonly TreeNode[] => children;

/** The nodes that hold the keyword, each with all that is below it, and what leads to them. */
export function foundNodes(nodes: readonly TreeNode[], keyword: string): readonly TreeNode[] {
  const wanted = keyword.normalize('NFKC').trim().toLowerCase();
  if (wanted === '') return nodes;
  return nodes.flatMap((node): TreeNode[] => {
    if (node.label.normalize('NFKC').toLowerCase().includes(wanted)) return [node];
    const children = foundNodes(childrenOf(node), keyword);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Ids of everything that can be opened. */
export const openable = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (childrenOf(node).length > 0 ? [node.id, ...openable(childrenOf(node))] : []));

export interface SeenNode {
  node: TreeNode;
  /** null: a root */
  parent: TreeNode | null;
}

/** The nodes one sees, from above. */
export const seenNodes = (
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  parent: TreeNode | null = null,
): SeenNode[] =>
  nodes.flatMap((node) => [
    { node, parent },
    ...(open.has(node.id) ? seenNodes(childrenOf(node), open, node) : []),
  ]);

export type TreeMove = 'up' | 'down' | 'in' | 'out' | 'first' | 'last';
export interface TreeStep {
  /** the node that has the focus then */
  at: string;
  open: ReadonlySet<string>;
}

/** Where a key leads (ARIA Authoring Practices, "Tree View"); null: nowhere. */
export function treeStep(
  nodes: readonly TreeNode[],
  { at, open }: TreeStep,
  move: TreeMove,
): TreeStep | null {
  const seen = seenNodes(nodes, open);
  const index = seen.findIndex(({ node }) => node.id === at);
  const here = seen[index];
  if (!here) return null;
  const to = (target: SeenNode | undefined): TreeStep | null =>
    target && target !== here ? { at: target.node.id, open } : null;
  const isOpen = open.has(at);
  switch (move) {
    case 'up':
      return to(seen[index - 1]);
    case 'down':
      return to(seen[index + 1]);
    case 'first':
      return to(seen[0]);
    case 'last':
      return to(seen.at(-1));
    case 'in':
      if (childrenOf(here.node).length === 0) return null;
      return isOpen ? to(seen[index + 1]) : { at, open: new Set([...open, at]) };
    case 'out':
      if (isOpen) return { at, open: new Set([...open].filter((id) => id !== at)) };
      return here.parent ? { at: here.parent.id, open } : null;
  }
}
