/** The items that hold codes of a dictionary. */
import type { Catalogue, CatalogueItem } from './catalogue.types.ts';

/** The items that a dictionary codes, in any region. */
export const itemsCodedWith = (whole: Catalogue, dictionary: string): CatalogueItem[] =>
  Object.values(whole.items).filter(
    (item) =>
      item.dictionary === dictionary ||
      Object.values(whole.overlays).some((region) => region[item.itemId]?.dictionary === dictionary),
  );
