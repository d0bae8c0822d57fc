/** A case while it is generated: values and rows change, fixed values do not, and the checks that run on it follow. */
import type { Catalogue, CatalogueGroup } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey, rowPathOf } from '../case/itemAddress.ts';
import type { ItemAddress, RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../case/itemValue.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';
import { changingCase } from '../expressions/changingCase.ts';
import type { LiveFindings } from '../rules/liveFindings.ts';
import type { Chance } from './chance.ts';

export interface CaseSketch {
  catalogue: Catalogue;
  reader: CaseReader;
  chance: Chance;
  /** Writes a value; undefined clears. Returns false, and changes nothing, where the value is fixed. */
  write(address: ItemAddress, value: ItemValue | undefined): boolean;
  /** Fixes what is at the address. */
  fix(address: ItemAddress): void;
  isFixed(address: ItemAddress): boolean;
  /** Adds a row below the parent; null where the group borrows its rows and no row can be lent. */
  addRow(group: string, parent: RowPath): RowPath | null;
  /** Removes the row with all in it. Returns false where something of it is fixed. */
  removeRow(group: string, path: RowPath): boolean;
  /** Reports every change to the findings from now on. */
  follow(live: LiveFindings): void;
  /** of all values, in the order in which they were first written */
  addresses(): ItemAddress[];
  rows(): CaseRow[];
  content(): CaseContent;
}

export function caseSketch(catalogue: Catalogue, chance: Chance): CaseSketch {
  const { reader, setItem, setRows, values, rows } = changingCase(catalogue, { values: [], rows: [] });
  const fixed = new Set<string>();
  const known = new Map<string, ItemAddress>();
  let follower: LiveFindings | null = null;

  const write = (address: ItemAddress, value: ItemValue | undefined): boolean => {
    const key = addressKey(address);
    if (fixed.has(key)) return false;
    known.set(key, address);
    setItem(address, value && isEmpty(value) ? undefined : value);
    follower?.changed({ items: [address], rows: [] });
    return true;
  };

  const addresses = (): ItemAddress[] => [...values.keys()].flatMap((key) => known.get(key) ?? []);

  const addRow = (group: string, parent: RowPath): RowPath | null => {
    const { rowsOf } = catalogueGroup(catalogue, group);
    if (rowsOf !== null) {
      const lent = addRow(rowsOf, []);
      return lent && [...parent, ...lent];
    }
    const numbers = reader.rows(group, parent).map((path) => path.at(-1) ?? 0);
    const path = [...parent, Math.max(0, ...numbers) + 1];
    const row = { ...rowAt(group, path), rowId: uuidFrom(chance) };
    setRows(new Map([[rowKey(row), row]]));
    follower?.changed({ items: [], rows: [row] });
    return path;
  };

  const removeRow = (group: string, path: RowPath): boolean => {
    const removed = removal(catalogue, group, path);
    const inside = addresses().filter(removed.hasItem);
    if (inside.some((address) => fixed.has(addressKey(address)))) return false;
    for (const address of inside) write(address, undefined);
    const gone = [...rows.values()].filter(removed.hasRow);
    setRows(new Map(gone.map((row) => [rowKey(row), undefined])));
    follower?.changed({ items: [], rows: gone });
    return true;
  };

  return {
    catalogue,
    reader,
    chance,
    write,
    fix: (address) => void fixed.add(addressKey(address)),
    isFixed: (address) => fixed.has(addressKey(address)),
    addRow,
    removeRow,
    follow: (live) => void (follower = live),
    addresses,
    rows: () => [...rows.values()],
    content: () => ({
      values: addresses().map((address): CaseValue => ({
        ...address,
        ...(values.get(addressKey(address)) ?? EMPTY_VALUE),
      })),
      rows: [...rows.values()],
    }),
  };
}

const rowAt = (group: string, path: RowPath): Omit<CaseRow, 'rowId'> => {
  const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
  return { group, rowNo, rowNo2, rowNo3, sort: path.at(-1) ?? 0, deleted: false };
};

/** What a row contains: rows and values below it, and those of groups that borrow it. */
function removal(catalogue: Catalogue, group: string, path: RowPath) {
  const isIn = ({ groups }: Pick<CatalogueGroup, 'groups'>, numbers: RowPath): boolean =>
    groups.some((name, depth) =>
      name === group
        ? path.every((number, index) => numbers[index] === number)
        : catalogueGroup(catalogue, name).rowsOf === group && numbers[depth] === path[0],
    );
  return {
    hasItem: (address: ItemAddress): boolean => {
      const groups = catalogue.items[address.itemId]?.groups ?? [];
      return isIn({ groups }, rowPathOf(address, groups.length));
    },
    hasRow: (row: CaseRow): boolean => {
      const of = catalogueGroup(catalogue, row.group);
      return isIn(of, rowPathOf(row, of.groups.length));
    },
  };
}

const DIGITS = '0123456789abcdef';

/** A UUID of version 4 by chance, the same for the same seed. */
const uuidFrom = ({ between }: Chance): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => DIGITS.charAt(between(0, 15)));
