/** What a parsed expression reads, and whether the catalogue has it where the expression stands. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { AGE_ROLES, versionItems } from './caseFacts.ts';
import { itemsIn, settledGroups } from './scope.ts';

/** A place in an expression that cannot be right, in the analyst's words. Offsets count characters of the source. */
export interface ExpressionProblem {
  message: string;
  start: number;
  end: number;
}

export interface Reading {
  items: Set<string>;
  problems: ExpressionProblem[];
}

const ITEM_FUNCTIONS = new Set(['value', 'number', 'nullFlavor', 'present']);
const ROW_FUNCTIONS = new Set(['anyRow', 'everyRow', 'firstRow', 'countRows']);

/** The ids an expression in `group` reads, and what is wrong with its ids and groups. */
export function readingsOf(ast: ASTNode, catalogue: Catalogue, group: string | null): Reading {
  const reading: Reading = { items: new Set(), problems: [] };
  visit(ast, settledGroups(catalogue, group));
  return reading;

  function visit(node: ASTNode, settled: readonly string[]): void {
    const [name, literal] = callOf(node);
    if (name !== undefined && literal !== undefined) readCall(node, name, literal, settled);
    const inner =
      name !== undefined && literal !== undefined && ROW_FUNCTIONS.has(name) && catalogue.groups[literal]
        ? [...settled, ...settledGroups(catalogue, literal)]
        : settled;
    for (const child of childrenOf(node)) visit(child, inner);
  }

  function readCall(node: ASTNode, name: string, literal: string, settled: readonly string[]): void {
    if (ITEM_FUNCTIONS.has(name)) readItem(node, literal, settled);
    else if (name === 'rowHasData') readRow(node, literal, settled);
    else if (name === 'age') for (const role of AGE_ROLES) reading.items.add(catalogue.roles[role] ?? role);
    else if (name === 'versions')
      for (const { itemId } of versionItems(catalogue, literal)) reading.items.add(itemId);
    else if (name === 'rows' || ROW_FUNCTIONS.has(name)) knownGroup(node, literal);
  }

  function readItem(node: ASTNode, itemId: string, settled: readonly string[]): void {
    const item = catalogue.items[itemId];
    if (!item) return problem(node, `there is no item ${itemId}`);
    reading.items.add(itemId);
    const innermost = item.groups.at(-1);
    if (innermost !== undefined && !settled.includes(innermost))
      problem(
        node,
        `${itemId} repeats with ${innermost}: ask inside anyRow("${innermost}", ...) or the like`,
      );
  }

  function readRow(node: ASTNode, group: string, settled: readonly string[]): void {
    if (!knownGroup(node, group)) return;
    for (const { itemId } of itemsIn(catalogue, group)) reading.items.add(itemId);
    if (!settled.includes(group))
      problem(node, `no row of ${group} is settled here: ask inside anyRow("${group}", ...)`);
  }

  function knownGroup(node: ASTNode, group: string): boolean {
    if (!catalogue.groups[group]) problem(node, `there is no group ${group}`);
    return catalogue.groups[group] !== undefined;
  }

  function problem({ start, end }: ASTNode, message: string): void {
    reading.problems.push({ message, start, end });
  }
}

/** Name and first literal of a call. */
function callOf(node: ASTNode): [name?: string, literal?: string] {
  if (node.op !== 'call') return [];
  const [name, [first]] = node.args;
  return [name, first?.op === 'value' && typeof first.args === 'string' ? first.args : undefined];
}

/** The nodes below a node, whatever its operator keeps them in. */
function childrenOf(node: ASTNode): ASTNode[] {
  const nodes = (part: unknown): ASTNode[] => {
    if (Array.isArray(part)) return part.flatMap(nodes);
    return part !== null && typeof part === 'object' && 'op' in part ? [part as ASTNode] : [];
  };
  return nodes(node.args);
}
