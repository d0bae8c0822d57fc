/** Which checks a change concerns, and in which of their rows. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowPathOf } from '../case/itemAddress.ts';
import type { RowPath } from '../case/itemAddress.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { catalogueGroup } from '../expressions/catalogueGroup.ts';
import { groupsWith } from '../expressions/changingCase.ts';
import { settledRows } from '../expressions/scope.ts';
import type { Check } from './check.types.ts';
import type { CaseChange } from '../case/caseChange.ts';

interface Concerned {
  /** rows that are there, to be asked again; null: all */
  rows: readonly RowPath[] | null;
  /** tells the rows that may have come or gone; absent where the rows themselves are what they were */
  moved?: (path: RowPath) => boolean;
}

interface Link<Made> {
  made: Made;
  /** the reading's (`dependencies.ts`) */
  within: string | null;
}

/** Tells, for a change that the reader answers with already, each check concerned. */
export function affectedBy<Made extends { check: Pick<Check, 'group' | 'readings'> }>(
  catalogue: Catalogue,
  all: readonly Made[],
  reader: CaseReader,
): (change: CaseChange, tell: (made: Made, concerned: Concerned) => void) => void {
  const ofItem = new Map<string, Link<Made>[]>();
  const ofRows = new Map<string, Link<Made>[]>();
  const madeIn = Map.groupBy(all, ({ check }) => check.group);
  for (const made of all)
    for (const reading of made.check.readings) {
      const [links, name] = 'itemId' in reading ? [ofItem, reading.itemId] : [ofRows, reading.group];
      const known = links.get(name) ?? [];
      known.push({ made, within: reading.within });
      links.set(name, known);
    }

  return ({ items, rows }, tell) => {
    const told = (links: readonly Link<Made>[] = [], settled: ReadonlyMap<string, RowPath>): void => {
      for (const { made, within } of links) {
        const { group } = made.check;
        const at = within === null ? undefined : settled.get(within);
        tell(made, {
          rows:
            group === null
              ? WHOLE_CASE
              : within === null || at === undefined
                ? null
                : rowsWith(catalogue, reader, group, within, at),
        });
      }
    };
    for (const address of items) {
      const groups = catalogue.items[address.itemId]?.groups ?? [];
      told(
        ofItem.get(address.itemId),
        settledIn(catalogue, groups.at(-1), rowPathOf(address, groups.length)),
      );
    }
    for (const row of rows) {
      const path = rowPathOf(row, catalogueGroup(catalogue, row.group).groups.length);
      const settled = settledIn(catalogue, row.group, path);
      for (const group of groupsWith(catalogue, row.group)) {
        told(ofRows.get(group), settled);
        for (const made of madeIn.get(group) ?? [])
          tell(made, {
            rows: rowsWith(catalogue, reader, group, row.group, path),
            moved: (own) => isWith(catalogue, group, own, row.group, path),
          });
      }
    }
  };
}

const WHOLE_CASE: readonly RowPath[] = [[]];

const settledIn = (catalogue: Catalogue, group: string | undefined, path: RowPath) =>
  new Map(group === undefined ? [] : settledRows(catalogue, group, path));

/** Rows of a group for which the row of `within` is `at`: those inside it, or those that borrow it. */
function rowsWith(catalogue: Catalogue, reader: CaseReader, group: string, within: string, at: RowPath) {
  return catalogueGroup(catalogue, group).groups.includes(within)
    ? reader.rows(group, at)
    : reader.rows(group, []).filter((path) => isWith(catalogue, group, path, within, at));
}

const isWith = (catalogue: Catalogue, group: string, path: RowPath, within: string, at: RowPath): boolean =>
  settledRows(catalogue, group, path).some(
    ([name, settled]) => name === within && settled.every((number, depth) => number === at[depth]),
  );
