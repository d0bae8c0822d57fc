/** Helpers to read a parsed expression node by node. */
import type { ASTNode } from '@marcbachmann/cel-js';

/** Name of a called function, its first argument if it is a text, and its second one. */
export function callOf(node: ASTNode): [name?: string, literal?: string, second?: ASTNode] {
  if (node.op !== 'call') return [];
  const [name, [first, second]] = node.args;
  return [name, first?.op === 'value' && typeof first.args === 'string' ? first.args : undefined, second];
}

/** The child nodes of a node, whatever its operator. */
export function childrenOf(node: ASTNode): ASTNode[] {
  const nodes = (part: unknown): ASTNode[] => {
    if (Array.isArray(part)) return part.flatMap(nodes);
    return part !== null && typeof part === 'object' && 'op' in part ? [part as ASTNode] : [];
  };
  return nodes(node.args);
}

/** Equal for two nodes with the same source text, ignoring spaces. */
export function sameText(node: ASTNode): string {
  const text = (part: unknown): string => {
    if (Array.isArray(part)) return `(${part.map(text).join(' ')})`;
    if (part !== null && typeof part === 'object' && 'op' in part) return sameText(part as ASTNode);
    return typeof part === 'bigint' ? `${part}n` : (JSON.stringify(part) ?? '');
  };
  return `${node.op}${text(node.args)}`;
}

/** A comparison of a non-literal with one literal, or with a list of them. */
export interface LiteralComparison {
  operator: string;
  term: ASTNode;
  literals: (string | number)[];
  /** the literal nodes */
  nodes: ASTNode[];
}

/** The operator with its sides exchanged. */
const TURNED: Readonly<Record<string, string>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** The comparison of a node with literals; null if it is none. */
export function argumentsOf(node: ASTNode): LiteralComparison | null {
  const turned = TURNED[node.op];
  if (turned === undefined && node.op !== 'in') return null;
  const [left, right] = childrenOf(node);
  if (!left || !right) return null;
  if (node.op === 'in') {
    const nodes = right.op === 'list' ? childrenOf(right) : [];
    const literals = nodes.flatMap((literalNode) => literalOf(literalNode) ?? []);
    if (right.op !== 'list' || literals.length < nodes.length || literalOf(left) !== null) return null;
    return { operator: 'in', term: left, literals, nodes };
  }
  const [first, second] = [literalOf(left), literalOf(right)];
  if (first === null && second !== null)
    return { operator: node.op, term: left, literals: [second], nodes: [right] };
  if (first !== null && second === null && turned !== undefined)
    return { operator: turned, term: right, literals: [first], nodes: [left] };
  return null;
}

function literalOf(node: ASTNode): string | number | null {
  if (node.op === '-_') {
    const inner = literalOf(node.args);
    return typeof inner === 'number' ? -inner : null;
  }
  if (node.op !== 'value') return null;
  if (typeof node.args === 'bigint') return Number(node.args);
  return typeof node.args === 'string' || typeof node.args === 'number' ? node.args : null;
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/**
 * The range of a node in its expression. The parser omits outer parentheses; they are included here if they are
 * balanced.
 */
export function rangeOf({ start, end }: ASTNode, source: string): { start: number; end: number } {
  const bare = source.replaceAll(QUOTED, (text) => '"'.repeat(text.length));
  let [from, to] = [start, end];
  for (let open = unclosed(bare.slice(from, to)); open.opening > 0; open = unclosed(bare.slice(from, to))) {
    const next = bare.indexOf(')', to);
    if (next < 0) break;
    to = next + 1;
  }
  for (let open = unclosed(bare.slice(from, to)); open.closing > 0; open = unclosed(bare.slice(from, to))) {
    const before = bare.lastIndexOf('(', from - 1);
    if (before < 0 || from === 0) break;
    from = before;
  }
  return { start: from, end: to };
}

/** Number of unbalanced parentheses of a piece. */
function unclosed(piece: string): { opening: number; closing: number } {
  let [opening, closing] = [0, 0];
  for (const character of piece) {
    if (character === '(') opening += 1;
    if (character === ')' && opening > 0) opening -= 1;
    else if (character === ')') closing += 1;
  }
  return { opening, closing };
}
