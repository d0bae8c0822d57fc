/** What of a page its conditions hide now, and why. */
import { addressAt, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { explain } from '../expressions/explain.ts';
import { caseScope, scopesOf } from '../expressions/scope.ts';
import { outerScope, visibleConditions, type StandingCondition } from './conditionsOf.ts';
import { fileOf, type Asked, type Reason } from './why.ts';

export interface HiddenPart {
  of: StandingCondition['of'];
  /** the row it would stand in; the id is that of one of its items */
  address: ItemAddress;
  why: Extract<Reason, { kind: 'condition' }>;
}

/** In the order of the page. What stands in something hidden is not told again. `rootPath`: the row that is open. */
export function hiddenParts(asked: Asked, page: string, rootPath: RowPath): HiddenPart[] {
  const { world, reader, seen } = asked;
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
        const file = fileOf(asked, part, 'visibleWhen');
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
  const place = ({ address }: HiddenPart) => seen.items[address.itemId]?.sort ?? 0;
  return [...found.values()].toSorted((a, b) => place(a) - place(b));
}
