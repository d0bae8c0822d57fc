/** Finds conditions and computed values that depend on themselves. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { findingIn, itemsOf, overlaysOf } from '../../../schemas/compile/check/declarations.ts';
import type { Declaration, Declarations } from '../../../schemas/compile/check/declarations.ts';
import { property } from '../../../schemas/compile/check/sourceDocument.ts';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { regionsWithConditions } from '../../derived/derivations.ts';
import { compileExpression } from '../../expressions/compileExpression.ts';
import { visibleConditions } from '../../rules/conditionsOf.ts';

/** Dependencies of an item: whether they affect its value, or only its visibility. */
interface Waiting {
  computed: readonly string[];
  value: ReadonlySet<string>;
  shown: ReadonlySet<string>;
}

/** Dependencies of all items, as a case for these regions has them; none: those that every case has. */
interface View {
  appendices: readonly string[];
  waiting: ReadonlyMap<string, Waiting>;
}

/**
 * A value that depends on itself never settles: an error. An item visible only once it is filled never is: a warning.
 * Overlays of a region make circles of their own, and so do those of several, whose conditions hide an item together.
 */
export function circularConditions(catalogue: Catalogue, declarations: Declarations): SourceFinding[] {
  const base: View = { appendices: [], waiting: waitingIn(catalogue, catalogue) };
  const regions = regionsWithConditions(catalogue).map((seen): View => ({
    appendices: [seen.appendix ?? ''],
    waiting: waitingIn(catalogue, seen),
  }));
  const found = new Set<string>();
  return [base, ...regions, together([base, ...regions])].flatMap((view) =>
    itemsOf(declarations).flatMap((item): SourceFinding[] => {
      if (found.has(item.name)) return [];
      const ofValue = circle(item.name, (name) => view.waiting.get(name)?.value);
      const path = ofValue ?? circle(item.name, (name) => shownOrValue(view.waiting.get(name)));
      if (!path) return [];
      for (const name of path) found.add(name);
      const round = [...path, item.name].join(' > ');
      const regionsOfIt =
        view.appendices.length > 0 ? ` (with the overlays of ${view.appendices.join(', ')})` : '';
      const key = catalogue.items[item.name]?.computed == null ? 'visibleWhen' : 'computed';
      return [
        findingIn(declared(declarations, view, item, path), key, {
          rule: ofValue ? 'circular-value' : 'circular-condition',
          severity: ofValue ? 'error' : 'warning',
          message: ofValue
            ? `the value depends on itself and never settles: ${round}${regionsOfIt}`
            : `it is shown only once it is filled: ${round}${regionsOfIt}`,
        }),
      ];
    }),
  );
}

/** The overlay of a region that changes an item of the circle; else the item. */
function declared(
  declarations: Declarations,
  { appendices }: View,
  item: Declaration,
  path: readonly string[],
): Pick<Declaration, 'document' | 'node' | 'name'> {
  const overlay = overlaysOf(declarations).find(
    ({ appendix, name, node }) =>
      appendices.includes(appendix ?? '') && path.includes(name) && property(node, 'visibleWhen'),
  );
  return overlay?.node ? { ...overlay, node: overlay.node } : item;
}

const waitingIn = (catalogue: Catalogue, seen: Catalogue): View['waiting'] =>
  new Map(Object.values(seen.items).map((item) => [item.itemId, waitingOf(catalogue, seen, item)]));

function waitingOf(catalogue: Catalogue, seen: Catalogue, item: CatalogueItem): Waiting {
  const group = item.groups.at(-1) ?? null;
  const computed =
    item.computed === null ? [] : compileExpression(item.computed, catalogue, group, 'value').dependencies;
  const shown = visibleConditions(seen, item).flatMap(
    (condition) => compileExpression(condition.expression, catalogue, condition.group, 'bool').dependencies,
  );
  const clears = item.onHide === 'clear';
  return { computed, value: new Set([...computed, ...(clears ? shown : [])]), shown: new Set(shown) };
}

/** Of a case that goes to all regions, where an item is hidden if each hides it: one without a condition never does. */
function together(views: readonly View[]): View {
  const names = new Set(views.flatMap(({ waiting }) => [...waiting.keys()]));
  const waitingOfAll = (name: string): Waiting => {
    const all = views.flatMap(({ waiting }) => waiting.get(name) ?? []);
    const isAlwaysShown = all.some(({ shown }) => shown.size === 0);
    const computed = all.flatMap((one) => one.computed);
    const value = isAlwaysShown ? computed : all.flatMap((one) => [...one.value]);
    return { computed, value: new Set(value), shown: new Set() };
  };
  return {
    appendices: views.flatMap(({ appendices }) => appendices),
    waiting: new Map([...names].map((name) => [name, waitingOfAll(name)])),
  };
}

const shownOrValue = (waiting: Waiting | undefined): ReadonlySet<string> =>
  new Set([...(waiting?.value ?? []), ...(waiting?.shown ?? [])]);

/** The cycle from an item back to itself, if there is one. */
function circle(start: string, next: (name: string) => ReadonlySet<string> | undefined): string[] | null {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (let path = queue.shift(); path; path = queue.shift()) {
    for (const name of next(path.at(-1) ?? '') ?? []) {
      if (name === start) return path;
      if (!seen.has(name)) queue.push([...path, name]);
      seen.add(name);
    }
  }
  return null;
}
