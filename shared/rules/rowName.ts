/** Names of the rows that contain a finding, as shown to the user. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CaseRow } from '../case/caseContent.ts';
import { rowPathOf, type ItemAddress } from '../case/itemAddress.ts';

/** Names the rows of an address by their list positions, counting deleted rows as the editor does. */
export function rowName(
  { items, groups }: Catalogue,
  rows: Iterable<CaseRow>,
  language: keyof LocalizedText,
): (address: ItemAddress) => string {
  let byGroup: Map<string, CaseRow[]> | null = null;
  /** positions in their lists, from 1, by path */
  const positionsIn = (group: string, depth: number): ReadonlyMap<string, number> => {
    byGroup ??= Map.groupBy(rows, (row) => row.group);
    const paths = (byGroup.get(group) ?? [])
      .toSorted((a, b) => a.sort - b.sort)
      .map((row) => rowPathOf(row, depth));
    const lists = Map.groupBy(paths, (path) => path.slice(0, -1).join('|'));
    return new Map(
      [...lists.values()].flatMap((list) => list.map((path, index) => [path.join('|'), index + 1])),
    );
  };
  const known = new Map<string, ReadonlyMap<string, number>>();
  const positionOf = (group: string, path: readonly number[]): number => {
    // a borrowed row has the position of the row it borrows
    const owner = groups[group]?.rowsOf ?? group;
    const own = owner === group ? path : path.slice(-1);
    const positions = known.get(owner) ?? positionsIn(owner, own.length);
    known.set(owner, positions);
    return positions.get(own.join('|')) ?? 0;
  };
  return (address) =>
    (items[address.itemId]?.groups ?? [])
      .map((group, index) => ({ group, path: rowPathOf(address, index + 1) }))
      .filter(({ path }) => path.at(-1) !== 0)
      .map(({ group, path }) => {
        const label = groups[group]?.rowLabel[language] ?? group;
        return `${label} ${positionOf(group, path) || path.at(-1)}`;
      })
      .join(' › ');
}
