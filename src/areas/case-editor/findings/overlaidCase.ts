/** The stored case with the unsaved edits of the open page on top, as one case that changes. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import { addressKey, parseAddressKey, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../../shared/case/itemValue.ts';
import { changingCase, type ChangingCase } from '../../../../shared/expressions/changingCase.ts';
import type { CaseChange } from '../../../../shared/case/caseChange.ts';

export interface OverlaidCase {
  current: ChangingCase;
  /** Replaces the stored content after the case was read again. Returns what changed. */
  store(content: CaseContent): CaseChange;
  /** What is unsaved now, all of it. Answers what has become another. */
  edit(edits: ChangeSet): CaseChange;
}

/** Starts with the stored case as it was read. */
export function overlaidCase(catalogue: Catalogue, content: CaseContent): OverlaidCase {
  const current = changingCase(catalogue, content);
  let stored = byKey(content);
  let edits: Parts = { items: new Map(), rows: new Map() };

  /** Brings the parts with these keys to what they are to be. */
  const bring = (items: Iterable<string>, rows: Iterable<string>): CaseChange => {
    const changed: { items: ItemAddress[]; rows: CaseRow[] } = { items: [], rows: [] };
    for (const key of items) {
      const next = edits.items.get(key) ?? stored.items.get(key);
      if (isSame(current.values.get(key), next)) continue;
      const address = parseAddressKey(key);
      current.setItem(address, next);
      changed.items.push(address);
    }
    const moved = new Map<string, CaseRow | undefined>();
    for (const key of rows) {
      const [next, before] = [edits.rows.get(key) ?? stored.rows.get(key), current.rows.get(key)];
      if (next?.deleted === before?.deleted && next?.sort === before?.sort) continue;
      moved.set(key, next);
      const row = next ?? before;
      if (row) changed.rows.push(row);
    }
    if (moved.size > 0) current.setRows(moved);
    return changed;
  };

  return {
    current,
    store(next) {
      const before = stored;
      stored = byKey(next);
      return bring(
        new Set([...before.items.keys(), ...stored.items.keys()]),
        new Set([...before.rows.keys(), ...stored.rows.keys()]),
      );
    },
    edit(next) {
      const before = edits;
      edits = { items: byAddress(next.items), rows: byRow(next.rows) };
      return bring(
        new Set([...before.items.keys(), ...edits.items.keys()]),
        new Set([...before.rows.keys(), ...edits.rows.keys()]),
      );
    },
  };
}

interface Parts {
  items: ReadonlyMap<string, ItemValue>;
  rows: ReadonlyMap<string, CaseRow>;
}

const byAddress = (items: readonly (ItemAddress & ItemValue)[]) =>
  new Map<string, ItemValue>(items.map((item) => [addressKey(item), item]));
const byRow = (rows: readonly CaseRow[]) => new Map(rows.map((row) => [rowKey(row), row]));
const byKey = ({ values, rows }: CaseContent): Parts => ({ items: byAddress(values), rows: byRow(rows) });

const isSame = (before: ItemValue | undefined, next: ItemValue | undefined): boolean =>
  before === next || !differs(before ?? EMPTY_VALUE, next ?? EMPTY_VALUE);
