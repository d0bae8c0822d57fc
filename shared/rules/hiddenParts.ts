/** Parts of a page that its conditions hide now, and why. */
import { addressAt, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { explain } from '../expressions/explain.ts';
import { caseScope, scopesOf } from '../expressions/scope.ts';
import { outerScope, visibleConditions, type EvaluatedCondition } from './conditionsOf.ts';
import { fileOf, type ExplanationContext, type Reason } from './why.ts';

export interface HiddenPart {
  of: EvaluatedCondition['of'];
  /** the row that would contain it; the id is that of one of its items */
  address: ItemAddress;
  why: Extract<Reason, { kind: 'condition' }>;
}

/** In page order. Descendants of a hidden part are omitted. `rootPath`: the open row. */
export function hiddenParts(context: ExplanationContext, page: string, rootPath: RowPath): HiddenPart[] {
  const { world, reader, seen } = context;
  const whole = caseScope(world.catalogue, reader);
  const found = new Map<string, HiddenPart>();
  const parts = [...Object.values(seen.groups), ...Object.values(seen.items)].filter(
    (part) => part.page === page,
  );
  for (const part of parts) {
    const conditions = visibleConditions(seen, part);
    const isItem = 'itemId' in part;
    const group = part.groups.at(isItem ? -1 : -2) ?? null;
    for (const scope of conditions.length === 0 ? [] : scopesOf(whole, group)) {
      const path = group === null ? [] : (scope.at.get(group) ?? []);
      if (rootPath.length > 0 && path.length > 0 && path[0] !== rootPath[0]) continue;
      for (const condition of conditions) {
        const why = explain(condition.expression, outerScope(scope, condition.group));
        if (why.holds) continue;
        const rows = condition.group === null ? [] : (scope.at.get(condition.group) ?? []);
        const key = JSON.stringify([condition.of, rows]);
        const file = fileOf(context, part, 'visibleWhen');
        const reason = { kind: 'condition', name: 'visibleWhen', of: condition.of, file, why } as const;
        if (!found.has(key))
          found.set(key, {
            of: condition.of,
            address: addressAt(isItem ? part.itemId : (part.summary[0] ?? part.group), rows),
            why: reason,
          });
        break;
      }
    }
  }
  const sortOf = ({ address }: HiddenPart) => seen.items[address.itemId]?.sort ?? 0;
  return [...found.values()].toSorted((a, b) => sortOf(a) - sortOf(b));
}
