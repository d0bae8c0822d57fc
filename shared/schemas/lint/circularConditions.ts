/** Finds conditions and computed values that depend on themselves. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { findingIn, itemsOf } from '../../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../../schemas/compile/check/declarations.ts';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import { compileExpression } from '../../expressions/compileExpression.ts';
import { visibleConditions } from '../../rules/conditionsOf.ts';

/** Dependencies of an item: whether they affect its value, or only its visibility. */
interface Waiting {
  value: Set<string>;
  shown: Set<string>;
}

/**
 * A value that depends on itself never settles: an error. An item visible only once it is filled never is: a warning.
 */
export function circularConditions(catalogue: Catalogue, declarations: Declarations): SourceFinding[] {
  const waiting = new Map(
    Object.values(catalogue.items).map((item) => [item.itemId, waitingOf(catalogue, item)]),
  );
  const found = new Set<string>();
  return itemsOf(declarations).flatMap((item): SourceFinding[] => {
    if (found.has(item.name)) return [];
    const ofValue = circle(item.name, (name) => waiting.get(name)?.value);
    const path =
      ofValue ??
      circle(
        item.name,
        (name) => new Set([...(waiting.get(name)?.value ?? []), ...(waiting.get(name)?.shown ?? [])]),
      );
    if (!path) return [];
    for (const name of path) found.add(name);
    const round = [...path, item.name].join(' > ');
    const key = catalogue.items[item.name]?.computed == null ? 'visibleWhen' : 'computed';
    return [
      findingIn(item, key, {
        rule: ofValue ? 'circular-value' : 'circular-condition',
        severity: ofValue ? 'error' : 'warning',
        message: ofValue
          ? `the value depends on itself and never settles: ${round}`
          : `it is shown only once it is filled: ${round}`,
      }),
    ];
  });
}

function waitingOf(catalogue: Catalogue, item: CatalogueItem): Waiting {
  const group = item.groups.at(-1) ?? null;
  const computed =
    item.computed === null ? [] : compileExpression(item.computed, catalogue, group, 'value').dependencies;
  const shown = visibleConditions(catalogue, item).flatMap(
    (condition) => compileExpression(condition.expression, catalogue, condition.group, 'bool').dependencies,
  );
  const clears = item.onHide === 'clear';
  return { value: new Set([...computed, ...(clears ? shown : [])]), shown: new Set(shown) };
}

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
