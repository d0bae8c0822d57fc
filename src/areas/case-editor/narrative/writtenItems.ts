/** The items of a page that templates write. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';

export const writtenItemsOf = ({ items, records }: Catalogue, page: string): string[] =>
  Object.values(items).flatMap(({ page: own, selection }) =>
    own === page && selection
      ? Object.entries(selection.fills).flatMap(([itemId, column]) => {
          const isTemplate = records[selection.master]?.catalogue.items[column]?.template !== undefined;
          return isTemplate && items[itemId]?.groups.length === 0 ? itemId : [];
        })
      : [],
  );
