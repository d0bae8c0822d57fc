/** Finds the checks that a change affects, and their affected rows. */
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
  /** existing rows to re-evaluate; null: all */
  rows: readonly RowPath[] | null;
  /** selects rows that may have been added or removed; absent if the rows themselves are unchanged */
  moved?: (path: RowPath) => boolean;
}

interface Link<Subject> {
  subject: Subject;
  /** the `within` of the reading (`dependencies.ts`) */
  within: string | null;
}

/** Calls back for each affected check. The reader must already reflect the change. */
export function affectedBy<Subject extends { check: Pick<Check, 'group' | 'readings'> }>(
  catalogue: Catalogue,
  all: readonly Subject[],
  reader: CaseReader,
): (change: CaseChange, notify: (subject: Subject, concerned: Concerned) => void) => void {
  const ofItem = new Map<string, Link<Subject>[]>();
  const ofRows = new Map<string, Link<Subject>[]>();
  const subjectsByGroup = Map.groupBy(all, ({ check }) => check.group);
  for (const subject of all)
    for (const reading of subject.check.readings) {
      const [links, name] = 'itemId' in reading ? [ofItem, reading.itemId] : [ofRows, reading.group];
      const known = links.get(name) ?? [];
      known.push({ subject, within: reading.within });
      links.set(name, known);
    }

  return ({ items, rows }, notify) => {
    const notifyLinks = (
      links: readonly Link<Subject>[] = [],
      settled: ReadonlyMap<string, RowPath>,
    ): void => {
      for (const { subject: made, within } of links) {
        const { group } = made.check;
        const at = within === null ? undefined : settled.get(within);
        notify(made, {
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
      notifyLinks(
        ofItem.get(address.itemId),
        settledIn(catalogue, groups.at(-1), rowPathOf(address, groups.length)),
      );
    }
    for (const row of rows) {
      const path = rowPathOf(row, catalogueGroup(catalogue, row.group).groups.length);
      const settled = settledIn(catalogue, row.group, path);
      for (const group of groupsWith(catalogue, row.group)) {
        notifyLinks(ofRows.get(group), settled);
        for (const subject of subjectsByGroup.get(group) ?? [])
          notify(subject, {
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

/** Rows of a group whose `within` row is `at`: rows inside it, or rows that borrow it. */
function rowsWith(catalogue: Catalogue, reader: CaseReader, group: string, within: string, at: RowPath) {
  return catalogueGroup(catalogue, group).groups.includes(within)
    ? reader.rows(group, at)
    : reader.rows(group, []).filter((path) => isWith(catalogue, group, path, within, at));
}

const isWith = (catalogue: Catalogue, group: string, path: RowPath, within: string, at: RowPath): boolean =>
  settledRows(catalogue, group, path).some(
    ([name, settled]) => name === within && settled.every((number, depth) => number === at[depth]),
  );
