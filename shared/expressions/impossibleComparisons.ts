/** Comparisons of an item with what it cannot hold: a code its list does not have, a reason nobody allows for it. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { closest } from '../../schemas/compile/check/closest.ts';
import { overlaysOf } from '../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../schemas/compile/check/declarations.ts';
import { elements, property, textAt, textsOf } from '../../schemas/compile/check/sourceDocument.ts';
import type { Problem } from '../../schemas/compile/check/sourceDocument.ts';
import { argumentsOf, callOf, childrenOf } from './expressionTree.ts';
import type { LiteralComparison } from './expressionTree.ts';

/** What is found at a range of the expression. */
export type FoundInExpression = Problem & { start: number; end: number };

/** Values of the controls that have no list. */
const WORDS: Readonly<Record<string, string[]>> = { yesNo: ['true', 'false'], trueOnly: ['true'] };

/** The comparisons below a node with codes and null flavors that no region knows for the item. */
export function impossibleComparisons(
  catalogue: Catalogue,
  declarations: Declarations,
  node: ASTNode,
): FoundInExpression[] {
  const found = argumentsOf(node);
  const [call, itemId] = found ? callOf(found.term) : [];
  const known = itemId === undefined ? null : valuesOf(catalogue, declarations, call ?? '', itemId);
  const here =
    !found || !known
      ? []
      : found.literals.flatMap((literal, index): FoundInExpression[] => {
          const place = found.places[index];
          if (!place || literal === '' || known.has(String(literal))) return [];
          return [
            {
              rule: call === 'value' ? 'unknown-code' : 'impossible-null-flavor',
              severity: 'warning',
              message: `${itemId} cannot be ${String(literal)}`,
              meant: closest(String(literal), known),
              start: place.start,
              end: place.end,
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

/** Texts no region lets the item hold: they are longer than its longest. */
function tooLong(
  catalogue: Catalogue,
  declarations: Declarations,
  { literals, places }: LiteralComparison,
  itemId: string,
): FoundInExpression[] {
  const item = catalogue.items[itemId];
  const longer = overlaysOf(declarations)
    .filter(({ name }) => name === itemId)
    .map(({ node }) => Number(property(node, 'maxLength')?.value ?? 0));
  const most = Math.max(item?.maxLength ?? Infinity, ...longer);
  if (!item || item.codeList !== null) return [];
  return literals.flatMap((literal, index) => {
    const place = places[index];
    if (!place || String(literal).length <= most) return [];
    const message = `${itemId} holds at most ${most} characters, never these ${String(literal).length}`;
    const { start, end } = place;
    return [{ rule: 'longer-than-possible', severity: 'warning' as const, message, start, end }];
  });
}

/** Everything the item can hold in some region; null where that cannot be told. */
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
  const words = WORDS[item.control];
  if (words) return new Set(words);
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
