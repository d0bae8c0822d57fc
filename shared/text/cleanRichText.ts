/**
 * The allow list of rich text: rebuilds a text of an editor from the parts that notices know. Pictures, scripts, styles and
 * other unknown parts are left out; the text inside them stays where it can stand in a paragraph.
 */
import {
  isSafeLink,
  MAX_LIST_DEPTH,
  MAX_TABLE_SIZE,
  type RichBlock,
  type RichInline,
  type RichText,
} from './richText.ts';

/** Any node of an editor. */
interface Node {
  type?: unknown;
  text?: unknown;
  attrs?: Record<string, unknown> | null;
  marks?: readonly Node[];
  content?: readonly Node[];
}

type Block = RichText['content'][number];
type Paragraph = Extract<Block, { type: 'paragraph' }>;
type Mark = NonNullable<Extract<RichInline, { type: 'text' }>['marks']>[number];

const MARKS = ['bold', 'italic', 'underline', 'strike'] as const;

const childrenOf = ({ content }: Node): readonly Node[] => (Array.isArray(content) ? content : []);

/** The text with its known parts only; it fits the schema `RichText` but for its limits of length. */
export const cleanRichText = (node: unknown): RichText => ({
  type: 'doc',
  content: childrenOf((node ?? {}) as Node).flatMap(blockOf),
});

function blockOf(node: Node): Block[] {
  switch (node.type) {
    case 'paragraph':
      return [paragraphOf(node)];
    case 'heading': {
      const level = Number(node.attrs?.['level']);
      const { content } = paragraphOf(node);
      return [
        {
          type: 'heading',
          attrs: { level: Math.min(6, Math.max(1, Number.isInteger(level) ? level : 1)) },
          ...(content && { content }),
        },
      ];
    }
    case 'bulletList':
    case 'orderedList':
      return [listOf(node, 1) as Block];
    case 'table':
      return tablesOf(node);
    case 'horizontalRule':
      return [{ type: 'horizontalRule' }];
    default:
      return childrenOf(node).flatMap(blockOf);
  }
}

function paragraphOf(node: Node): Paragraph {
  const content = childrenOf(node).flatMap(inlineOf);
  return { type: 'paragraph', ...(content.length > 0 && { content }) };
}

function inlineOf(node: Node): RichInline[] {
  if (node.type === 'hardBreak') return [{ type: 'hardBreak' }];
  if (node.type !== 'text') return childrenOf(node).flatMap(inlineOf);
  if (typeof node.text !== 'string' || node.text === '') return [];
  const marks = (node.marks ?? []).flatMap(markOf);
  return [{ type: 'text', text: node.text, ...(marks.length > 0 && { marks }) }];
}

function markOf({ type, attrs }: Node): Mark[] {
  const known = MARKS.find((mark) => mark === type);
  if (known) return [{ type: known }];
  const href = attrs?.['href'];
  return type === 'link' && typeof href === 'string' && isSafeLink(href)
    ? [{ type: 'link', attrs: { href } }]
    : [];
}

function listOf(node: Node, depth: number): RichBlock {
  const items = childrenOf(node).map((item) => ({
    type: 'listItem' as const,
    content: childrenOf(item).flatMap((inner) => itemParts(inner, depth)),
  }));
  const type = node.type === 'orderedList' ? 'orderedList' : 'bulletList';
  return { type, content: items } as RichBlock;
}

/** Deeper lists than readers draw become paragraphs. */
const itemParts = (node: Node, depth: number): RichBlock[] =>
  (node.type === 'bulletList' || node.type === 'orderedList') && depth < MAX_LIST_DEPTH
    ? [listOf(node, depth + 1)]
    : paragraphsIn(node);

const paragraphsIn = (node: Node): Paragraph[] =>
  node.type === 'paragraph' || node.type === 'heading'
    ? [paragraphOf(node)]
    : childrenOf(node).flatMap(paragraphsIn);

/** A larger table than a text holds, as it can be pasted: its rows become several tables, further cells join the last one. */
function tablesOf(node: Node): Block[] {
  const rows = childrenOf(node).map((row) => ({ type: 'tableRow' as const, content: cellsOf(row) }));
  const starts = rows.flatMap((_, at) => (at % MAX_TABLE_SIZE === 0 ? at : []));
  return starts.map((start) => ({ type: 'table', content: rows.slice(start, start + MAX_TABLE_SIZE) }));
}

function cellsOf(row: Node) {
  const cells = childrenOf(row).map((cell) => ({
    type: cell.type === 'tableHeader' ? ('tableHeader' as const) : ('tableCell' as const),
    content: paragraphsIn(cell),
  }));
  const [shown, further] = [cells.slice(0, MAX_TABLE_SIZE), cells.slice(MAX_TABLE_SIZE)];
  shown.at(-1)?.content.push(...further.flatMap(({ content }) => content));
  return shown;
}

/** All of its text, a line for each paragraph; for counting, mails and audit trails. */
export function plainTextOf(text: RichText): string {
  const lines: string[] = [];
  const visit = (node: Node): void => {
    const isLine = node.type === 'paragraph' || node.type === 'heading';
    if (isLine) lines.push('');
    if (typeof node.text === 'string') lines[lines.length - 1] += node.text;
    if (node.type === 'hardBreak') lines[lines.length - 1] += '\n';
    for (const inner of childrenOf(node)) visit(inner);
  };
  visit(text as Node);
  return lines.join('\n');
}
