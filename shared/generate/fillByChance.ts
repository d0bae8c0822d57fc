/** The first state of a case: rows and values by chance, mandatory items always. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import { addressAt, type ItemAddress } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import type { Receiver } from '../rules/finding.types.ts';
import { conformanceFor } from '../rules/itemFindings.ts';
import { UnknownInWish } from './generate.types.ts';
import { isAlwaysInMessage } from './possibleValues.ts';
import type { Maker } from './satisfy.ts';

interface Filling {
  /** of the receiver's region: other items stay empty */
  seen: Catalogue;
  map: E2bMap;
  receiver: Receiver;
  profile: string | undefined;
}

/** How many of a hundred optional items a case fills; one of these for each case. */
const DENSITIES = [3, 10, 25, 40, 60, 80];
const MAX_ROWS_MORE = 2;

/** Adds rows to the groups of the region and fills items in them. */
export function fillByChance({ sketch, values }: Maker, { seen, map, receiver, profile }: Filling): void {
  const { chance, reader } = sketch;
  const density = chance.pick(DENSITIES);
  for (const { group, groups, min, rowsOf } of Object.values(seen.groups).toSorted(byDepth)) {
    if (rowsOf !== null) continue;
    const outer = groups.at(-2);
    for (const parent of outer === undefined ? [[]] : reader.rows(outer, [])) {
      const more = chance.percent(density) ? chance.between(0, MAX_ROWS_MORE) : 0;
      for (let count = 0; count < min + more; count += 1) sketch.addRow(group, parent);
    }
  }
  const isFilled = (item: CatalogueItem): boolean =>
    conformanceFor(item.required, receiver, profile) === 'M' ||
    isAlwaysInMessage(map, item.itemId) ||
    chance.percent(density);
  for (const item of Object.values(seen.items)) {
    const group = item.groups.at(-1);
    for (const path of group === undefined ? [[]] : reader.rows(group, []))
      if (isFilled(item)) sketch.write(addressAt(item.itemId, path), values.any(item.itemId) ?? undefined);
  }
}

const byDepth = (a: { groups: readonly string[] }, b: { groups: readonly string[] }): number =>
  a.groups.length - b.groups.length;

/** Writes and fixes the values, by item id or role, in the first row of their groups. Throws on an unknown name. */
export function writeGivenValues({ sketch }: Maker, given: Readonly<Record<string, string>>): void {
  const { items, roles } = sketch.catalogue;
  for (const [name, value] of Object.entries(given)) {
    const item = items[name] ?? items[roles[name] ?? ''];
    if (!item) throw new UnknownInWish(`There is no item or role ${name}; name one of the catalogue.`);
    const address = firstAddress(sketch, item);
    sketch.write(address, { ...EMPTY_VALUE, value });
    sketch.fix(address);
  }
}

function firstAddress({ reader, addRow }: Maker['sketch'], { itemId, groups }: CatalogueItem): ItemAddress {
  const path = groups.reduce<readonly number[]>(
    (parent, group) => reader.rows(group, parent)[0] ?? addRow(group, parent) ?? parent,
    [],
  );
  return addressAt(itemId, path);
}
