/** What a parsed expression reads, and whether the catalogue has it in that context. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { AGE_ROLES, versionItems } from './caseFacts.ts';
import { callOf, childrenOf } from './expressionTree.ts';
import { itemsIn, settledGroups } from './scope.ts';

/** An invalid part of an expression, worded for analysts. Offsets count characters of the source. */
export interface ExpressionProblem {
  message: string;
  start: number;
  end: number;
  /** the unknown item or group */
  unknown?: { kind: 'item' | 'group'; name: string };
}

/**
 * One dependency of an expression: the value of an item, or the rows of a group (`group`). `within` is the group
 * whose current row limits the rows read; null: any row of the case.
 */
export type Reading = { within: string | null } & ({ itemId: string } | { group: string });

export interface Readings {
  items: Set<string>;
  readings: Reading[];
  problems: ExpressionProblem[];
}

const ITEM_FUNCTIONS = new Set([
  'value',
  'number',
  'nullFlavor',
  'fileName',
  'mediaType',
  'compression',
  'notation',
  'present',
]);
/** of an item in all visible rows of its group */
const WALKING_FUNCTIONS = new Set(['earliest', 'latest']);
const ROW_FUNCTIONS = new Set(['anyRow', 'everyRow', 'firstRow', 'countRows']);

/**
 * The groups with a current row at a position of the expression, each with the `within` of what is read of that row.
 */
type Settled = ReadonlyMap<string, string | null>;

/** The dependencies of an expression in `group`, and the problems of its ids and groups. */
export function readingsOf(ast: ASTNode, catalogue: Catalogue, group: string | null): Readings {
  const found: Readings = { items: new Set(), readings: [], problems: [] };
  const known = new Set<string>();
  visit(ast, new Map(settledGroups(catalogue, group).map((name) => [name, name])));
  return found;

  function visit(node: ASTNode, settled: Settled): void {
    const [name, literal] = callOf(node);
    if (name !== undefined && literal !== undefined) readCall(node, name, literal, settled);
    const inner =
      name !== undefined && literal !== undefined && ROW_FUNCTIONS.has(name) && catalogue.groups[literal]
        ? walked(literal, settled)
        : settled;
    for (const child of childrenOf(node)) visit(child, inner);
  }

  function readCall(node: ASTNode, name: string, literal: string, settled: Settled): void {
    if (ITEM_FUNCTIONS.has(name)) readItem(node, literal, settled);
    else if (name === 'rowHasData') readRow(node, literal, settled);
    else if (WALKING_FUNCTIONS.has(name)) readInRows(node, literal, settled);
    else if (name === 'age') for (const role of AGE_ROLES) addItem(catalogue.roles[role] ?? role, null);
    else if (name === 'versions') readVersions(literal);
    else if (name === 'rows' || ROW_FUNCTIONS.has(name)) readRows(node, literal, settled);
  }

  function readItem(node: ASTNode, itemId: string, settled: Settled): void {
    const item = catalogue.items[itemId];
    if (!item) return unknown(node, 'item', itemId);
    const around = item.groups.findLast((name) => settled.has(name));
    addItem(itemId, around === undefined ? null : (settled.get(around) ?? null));
    const innermost = item.groups.at(-1);
    if (innermost !== undefined && !settled.has(innermost))
      problem(
        node,
        `${itemId} repeats with ${innermost}: ask inside anyRow("${innermost}", ...) or the like`,
      );
  }

  function readInRows(node: ASTNode, itemId: string, settled: Settled): void {
    const item = catalogue.items[itemId];
    if (!item) return unknown(node, 'item', itemId);
    const group = item.groups.at(-1);
    const within = group === undefined ? null : (around(group, settled)?.within ?? null);
    addItem(itemId, within);
    if (group !== undefined) add({ group, within });
  }

  function readRow(node: ASTNode, group: string, settled: Settled): void {
    if (!knownGroup(node, group)) return;
    const within = settled.get(group) ?? null;
    for (const { itemId, groups } of itemsIn(catalogue, group)) {
      addItem(itemId, within);
      const inner = groups.at(-1) ?? group;
      if (inner !== group) add({ group: inner, within });
    }
    if (!settled.has(group))
      problem(node, `no row of ${group} is settled here: ask inside anyRow("${group}", ...)`);
  }

  function readVersions(dictionary: string): void {
    for (const { itemId, groups } of versionItems(catalogue, dictionary)) {
      addItem(itemId, null);
      const group = groups.at(-1);
      if (group !== undefined) add({ group, within: null });
    }
  }

  function readRows(node: ASTNode, group: string, settled: Settled): void {
    if (knownGroup(node, group)) add({ group, within: around(group, settled)?.within ?? null });
  }

  /** The innermost current row that limits the rows of a group. */
  function around(group: string, settled: Settled) {
    const outer = catalogue.groups[group]?.groups.slice(0, -1).findLast((name) => settled.has(name));
    return outer === undefined ? null : { group: outer, within: settled.get(outer) ?? null };
  }

  /** Current rows inside a row function: enclosing rows stay, all others change from row to row. */
  function walked(group: string, settled: Settled): Settled {
    const outer = around(group, settled);
    const stay = new Set(settledGroups(catalogue, outer?.group ?? null));
    const moving = settledGroups(catalogue, group).filter((name) => !stay.has(name) || !settled.has(name));
    return new Map([...settled, ...moving.map((name) => [name, outer?.within ?? null] as const)]);
  }

  function addItem(itemId: string, within: string | null): void {
    found.items.add(itemId);
    add({ itemId, within });
  }

  function add(reading: Reading): void {
    const key = JSON.stringify(reading);
    if (!known.has(key)) found.readings.push(reading);
    known.add(key);
  }

  function knownGroup(node: ASTNode, group: string): boolean {
    if (!catalogue.groups[group]) unknown(node, 'group', group);
    return catalogue.groups[group] !== undefined;
  }

  function unknown({ start, end }: ASTNode, kind: 'item' | 'group', name: string): void {
    found.problems.push({ message: `there is no ${kind} ${name}`, start, end, unknown: { kind, name } });
  }

  function problem({ start, end }: ASTNode, message: string): void {
    found.problems.push({ message, start, end });
  }
}
