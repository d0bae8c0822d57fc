/** What follows from changes of a case: computed values change, and what a condition hides says nothing any more. */
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
  said: ItemValue;
  why: 'computed' | 'hidden';
}

interface Changed {
  /** the case as it was, and as it is with the changes */
  before: CaseReader;
  after: CaseReader;
  change: CaseChange;
  /** pages whose computed values are asked whatever was changed: a formula may be newer than what is stored */
  pages?: ReadonlySet<string>;
}

/** Tells what follows from a change of a case. */
export type Follow = (changed: Changed) => Consequence[];

type Derivation = Computed | Hideable;

/** Rows in which something is to be asked, by key. */
type Rows = Map<string, RowPath>;

/**
 * What follows comes in the order in which it comes about; the readers are left as they are. A value is cleared where it
 * was in sight before, or is new: what has long been hidden, as an import brought it, stays. It comes to an end: each
 * further round needs a value that was cleared, and none comes back.
 */
export function createFollow(catalogue: Catalogue, { computed, clearing }: Derivations): Follow {
  let reader: CaseReader = NO_CASE;
  const live: CaseReader = {
    item: (itemId, path) => reader.item(itemId, path),
    rows: (group, parent) => reader.rows(group, parent),
  };
  const affected = affectedBy<Derivation>(catalogue, [...computed, ...clearing], live);
  const now = caseScope(catalogue, live);

  /** Adds rows, or else all, to those in which something is to be asked. */
  const add = (asked: Map<Derivation, Rows>, one: Derivation, rows?: readonly RowPath[] | null): void => {
    const { group } = one.check;
    const known = asked.get(one) ?? new Map<string, RowPath>();
    for (const path of rows ?? (group === null ? [[]] : live.rows(group, [])))
      known.set(path.join('|'), path);
    asked.set(one, known);
  };
  const addConcerned = (asked: Map<Derivation, Rows>, change: CaseChange): void =>
    affected(change, (one, { rows }) => add(asked, one, rows));

  return ({ before, after, change, pages }) => {
    const written = new Map<string, Consequence>();
    const then = caseScope(catalogue, before);
    reader = {
      item: (itemId, path) =>
        written.get(addressKey(addressAt(itemId, path)))?.said ?? after.item(itemId, path),
      rows: after.rows,
    };
    const write = (consequence: Consequence): CaseChange => {
      written.set(addressKey(consequence.address), consequence);
      return { items: [consequence.address], rows: [] };
    };
    const clears = (one: Hideable, path: RowPath): boolean => {
      const said = live.item(one.item.itemId, path) ?? EMPTY_VALUE;
      if (isEmpty(said) || !one.isHidden(scopeAt(now, one, path))) return false;
      const was = before.item(one.item.itemId, path) ?? EMPTY_VALUE;
      return differs(was, said) || !one.isHidden(scopeAt(then, one, path));
    };

    let asked = new Map<Derivation, Rows>();
    for (const one of computed) if (pages?.has(one.item.page)) add(asked, one);
    addConcerned(asked, change);
    while (asked.size > 0) {
      for (const one of computed)
        for (const path of asked.get(one)?.values() ?? []) {
          const value = one.answer(scopeAt(now, one, path));
          const said = { ...EMPTY_VALUE, value };
          if (!differs(live.item(one.item.itemId, path) ?? EMPTY_VALUE, said)) continue;
          addConcerned(asked, write({ address: addressAt(one.item.itemId, path), said, why: 'computed' }));
        }
      const cleared: ItemAddress[] = [];
      for (const one of clearing)
        for (const path of asked.get(one)?.values() ?? []) {
          if (!clears(one, path)) continue;
          const address = addressAt(one.item.itemId, path);
          write({ address, said: EMPTY_VALUE, why: 'hidden' });
          cleared.push(address);
        }
      asked = new Map();
      addConcerned(asked, { items: cleared, rows: [] });
    }
    // what came and went again is no change
    return [...written.values()].filter(({ address, said }) =>
      differs(after.item(address.itemId, pathOf(catalogue, address)) ?? EMPTY_VALUE, said),
    );
  };
}

const NO_CASE: CaseReader = { item: () => undefined, rows: () => [] };

const scopeAt = (whole: Scope, { check: { group } }: Derivation, path: RowPath): Scope =>
  group === null ? whole : rowScope(whole, group, path);

const pathOf = ({ items }: Catalogue, address: ItemAddress): RowPath =>
  rowPathOf(address, items[address.itemId]?.groups.length ?? 0);
