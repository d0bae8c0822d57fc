/** Records which values and rows of a case are read, so that a drawn box knows its items and what it depends on. */
import { addressAt, addressKey, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { differs, EMPTY_VALUE, type ItemValue } from '../case/itemValue.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';

/** A value that was read, present or not. */
interface ItemRead {
  address: ItemAddress;
  value: ItemValue | undefined;
}

interface RowsRead {
  group: string;
  parent: RowPath;
  rows: readonly RowPath[];
}

export interface Recorded<Result> {
  result: Result;
  /** in the order of their first reading */
  reads: readonly ItemRead[];
  rows: readonly RowsRead[];
}

export interface ReadRecorder {
  /** reads the case, and notes what is read while a computation is recorded */
  reader: CaseReader;
  record: <Result>(compute: () => Result) => Recorded<Result>;
}

interface Log {
  items: Map<string, ItemRead>;
  rows: Map<string, RowsRead>;
}

/** Recordings may be nested: the outer one includes the inner one. */
export function recordReads(source: CaseReader): ReadRecorder {
  const open: Log[] = [];
  return {
    reader: {
      item: (itemId, path) => {
        const value = source.item(itemId, path);
        if (open.length > 0) {
          const address = addressAt(itemId, path);
          const key = addressKey(address);
          for (const { items } of open) if (!items.has(key)) items.set(key, { address, value });
        }
        return value;
      },
      rows: (group, parent) => {
        const rows = source.rows(group, parent);
        for (const log of open) log.rows.set(`${group}|${parent.join('|')}`, { group, parent, rows });
        return rows;
      },
    },
    record: (compute) => {
      const log: Log = { items: new Map(), rows: new Map() };
      open.push(log);
      try {
        const result = compute();
        return { result, reads: [...log.items.values()], rows: [...log.rows.values()] };
      } finally {
        open.pop();
      }
    },
  };
}

/** Whether a case still answers what was recorded. */
export const isCurrent = (
  { reads, rows }: Pick<Recorded<unknown>, 'reads' | 'rows'>,
  { item, rows: rowsOf }: CaseReader,
): boolean =>
  reads.every(({ address, value }) => isSame(value, item(address.itemId, pathOf(address)))) &&
  rows.every(({ group, parent, rows: before }) => hasSameRows(before, rowsOf(group, parent)));

const isSame = (before: ItemValue | undefined, now: ItemValue | undefined): boolean =>
  before === now || !differs(before ?? EMPTY_VALUE, now ?? EMPTY_VALUE);

const pathOf = ({ rowNo, rowNo2, rowNo3 }: ItemAddress): RowPath => [rowNo, rowNo2, rowNo3];

const hasSameRows = (before: readonly RowPath[], now: readonly RowPath[]): boolean =>
  before === now ||
  (before.length === now.length && before.every((path, index) => path.join() === now[index]?.join()));
