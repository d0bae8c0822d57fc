/** A mutable case: its reader always returns the current state. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey } from '../case/caseContent.ts';
import type { CaseContent, CaseRow } from '../case/caseContent.ts';
import { addressAt, addressKey, rowPathOf } from '../case/itemAddress.ts';
import type { ItemAddress, RowPath } from '../case/itemAddress.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { catalogueGroup } from './catalogueGroup.ts';
import type { CaseReader } from './caseReader.types.ts';

export interface ChangingCase {
  reader: CaseReader;
  /** sets the value of an item; undefined: never had one */
  setItem(address: ItemAddress, value: ItemValue | undefined): void;
  /** adds, deletes, restores or moves rows; undefined: the row no longer exists */
  setRows(rows: ReadonlyMap<string, CaseRow | undefined>): void;
  /** its content, by address key and by row key */
  values: ReadonlyMap<string, ItemValue>;
  rows: ReadonlyMap<string, CaseRow>;
}

/** Copies the content. */
export function changingCase(catalogue: Catalogue, content: CaseContent): ChangingCase {
  const values = new Map<string, ItemValue>(content.values.map((value) => [addressKey(value), value]));
  const rows = new Map(content.rows.map((row) => [rowKey(row), row]));
  const lists = rowLists(catalogue, rows);
  return {
    reader: {
      item: (itemId, path) => values.get(addressKey(addressAt(itemId, path))),
      rows: (group, parent) => lists.below(group, parent),
    },
    setItem(address, value) {
      if (value) values.set(addressKey(address), value);
      else values.delete(addressKey(address));
    },
    setRows(next) {
      const groups = new Set<string>();
      for (const [key, row] of next) {
        groups.add(row?.group ?? rows.get(key)?.group ?? '');
        if (row) rows.set(key, row);
        else rows.delete(key);
      }
      for (const group of groups) lists.forget(group);
    },
    values,
    rows,
  };
}

const NO_ROWS: readonly RowPath[] = [];
const keyOf = (path: RowPath): string => path.join('|');

/** The rows of each group in list order, without deleted rows and their descendants; cached until invalidated. */
function rowLists(catalogue: Catalogue, rows: ReadonlyMap<string, CaseRow>) {
  const found = new Map<string, readonly RowPath[]>();
  const byParent = new Map<string, Map<string, RowPath[]>>();
  let own: Map<string, CaseRow[]> | null = null;

  const ofGroup = (group: string): readonly CaseRow[] => {
    own ??= Map.groupBy(rows.values(), (row) => row.group);
    return own.get(group) ?? [];
  };

  const search = (group: string): readonly RowPath[] => {
    const { groups, rowsOf } = catalogueGroup(catalogue, group);
    const outer = groups.at(-2);
    if (rowsOf !== null) {
      const borrowed = all(rowsOf).map((path) => path.at(-1) ?? 0);
      return (outer ? all(outer) : [[]]).flatMap((path) => borrowed.map((rowNo) => [...path, rowNo]));
    }
    const living = ofGroup(group)
      .filter(({ deleted }) => !deleted)
      .toSorted((a, b) => a.sort - b.sort)
      .map((row) => rowPathOf(row, groups.length));
    if (!outer) return living;
    const parents = new Set(all(outer).map(keyOf));
    return living.filter((path) => parents.has(keyOf(path.slice(0, -1))));
  };

  const all = (group: string): readonly RowPath[] => {
    const known = found.get(group) ?? search(group);
    found.set(group, known);
    return known;
  };

  return {
    below(group: string, parent: RowPath): readonly RowPath[] {
      if (parent.length === 0) return all(group);
      const name = `${group}/${parent.length}`;
      const known =
        byParent.get(name) ?? Map.groupBy(all(group), (path) => keyOf(path.slice(0, parent.length)));
      byParent.set(name, known);
      return known.get(keyOf(parent)) ?? NO_ROWS;
    },
    /** rows of the group have changed, and with them those inside them and those that borrow from them */
    forget(group: string): void {
      own = null;
      for (const name of groupsWith(catalogue, group)) {
        found.delete(name);
        for (let depth = 1; depth <= 3; depth += 1) byParent.delete(`${name}/${depth}`);
      }
    },
  };
}

const dependents = new WeakMap<Catalogue, Map<string, readonly string[]>>();

/** The groups whose rows depend on those of `group`: itself, the groups inside it, and those that borrow its rows. */
export function groupsWith(catalogue: Catalogue, group: string): readonly string[] {
  const known = dependents.get(catalogue) ?? new Map<string, readonly string[]>();
  dependents.set(catalogue, known);
  const names =
    known.get(group) ??
    Object.values(catalogue.groups)
      .filter(({ groups }) =>
        groups.some((name) => name === group || catalogueGroup(catalogue, name).rowsOf === group),
      )
      .map(({ group: name }) => name);
  known.set(group, names);
  return names;
}
