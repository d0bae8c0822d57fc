/** Laws of a message that no rule states: without them a case does not come back from its message as it was. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { E2bMap, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseRow } from '../case/caseContent.ts';
import { addressAt, rowPathOf, type ItemAddress, type RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { scopedAddresses } from '../derived/wholeCase.ts';
import type { Hideable } from '../derived/derivations.ts';
import { itemsIn } from '../expressions/scope.ts';
import type { CaseSketch } from './caseSketch.ts';
import { isAlwaysInMessage, slotOf } from './possibleValues.ts';
import type { Maker } from './satisfy.ts';

/** What the laws ask of each case of a receiver; it follows from the catalogue and the map. */
export interface MessageLaws {
  /** items of the envelope, and those that every message has a value of */
  always: readonly CatalogueItem[];
  /** slots in places that several items claim, by item */
  shared: ReadonlyMap<string, MapSlot>;
  /** by group: items of which one needs a value for the row to be in a message; rows that others refer to need none */
  needed: ReadonlyMap<string, readonly CatalogueItem[]>;
}

/** `seen`: the catalogue of the receiver's region. */
export function messageLaws(catalogue: Catalogue, map: E2bMap, seen: Catalogue): MessageLaws {
  const slots = [...map.slotsByItem.keys()].flatMap((itemId) => {
    const slot = slotOf(map, itemId);
    return slot ? [{ itemId, slot }] : [];
  });
  const claims = Map.groupBy(slots, ({ slot }) => slot.node.id);
  const identified = new Set([...map.nodes.values()].flatMap(({ identity }) => identity?.group ?? []));
  return {
    always: Object.values(seen.items).filter(
      ({ itemId, page }) => isAlwaysInMessage(map, itemId) || seen.pages[page]?.kind === 'envelope',
    ),
    shared: new Map(
      [...claims.values()]
        .filter((items) => items.length > 1)
        .flatMap((items) => items.map(({ itemId, slot }) => [itemId, slot] as const)),
    ),
    needed: new Map(
      Object.keys(catalogue.groups)
        .filter((group) => !identified.has(group))
        .map((group) => {
          const items = itemsIn(catalogue, group);
          const inMessage = items.filter(({ itemId }) => slotOf(map, itemId));
          // of a group that no message has, any value counts
          return [group, inMessage.length > 0 ? inMessage : items];
        }),
    ),
  };
}

/** One place of a message and a value that claims it. */
interface Claim {
  slot: MapSlot;
  address: ItemAddress;
}

/** Clears values that share a place with another owner, or with a null flavor. Returns whether it changed anything. */
export function keepOneOwner(sketch: CaseSketch, { shared }: MessageLaws): boolean {
  const claims = sketch.addresses().flatMap((address): Claim[] => {
    const slot = shared.get(address.itemId);
    return slot ? [{ slot, address }] : [];
  });
  const places = Map.groupBy(claims, ({ slot, address }) => `${slot.node.id}|${pathKey(address)}`);
  return [...places.values()].map((place) => settle(sketch, place)).includes(true);
}

const pathKey = ({ rowNo, rowNo2, rowNo3 }: ItemAddress): string => `${rowNo}|${rowNo2}|${rowNo3}`;

function settle(sketch: CaseSketch, claims: readonly Claim[]): boolean {
  const [first] = claims;
  if (!first || claims.length === 1) return false;
  const ownerOf = ({ slot }: Claim) => slot.node.owners.find(({ slots }) => slots.includes(slot));
  const owners = [...new Set(claims.map(ownerOf))];
  const fixed = claims.find(({ address }) => sketch.isFixed(address));
  const owner = fixed ? ownerOf(fixed) : sketch.chance.pick(owners);
  const main = claims.find(({ slot }) => slot === owner?.main);
  const isNull = main !== undefined && valueAt(sketch, main.address).nullFlavor !== null;
  return claims
    .filter((claim) => ownerOf(claim) !== owner || (isNull && claim !== main))
    .map(({ address }) => sketch.write(address, undefined))
    .includes(true);
}

const valueAt = ({ reader, catalogue }: CaseSketch, address: ItemAddress) => {
  const depth = catalogue.items[address.itemId]?.groups.length ?? 0;
  return reader.item(address.itemId, rowPathOf(address, depth)) ?? EMPTY_VALUE;
};

/** Clears values that the form hides. Returns whether it changed anything. */
export const clearHidden = (sketch: CaseSketch, hideable: readonly Hideable[]): boolean =>
  hideable
    .flatMap((one) =>
      scopedAddresses(sketch.catalogue, sketch.reader, one.item.itemId, one.check.group)
        .filter(
          ({ address, scope }) =>
            sketch.reader.item(address.itemId, pathIn(one.item, address)) && one.isHidden(scope),
        )
        .map(({ address }) => sketch.write(address, undefined)),
    )
    .includes(true);

const pathIn = ({ groups }: CatalogueItem, address: ItemAddress): RowPath =>
  rowPathOf(address, groups.length);

/** Fills the items that are always in a message. Returns whether it changed anything. */
export const fillAlways = ({ sketch, values }: Maker, { always }: MessageLaws): boolean =>
  always
    .flatMap(({ itemId, groups }) => {
      const group = groups.at(-1);
      return (group === undefined ? [[]] : sketch.reader.rows(group, []))
        .filter((path) => !sketch.reader.item(itemId, path))
        .map((path) => sketch.write(addressAt(itemId, path), values.text(itemId) ?? undefined));
    })
    .includes(true);

/** Removes rows without a value that a message contains. Returns whether there were any. */
export function removeEmptyRows(sketch: CaseSketch, { needed }: MessageLaws): boolean {
  const pathOf = (row: CaseRow): RowPath =>
    rowPathOf(row, sketch.catalogue.groups[row.group]?.groups.length ?? 0);
  return sketch
    .rows()
    .filter((row) => {
      const items = needed.get(row.group);
      return items !== undefined && !items.some((item) => hasValue(sketch, item, pathOf(row)));
    })
    .map((row) => sketch.removeRow(row.group, pathOf(row)))
    .includes(true);
}

function hasValue({ reader }: CaseSketch, item: CatalogueItem, path: RowPath): boolean {
  const group = item.groups.at(-1);
  if (group === undefined) return false;
  const rows = item.groups.length === path.length ? [path] : reader.rows(group, path);
  return rows.some((row) => reader.item(item.itemId, row) !== undefined);
}
