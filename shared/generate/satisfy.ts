/** Changes a case until a condition holds, or does not: part by part, and by trial where a part is not understood. */
import type { ASTNode, ParseResult } from '@marcbachmann/cel-js';
import { addressAt, rowPathOf, type ItemAddress } from '../case/itemAddress.ts';
import { EMPTY_VALUE, withValue, type ItemValue } from '../case/itemValue.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';
import { readingsOf } from '../expressions/dependencies.ts';
import { MATCHES } from '../expressions/environment.ts';
import { argumentsOf, callOf, childrenOf, rangeOf } from '../expressions/expressionTree.ts';
import { evaluate, parseExpression } from '../expressions/parseExpression.ts';
import { itemInScope, rowScope, rowsInScope, rowsOfItem, type Scope } from '../expressions/scope.ts';
import type { CaseSketch } from './caseSketch.ts';
import { textMatching } from './patternText.ts';
import type { PossibleValues } from './possibleValues.ts';

export interface Maker {
  sketch: CaseSketch;
  values: PossibleValues;
}

const TRIALS = 5;
const MAX_ROWS = 6;

/** Changes the case until the condition has the target result in the scope. Returns whether it has. */
export function satisfy(maker: Maker, node: ASTNode, target: boolean, scope: Scope): boolean {
  if (resultOf(node, scope) === target) return true;
  parts(maker, node, target, scope);
  return resultOf(node, scope) === target;
}

const parsedParts = new WeakMap<ASTNode, ParseResult>();

/** The result of a part of an expression. */
function resultOf(node: ASTNode, scope: Scope): unknown {
  const parsed = parsedParts.get(node) ?? parsedPart(node);
  parsedParts.set(node, parsed);
  return evaluate(parsed, scope, node.input);
}

function parsedPart(node: ASTNode): ParseResult {
  const { start, end } = rangeOf(node, node.input);
  return parseExpression(node.input.slice(start, end));
}

function parts(maker: Maker, node: ASTNode, target: boolean, scope: Scope): void {
  const { chance } = maker.sketch;
  switch (node.op) {
    case '!_':
      satisfy(maker, node.args, !target, scope);
      return;
    case '&&':
    case '||':
      if ((node.op === '&&') === target) for (const part of node.args) satisfy(maker, part, target, scope);
      else chance.pickSome(node.args, node.args.length).some((part) => satisfy(maker, part, target, scope));
      return;
    case '?:': {
      const [test, yes, no] = node.args;
      satisfy(maker, resultOf(test, scope) === true ? yes : no, target, scope);
      return;
    }
    case 'call':
      if (!ofRows(maker, node, target, scope)) byTrial(maker, node, target, scope);
      return;
    default:
      if (!compared(maker, node, target, scope)) byTrial(maker, node, target, scope);
  }
}

/** Conditions on the rows of a group. Returns whether the node is one. */
function ofRows(maker: Maker, node: ASTNode, target: boolean, scope: Scope): boolean {
  const [name, group, condition] = callOf(node);
  if (group === undefined || !['anyRow', 'everyRow', 'firstRow'].includes(name ?? '') || !condition)
    return false;
  const rows = rowsInScope(scope, group);
  const inRow = (path: readonly number[]): boolean =>
    satisfy(maker, condition, target, rowScope(scope, group, path));
  if (name === 'firstRow') rows.slice(0, 1).forEach(inRow);
  else if ((name === 'anyRow') !== target) rows.forEach(inRow);
  else if (!maker.sketch.chance.pickSome(rows, rows.length).some(inRow)) {
    const path = addRowInScope(maker, group, scope);
    if (path) inRow(path);
  }
  return true;
}

/** Adds a row of the group inside the current rows; rows around it are taken by chance, or added. */
export function addRowInScope({ sketch }: Maker, group: string, scope: Scope): readonly number[] | null {
  const { groups } = catalogueGroup(sketch.catalogue, group);
  const parent = groups.slice(0, -1).reduce<readonly number[] | null>((path, outer) => {
    const current = scope.at.get(outer);
    if (path === null || current) return current ?? null;
    const rows = sketch.reader.rows(outer, path);
    return rows.length > 0 ? sketch.chance.pick(rows) : sketch.addRow(outer, path);
  }, []);
  return parent && rowsInScope(scope, group).length < MAX_ROWS ? sketch.addRow(group, parent) : null;
}

/** Comparisons with literals and patterns. Returns whether the node is one and was tried. */
function compared(maker: Maker, node: ASTNode, target: boolean, scope: Scope): boolean {
  if (node.op === 'rcall') return matched(maker, node, target, scope);
  const found = argumentsOf(node);
  if (!found) return node.op === '==' && bothAlike(maker, node.args, target, scope);
  const [name, itemId, condition] = callOf(found.term);
  if (itemId === undefined) return false;
  if (name === 'countRows' && condition) return counted(maker, node, target, { itemId, condition }, scope);
  const { sketch, values } = maker;
  const literals = found.literals.map(String);
  const isPositive = (found.operator === '!=') !== target;
  if (!isPositive || !['==', '!=', 'in'].includes(found.operator)) return false;
  const literal = sketch.chance.pick(literals);
  const address = addressIn(scope, itemId);
  const before = itemInScope(scope, itemId) ?? EMPTY_VALUE;
  if (name === 'value') sketch.write(address, literal === '' ? undefined : withValue(before, literal));
  else if (name === 'nullFlavor' && literal !== '' && values.nullFlavors(itemId).includes(literal))
    sketch.write(address, { ...EMPTY_VALUE, nullFlavor: literal });
  else return false;
  return resultOf(node, scope) === target;
}

/** `a == b` of two items, or of two conditions. */
function bothAlike(maker: Maker, [left, right]: readonly ASTNode[], target: boolean, scope: Scope): boolean {
  if (!left || !right) return false;
  const { sketch } = maker;
  const [a, b] = [left, right].map((side) => callOf(side));
  if (a?.[0] === 'value' && b?.[0] === 'value' && target) {
    const [from, to] = sketch.chance.pickSome([a[1] ?? '', b[1] ?? ''], 2);
    const copied = itemInScope(scope, from ?? '');
    const write = (itemId: string, value?: ItemValue) => sketch.write(addressIn(scope, itemId), value);
    return write(to ?? '', copied) || write(from ?? '', itemInScope(scope, to ?? ''));
  }
  if (typeof resultOf(left, scope) !== 'boolean') return false;
  const result = sketch.chance.percent(50);
  return satisfy(maker, left, result, scope) && satisfy(maker, right, result === target, scope);
}

/** `value(...).matches(pattern)`: a text that matches is made of the pattern, and one that does not is cut or changed. */
function matched(maker: Maker, node: ASTNode, target: boolean, scope: Scope): boolean {
  if (node.op !== 'rcall') return false;
  const [method, receiver, [pattern]] = node.args;
  const [name, itemId] = callOf(receiver);
  if (method !== MATCHES || name !== 'value' || itemId === undefined) return false;
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string') return false;
  const { sketch } = maker;
  const before = itemInScope(scope, itemId) ?? EMPTY_VALUE;
  const shorter = (before.value ?? '').slice(0, -1);
  const texts = target ? [textMatching(pattern.args, sketch.chance)] : [shorter, `x${shorter}`];
  return texts.some((text) => {
    sketch.write(addressIn(scope, itemId), withValue(before, text));
    return resultOf(node, scope) === target;
  });
}

/** A count of rows: the condition is made to hold in more rows, or in fewer. */
function counted(
  maker: Maker,
  node: ASTNode,
  target: boolean,
  { itemId: group, condition }: { itemId: string; condition: ASTNode },
  scope: Scope,
): boolean {
  for (const holds of [false, true])
    for (const path of rowsInScope(scope, group)) {
      if (resultOf(node, scope) === target) return true;
      satisfy(maker, condition, holds, rowScope(scope, group, path));
    }
  return resultOf(node, scope) === target;
}

/** Clears, and draws again, the items that the condition reads, one after the other, until it has the result. */
function byTrial(maker: Maker, node: ASTNode, target: boolean, scope: Scope): void {
  const { sketch, values } = maker;
  const done = (): boolean => resultOf(node, scope) === target;
  if (triedRows(maker, node, scope, done)) return;
  const addresses = addressesRead(node, scope);
  const trials = [
    (address: ItemAddress) => sketch.write(address, values.text(address.itemId) ?? undefined),
    (address: ItemAddress) => sketch.write(address, values.any(address.itemId) ?? undefined),
    (address: ItemAddress) => sketch.write(address, undefined),
    // another release, another number
    ...(target ? [] : [(address: ItemAddress) => sketch.write(address, withOtherEnd(sketch, address))]),
  ];
  for (let trial = 0; trial < TRIALS; trial += 1)
    for (const address of sketch.chance.pickSome(addresses, addresses.length)) {
      sketch.chance.pick(trials)(address);
      if (done()) return;
    }
  for (const address of addresses) {
    if (done()) return;
    sketch.write(address, undefined);
  }
}

/** The value at the address with another last digit. */
function withOtherEnd(
  { reader, chance, catalogue }: CaseSketch,
  address: ItemAddress,
): ItemValue | undefined {
  const depth = catalogue.items[address.itemId]?.groups.length ?? 0;
  const before = reader.item(address.itemId, rowPathOf(address, depth));
  return before?.value ? withValue(before, before.value.slice(0, -1) + chance.between(0, 9)) : before;
}

/** `rows(group)` is changed by one row more, or one less. */
function triedRows(maker: Maker, node: ASTNode, scope: Scope, done: () => boolean): boolean {
  for (const group of countedGroups(node)) {
    const added = addRowInScope(maker, group, scope);
    if (done()) return true;
    if (added) maker.sketch.removeRow(group, added);
    const last = rowsInScope(scope, group).at(-1);
    if (last) maker.sketch.removeRow(group, last);
    if (done()) return true;
  }
  return false;
}

function countedGroups(node: ASTNode): string[] {
  const [name, group] = callOf(node);
  return [
    ...(name === 'rows' && group !== undefined ? [group] : []),
    ...childrenOf(node).flatMap(countedGroups),
  ];
}

/** Addresses in the current rows of all items that the node reads, in all rows where the row is open. */
export function addressesRead(node: ASTNode, scope: Scope): ItemAddress[] {
  const { items } = readingsOf(node, scope.catalogue, null);
  return [...items].flatMap((itemId) => {
    const innermost = scope.catalogue.items[itemId]?.groups.at(-1) ?? null;
    if (innermost === null || scope.at.has(innermost)) return [addressIn(scope, itemId)];
    return rowsInScope(scope, innermost).map((path) => addressAt(itemId, path));
  });
}

const addressIn = (scope: Scope, itemId: string): ItemAddress => {
  const item = scope.catalogue.items[itemId];
  return addressAt(itemId, item ? rowsOfItem(scope, item) : []);
};
