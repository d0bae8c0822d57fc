/** What an expression may ask of a case. The editor answers from its atoms, server and tests from a `CaseContent`. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey, rowPathOf } from '../case/itemAddress.ts';
import type { RowPath } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { ItemValue } from '../case/itemValue.ts';

export interface CaseReader {
  /** what is said of the item in that row; undefined where nothing ever was */
  item(itemId: string, rows: RowPath): ItemValue | undefined;
  /** paths of the rows of a group that are neither struck nor inside a struck row, below `parent`, in list order */
  rows(group: string, parent: RowPath): readonly RowPath[];
}

/** Reads a case held as flat lists. The content is taken as it is now; make a new reader after a change. */
export function caseReader(catalogue: Catalogue, content: CaseContent): CaseReader {
  const values = new Map(content.values.map((value) => [addressKey(value), value]));
  const live = liveRows(catalogue, content);
  return {
    item: (itemId, rows) => values.get(addressKey(addressAt(itemId, rows))),
    rows: (group, parent) => {
      const all = live(group);
      return parent.length === 0
        ? all
        : all.filter((rows) => parent.every((rowNo, at) => rows[at] === rowNo));
    },
  };
}

const keyOf = (rows: RowPath): string => rows.join('|');

function liveRows(catalogue: Catalogue, { rows }: CaseContent): (group: string) => readonly RowPath[] {
  const byGroup = Map.groupBy(rows, ({ group }) => group);
  const found = new Map<string, readonly RowPath[]>();

  const search = (group: string): readonly RowPath[] => {
    const { groups, rowsOf } = catalogueGroup(catalogue, group);
    const outer = groups.at(-2);
    if (rowsOf !== null) {
      const borrowed = live(rowsOf).map((path) => path.at(-1) ?? 0);
      return (outer ? live(outer) : [[]]).flatMap((path) => borrowed.map((rowNo) => [...path, rowNo]));
    }
    const own = (byGroup.get(group) ?? [])
      .filter(({ deleted }) => !deleted)
      .toSorted((a, b) => a.sort - b.sort)
      .map((row) => rowPathOf(row, groups.length));
    if (!outer) return own;
    const parents = new Set(live(outer).map(keyOf));
    return own.filter((path) => parents.has(keyOf(path.slice(0, -1))));
  };

  const live = (group: string): readonly RowPath[] => {
    const known = found.get(group) ?? search(group);
    found.set(group, known);
    return known;
  };
  return live;
}

/** The group, or an error that names it: rules and conditions are compiled against the same catalogue. */
export function catalogueGroup(catalogue: Catalogue, group: string) {
  const found = catalogue.groups[group];
  if (!found) throw new Error(`group ${group} is not in the catalogue`);
  return found;
}
