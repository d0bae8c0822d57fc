/** How to read a parsed expression, node by node. */
import type { ASTNode } from '@marcbachmann/cel-js';

/** Name of a called function, its first argument if that is a text, and its second one. */
export function callOf(node: ASTNode): [name?: string, literal?: string, second?: ASTNode] {
  if (node.op !== 'call') return [];
  const [name, [first, second]] = node.args;
  return [name, first?.op === 'value' && typeof first.args === 'string' ? first.args : undefined, second];
}

/** The nodes below a node, whatever its operator keeps them in. */
export function childrenOf(node: ASTNode): ASTNode[] {
  const nodes = (part: unknown): ASTNode[] => {
    if (Array.isArray(part)) return part.flatMap(nodes);
    return part !== null && typeof part === 'object' && 'op' in part ? [part as ASTNode] : [];
  };
  return nodes(node.args);
}

/** The same for two nodes that are written alike, spaces aside. */
export function sameText(node: ASTNode): string {
  const text = (part: unknown): string => {
    if (Array.isArray(part)) return `(${part.map(text).join(' ')})`;
    if (part !== null && typeof part === 'object' && 'op' in part) return sameText(part as ASTNode);
    return typeof part === 'bigint' ? `${part}n` : (JSON.stringify(part) ?? '');
  };
  return `${node.op}${text(node.args)}`;
}

/** A comparison of something that is no literal with one literal, or with a list of them. */
export interface LiteralComparison {
  operator: string;
  term: ASTNode;
  literals: (string | number)[];
  /** where the literals stand */
  places: ASTNode[];
}

/** The operator that says the same with its sides exchanged. */
const TURNED: Readonly<Record<string, string>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** What a node compares with literals; null where it does not. */
export function argumentsOf(node: ASTNode): LiteralComparison | null {
  const turned = TURNED[node.op];
  if (turned === undefined && node.op !== 'in') return null;
  const [left, right] = childrenOf(node);
  if (!left || !right) return null;
  if (node.op === 'in') {
    const places = right.op === 'list' ? childrenOf(right) : [];
    const literals = places.flatMap((place) => literalOf(place) ?? []);
    if (right.op !== 'list' || literals.length < places.length || literalOf(left) !== null) return null;
    return { operator: 'in', term: left, literals, places };
  }
  const [first, second] = [literalOf(left), literalOf(right)];
  if (first === null && second !== null)
    return { operator: node.op, term: left, literals: [second], places: [right] };
  if (first !== null && second === null && turned !== undefined)
    return { operator: turned, term: right, literals: [first], places: [left] };
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
 * Where a node stands in its expression. The parser leaves out brackets at the ends; here they are taken in as far as
 * their other halves are.
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

/** How many brackets of a piece have their other half outside it. */
function unclosed(piece: string): { opening: number; closing: number } {
  let [opening, closing] = [0, 0];
  for (const sign of piece) {
    if (sign === '(') opening += 1;
    if (sign === ')' && opening > 0) opening -= 1;
    else if (sign === ')') closing += 1;
  }
  return { opening, closing };
}
