/**
 * Which items of cases a reader sees. Blinded items need the right to unblind; further items are hidden by a role of the
 * reader, and with them, as with blinding, everything that reads them.
 */
import type { Catalogue, ItemReader } from '../../schemas/compile/catalogue.types.ts';
import { readersFrom } from './inheritBlinding.ts';

export interface Sight {
  /** may see blinded items */
  unblind: boolean;
  /** items that roles hide; what reads them is hidden, too */
  hidden: readonly string[];
}

/** Of who decides what others see, and of the product itself. */
export const SEES_ALL: Sight = { unblind: true, hidden: [] };

/** Nothing else of a user. */
export const sightOf = ({ unblind, hidden }: Sight): Sight => ({ unblind, hidden });

/** Whether the reader sees at least what the one whose sight a file was made with did. */
export const seesAllThat = (reader: Sight, made: Sight): boolean =>
  (reader.unblind || !made.unblind) && reader.hidden.every((itemId) => made.hidden.includes(itemId));

/** By catalogue and list: a request asks about many items. */
const known = new WeakMap<
  Catalogue,
  WeakMap<readonly string[], ReadonlyMap<string, readonly ItemReader[]>>
>();
const NOTHING: ReadonlyMap<string, readonly ItemReader[]> = new Map();

/** The items hidden by roles. Those that are hidden because they read another one name it. */
export function hiddenByRoles(
  catalogue: Catalogue,
  { hidden }: Pick<Sight, 'hidden'>,
): ReadonlyMap<string, readonly ItemReader[]> {
  if (hidden.length === 0) return NOTHING;
  const ofCatalogue = known.get(catalogue) ?? new WeakMap<readonly string[], typeof NOTHING>();
  known.set(catalogue, ofCatalogue);
  const found =
    ofCatalogue.get(hidden) ??
    new Map<string, readonly ItemReader[]>([
      ...hidden.map((itemId) => [itemId, []] as const),
      ...readersFrom(catalogue, hidden),
    ]);
  ofCatalogue.set(hidden, found);
  return found;
}

/** Whether no role of the reader hides one of these: all that is to be asked where blinded values are left out anyway. */
export function rolesShow(
  catalogue: Catalogue,
  reader: Pick<Sight, 'hidden'>,
  itemIds: Iterable<string>,
): boolean {
  const hidden = hiddenByRoles(catalogue, reader);
  return [...itemIds].every((itemId) => !hidden.has(itemId));
}

/** Whether no role of the reader hides the code of an item, or a text that it codes. */
export const rolesShowCoding = (
  catalogue: Catalogue,
  reader: Pick<Sight, 'hidden'>,
  itemId: string,
): boolean => rolesShow(catalogue, reader, [itemId, ...(catalogue.items[itemId]?.coding?.texts ?? [])]);

/** Whether the reader sees the item. */
export const seesItem = (catalogue: Catalogue, sight: Sight, itemId: string): boolean =>
  (sight.unblind || !(catalogue.items[itemId]?.blinded ?? false)) && rolesShow(catalogue, sight, [itemId]);

/** Whether the reader sees all of these. */
export const seesEach = (catalogue: Catalogue, sight: Sight, itemIds: Iterable<string>): boolean =>
  [...itemIds].every((itemId) => seesItem(catalogue, sight, itemId));

/** All items that the reader does not see. */
export const unseenItems = (catalogue: Catalogue, sight: Sight): string[] => [
  ...new Set([
    ...Object.values(catalogue.items).flatMap(({ itemId, blinded }) =>
      blinded && !sight.unblind ? itemId : [],
    ),
    ...hiddenByRoles(catalogue, sight).keys(),
  ]),
];
