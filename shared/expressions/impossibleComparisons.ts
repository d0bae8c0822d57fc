/**
 * Finds comparisons of an item with values that it cannot have: a code missing in its list, a null flavor that is not
 * allowed.
 */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { closest } from '../../schemas/compile/check/closest.ts';
import { overlaysOf } from '../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import { elements, property, textAt, textsOf } from '../../schemas/compile/check/sourceDocument.ts';
import type { Problem } from '../../schemas/compile/check/sourceDocument.ts';
import { argumentsOf, callOf, childrenOf } from './expressionTree.ts';
import type { LiteralComparison } from './expressionTree.ts';

/** A problem at a range of the expression. */
export type ExpressionProblem = Problem & { start: number; end: number };

/** Values of the controls that have no list. */
const FIXED_VALUES: Readonly<Record<string, string[]>> = { yesNo: ['true', 'false'], trueOnly: ['true'] };

/** The comparisons below a node with codes and null flavors that no region allows for the item. */
export function impossibleComparisons(
  catalogue: Catalogue,
  declarations: Declarations,
  node: ASTNode,
): ExpressionProblem[] {
  const found = argumentsOf(node);
  const [call, itemId] = found ? callOf(found.term) : [];
  const known = itemId === undefined ? null : valuesOf(catalogue, declarations, call ?? '', itemId);
  const here =
    !found || !known
      ? []
      : found.literals.flatMap((literal, index): ExpressionProblem[] => {
          const literalNode = found.nodes[index];
          if (!literalNode || literal === '' || known.has(String(literal))) return [];
          return [
            {
              rule: call === 'value' ? 'unknown-code' : 'impossible-null-flavor',
              severity: 'warning',
              message: `${itemId} cannot be ${String(literal)}`,
              suggestion: closest(String(literal), known),
              start: literalNode.start,
              end: literalNode.end,
            },
          ];
        });
  return [
    ...here,
    ...(found && itemId !== undefined && call === 'value'
      ? tooLong(catalogue, declarations, found, itemId)
      : []),
    ...childrenOf(node).flatMap((child) => impossibleComparisons(catalogue, declarations, child)),
  ];
}

/** Texts longer than any region allows for the item. */
function tooLong(
  catalogue: Catalogue,
  declarations: Declarations,
  { literals, nodes }: LiteralComparison,
  itemId: string,
): ExpressionProblem[] {
  const item = catalogue.items[itemId];
  const longer = overlaysOf(declarations)
    .filter(({ name }) => name === itemId)
    .map(({ node }) => Number(property(node, 'maxLength')?.value ?? 0));
  const maxLength = Math.max(item?.maxLength ?? Infinity, ...longer);
  if (!item || item.codeList !== null) return [];
  return literals.flatMap((literal, index) => {
    const literalNode = nodes[index];
    if (!literalNode || String(literal).length <= maxLength) return [];
    const message = `${itemId} has at most ${maxLength} characters, never these ${String(literal).length}`;
    const { start, end } = literalNode;
    return [{ rule: 'longer-than-possible', severity: 'warning' as const, message, start, end }];
  });
}

/** All values that the item can have in some region; null if unknown. */
function valuesOf(
  catalogue: Catalogue,
  declarations: Declarations,
  call: string,
  itemId: string,
): Set<string> | null {
  const item = catalogue.items[itemId];
  if (!item) return null;
  const overlays = overlaysOf(declarations).filter(({ name }) => name === itemId);
  if (call === 'nullFlavor') {
    const more = overlays.flatMap(({ node }) => textsOf(property(node, 'nullFlavors')));
    return new Set([...item.nullFlavors, ...more.map(({ text }) => text)]);
  }
  if (call !== 'value') return null;
  const fixed = FIXED_VALUES[item.control];
  if (fixed) return new Set(fixed);
  if (item.dictionary !== null || item.codeList === null) return null;
  const lists = [item.codeList, ...overlays.flatMap(({ node }) => textAt(node, 'codeList') ?? [])].map(
    (name) => declarations.codeLists.find(({ codeList }) => codeList === name),
  );
  if (lists.some((list) => !list || property(list.node, 'open')?.value === true)) return null;
  return new Set(
    lists.flatMap((list) =>
      elements(property(list?.node, 'codes')).flatMap((code) => textAt(code, 'code') ?? []),
    ),
  );
}
