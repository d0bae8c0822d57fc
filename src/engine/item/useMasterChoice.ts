import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';

/**
 * Lets a row of the item's master be chosen, which fills what the item says it fills, all of it in one step to undo: what
 * the row does not say is emptied, so that nothing of another row stays beside it.
 */
export function useMasterChoice({ selection }: CatalogueItem, address: ItemAddress, inputId: string) {
  const { catalogue, services, session } = useEngine();
  return async () => {
    const row = selection && (await services.choose?.(selection.master));
    if (row)
      session.transaction(() => {
        for (const [itemId, column] of Object.entries(selection.fills))
          // a region may leave an item out
          if (catalogue.items[itemId]) session.setValue({ ...address, itemId }, row[column] ?? '');
      });
    document.getElementById(inputId)?.focus();
  };
}
