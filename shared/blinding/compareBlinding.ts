/** What a change of the schema files does to blinding. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ListSourceFile } from '../../schemas/compile/lists.ts';

/** What inheriting and declaring blinding results in. */
export interface Blinding {
  whole: Catalogue;
  lists: Readonly<Record<string, ListSourceFile>>;
}

/** An item, or a computed column of a list as `LIST/COLUMN`. */
export type BlindedPart = Pick<CatalogueItem, 'label'> & { itemId: string };

export interface BlindingChange {
  /** no longer blinded, though its stored values are what they were */
  lost: BlindedPart[];
  gained: BlindedPart[];
}

/**
 * Parts that lose or gain blinding. An item that disappears keeps it, since its values stay stored under its id; but its
 * place in the message must not go to an item that is not blinded, nor to the residue.
 */
export function compareBlinding(before: Blinding, after: Blinding): BlindingChange {
  const [was, is] = [blindedParts(before), blindedParts(after)];
  const remaining = new Set([...partsOf(after)].map(({ itemId }) => itemId));
  const exposed = exposedPlaces(before.whole, after.whole);
  return {
    lost: [...was.values()].filter(
      ({ itemId }) =>
        (remaining.has(itemId) && !is.has(itemId)) ||
        placesOf(before.whole, before.whole.items[itemId]).some(({ place }) => exposed(place)),
    ),
    gained: [...is.values()].filter(({ itemId }) => !was.has(itemId)),
  };
}

const partsOf = ({ whole, lists }: Blinding): (BlindedPart & { blinded?: boolean })[] => [
  ...Object.values(whole.items),
  ...Object.values(lists).flatMap(({ list, columns }) =>
    columns.map(({ column, label, blinded = false }) => ({ itemId: `${list}/${column}`, label, blinded })),
  ),
];

const blindedParts = (blinding: Blinding): ReadonlyMap<string, BlindedPart> =>
  new Map(
    partsOf(blinding).flatMap(({ itemId, label, blinded }) =>
      blinded ? [[itemId, { itemId, label }] as const] : [],
    ),
  );

/** Whether values at a place of a message come to a blinded item no longer, or to another item as well. */
function exposedPlaces(before: Catalogue, after: Catalogue): (place: string) => boolean {
  const slotsAt = (catalogue: Catalogue, isBlinded: boolean) =>
    Map.groupBy(
      Object.values(catalogue.items)
        .filter((item) => item.blinded === isBlinded)
        .flatMap((item) => placesOf(catalogue, item)),
      ({ place }) => place,
    );
  const [blinded, open, openBefore] = [slotsAt(after, true), slotsAt(after, false), slotsAt(before, false)];
  return (place) => {
    const known = new Set(openBefore.get(place)?.map(({ slot }) => slot));
    return !blinded.has(place) || (open.get(place) ?? []).some(({ slot }) => !known.has(slot));
  };
}

/** The locations of an item's values in a message, with the elements that a region defines for them. */
const placesOf = ({ containers }: Catalogue, item: CatalogueItem | undefined) =>
  (item?.e2b ?? []).map((slot) => {
    const within = slot.in.split('.');
    const elements = containers.filter(({ container }) => within.includes(container));
    return {
      place: JSON.stringify([slot.in, slot.at, elements]),
      slot: JSON.stringify([item?.itemId, slot]),
    };
  });
