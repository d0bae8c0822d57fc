/** The derived parts of a case: computed values, and the treatment of hidden values. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import type { Reading } from '../expressions/dependencies.ts';
import { asText } from '../expressions/numberFunctions.ts';
import type { Scope } from '../expressions/scope.ts';
import { conditionsOf, visibleConditions } from '../rules/conditionsOf.ts';

interface Derivation {
  item: CatalogueItem;
  /** what its result depends on; `group`: evaluated once per row, null: once */
  check: { group: string | null; readings: readonly Reading[] };
}

export interface Computed extends Derivation {
  /** null: no value */
  answer(scope: Scope): string | null;
}

export interface Hideable extends Derivation {
  isHidden(scope: Scope): boolean;
}

export interface Derivations {
  /** each after those it reads */
  computed: readonly Computed[];
  /** items that are cleared while hidden */
  clearing: readonly Hideable[];
  /** items that are withheld from transmission while hidden */
  withheld: readonly Hideable[];
}

const known = new WeakMap<Catalogue, WeakMap<Catalogue, Derivations>>();

/**
 * Compiled once for each pair. Expressions are compiled against `whole`; the conditions of `seen` hide items: a
 * region's view, or the catalogue of all regions, in which an item is hidden if it is hidden in every region. Throws
 * on an invalid expression, and on items that compute each other in a cycle.
 */
export function derivationsOf(whole: Catalogue, seen: Catalogue = whole): Derivations {
  const ofWhole = known.get(whole) ?? new WeakMap<Catalogue, Derivations>();
  known.set(whole, ofWhole);
  const found = ofWhole.get(seen) ?? compiled(whole, seen);
  ofWhole.set(seen, found);
  return found;
}

function compiled(whole: Catalogue, seen: Catalogue): Derivations {
  const items = Object.values(seen.items);
  const views = [seen, ...regionsWithConditions(seen)];
  // a computed item always has its computed value
  const hiding = (policy: CatalogueItem['onHide']): Hideable[] =>
    items
      .filter((item) => item.onHide === policy && visibleConditions(seen, item).length > 0)
      .map((item) => hideable(whole, views, item));
  return {
    computed: inOrder(
      items.filter(({ computed }) => computed !== null).map((item) => computedOf(whole, item)),
    ),
    clearing: hiding('clear').filter(({ item }) => item.computed === null),
    withheld: hiding('keepNotExported'),
  };
}

/** Views of the regions whose overlays change a condition. */
export const regionsWithConditions = (seen: Catalogue): Catalogue[] =>
  Object.entries(seen.overlays)
    .filter(([, overlays]) => Object.values(overlays).some(({ visibleWhen }) => visibleWhen !== undefined))
    .map(([appendix]) => forAppendix(seen, appendix));

function hideable(whole: Catalogue, views: readonly Catalogue[], { itemId }: CatalogueItem): Hideable {
  const conditions = views.flatMap((view) => {
    const item = view.items[itemId];
    return item ? [{ item, ...conditionsOf(whole, view, item) }] : [];
  });
  const [first] = conditions;
  if (!first) throw new Error(`no view has item ${itemId}`);
  const group = groupOf(first.item);
  const own: Reading = { itemId, within: group };
  return {
    item: first.item,
    check: { group, readings: [...conditions.flatMap(({ readings }) => readings), own] },
    isHidden: (scope) => conditions.every(({ isHidden }) => isHidden(scope)),
  };
}

const groupOf = ({ groups }: CatalogueItem): string | null => groups.at(-1) ?? null;

function computedOf(whole: Catalogue, item: CatalogueItem): Computed {
  const { run, readings } = compileExpression(
    item.computed ?? '',
    whole,
    groupOf(item),
    'value',
    item.itemId,
  );
  return {
    item,
    check: { group: groupOf(item), readings },
    answer: (scope) => answerText(run(scope)) || null,
  };
}

/** The answer of an expression as a text; numbers as items hold them. */
export const answerText = (answer: string | number | bigint | boolean): string =>
  typeof answer === 'number' || typeof answer === 'bigint' ? asText(answer) : String(answer);

/** Each after those it reads. Throws, naming them, on a cycle. */
function inOrder(computed: Computed[]): Computed[] {
  const byId = new Map(computed.map((one) => [one.item.itemId, one]));
  const ordered = new Set<Computed>();
  const visit = (one: Computed, through: readonly string[]): void => {
    if (ordered.has(one)) return;
    const { itemId } = one.item;
    const path = [...through, itemId];
    if (through.includes(itemId))
      throw new Error(
        `items compute each other in a circle: ${path.slice(path.indexOf(itemId)).join(' > ')}`,
      );
    for (const reading of one.check.readings) {
      const read = 'itemId' in reading ? byId.get(reading.itemId) : undefined;
      if (read) visit(read, path);
    }
    ordered.add(one);
  };
  for (const one of computed) visit(one, []);
  return [...ordered];
}
