/** Consequences of a change of a case: computed values are updated, and values hidden by a condition are cleared. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey, rowPathOf } from '../case/itemAddress.ts';
import type { ItemAddress, RowPath } from '../case/itemAddress.ts';
import { differs, EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import type { ItemValue } from '../case/itemValue.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import type { Scope } from '../expressions/scope.ts';
import { affectedBy } from '../rules/affected.ts';
import type { CaseChange } from '../case/caseChange.ts';
import type { Computed, Derivations, Hideable } from './derivations.ts';

export interface Consequence {
  address: ItemAddress;
  nextValue: ItemValue;
  why: 'computed' | 'hidden';
}

interface Changed {
  /** the case before and after the changes */
  before: CaseReader;
  after: CaseReader;
  change: CaseChange;
  /** pages whose computed values are always evaluated: a formula may be newer than the stored value */
  pages?: ReadonlySet<string>;
}

/** Returns the consequences of a change of a case. */
export type DeriveConsequences = (changed: Changed) => Consequence[];

type Derivation = Computed | Hideable;

/** Rows in which something must be evaluated, by key. */
type Rows = Map<string, RowPath>;

/**
 * Consequences are listed in the order in which they arise; the readers are unchanged. A value is cleared if it was
 * visible before, or is new: values hidden for longer, such as imported ones, stay. It terminates: each further round
 * needs a cleared value, and none comes back.
 */
export function deriveConsequences(
  catalogue: Catalogue,
  { computed, clearing }: Derivations,
): DeriveConsequences {
  let reader: CaseReader = NO_CASE;
  const live: CaseReader = {
    item: (itemId, path) => reader.item(itemId, path),
    rows: (group, parent) => reader.rows(group, parent),
  };
  const affected = affectedBy<Derivation>(catalogue, [...computed, ...clearing], live);
  const now = caseScope(catalogue, live);

  /** Adds rows, or all rows, to those to be evaluated. */
  const add = (pending: Map<Derivation, Rows>, one: Derivation, rows?: readonly RowPath[] | null): void => {
    const { group } = one.check;
    const known = pending.get(one) ?? new Map<string, RowPath>();
    for (const path of rows ?? (group === null ? [[]] : live.rows(group, [])))
      known.set(path.join('|'), path);
    pending.set(one, known);
  };
  const addConcerned = (pending: Map<Derivation, Rows>, change: CaseChange): void =>
    affected(change, (one, { rows }) => add(pending, one, rows));

  return ({ before, after, change, pages }) => {
    const written = new Map<string, Consequence>();
    const then = caseScope(catalogue, before);
    reader = {
      item: (itemId, path) =>
        written.get(addressKey(addressAt(itemId, path)))?.nextValue ?? after.item(itemId, path),
      rows: after.rows,
    };
    const write = (consequence: Consequence): CaseChange => {
      written.set(addressKey(consequence.address), consequence);
      return { items: [consequence.address], rows: [] };
    };
    const clears = (one: Hideable, path: RowPath): boolean => {
      const nextValue = live.item(one.item.itemId, path) ?? EMPTY_VALUE;
      if (isEmpty(nextValue) || !one.isHidden(scopeAt(now, one, path))) return false;
      const was = before.item(one.item.itemId, path) ?? EMPTY_VALUE;
      return differs(was, nextValue) || !one.isHidden(scopeAt(then, one, path));
    };

    let pending = new Map<Derivation, Rows>();
    for (const one of computed) if (pages?.has(one.item.page)) add(pending, one);
    addConcerned(pending, change);
    while (pending.size > 0) {
      for (const one of computed)
        for (const path of pending.get(one)?.values() ?? []) {
          const value = one.answer(scopeAt(now, one, path));
          const nextValue = { ...EMPTY_VALUE, value };
          if (!differs(live.item(one.item.itemId, path) ?? EMPTY_VALUE, nextValue)) continue;
          addConcerned(
            pending,
            write({ address: addressAt(one.item.itemId, path), nextValue, why: 'computed' }),
          );
        }
      const cleared: ItemAddress[] = [];
      for (const one of clearing)
        for (const path of pending.get(one)?.values() ?? []) {
          if (!clears(one, path)) continue;
          const address = addressAt(one.item.itemId, path);
          write({ address, nextValue: EMPTY_VALUE, why: 'hidden' });
          cleared.push(address);
        }
      pending = new Map();
      addConcerned(pending, { items: cleared, rows: [] });
    }
    // a change that was reverted is none
    return [...written.values()].filter(({ address, nextValue: value }) =>
      differs(after.item(address.itemId, pathOf(catalogue, address)) ?? EMPTY_VALUE, value),
    );
  };
}

const NO_CASE: CaseReader = { item: () => undefined, rows: () => [] };

const scopeAt = (whole: Scope, { check: { group } }: Derivation, path: RowPath): Scope =>
  group === null ? whole : rowScope(whole, group, path);

const pathOf = ({ items }: Catalogue, address: ItemAddress): RowPath =>
  rowPathOf(address, items[address.itemId]?.groups.length ?? 0);
