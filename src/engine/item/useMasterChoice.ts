import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { masterFill, overwrittenBy } from '../../../shared/records/masterFill.ts';
import { useEngine } from '../page/context.ts';

/** Lets a record be chosen, which fills what the item says it fills, all of it in one step to undo. */
export function useMasterChoice({ selection }: CatalogueItem, address: ItemAddress, inputId: string) {
  const { catalogue, services, session } = useEngine();
  return async () => {
    const master = selection && (await services.choose?.(selection.master));
    if (master) {
      const addressOf = (itemId: string) => ({ ...address, itemId });
      const filled = masterFill(catalogue.items, selection, master);
      const overwritten = overwrittenBy(filled, (itemId) => session.get(addressOf(itemId)));
      const asks = overwritten.length > 0 && services.confirmOverwrite;
      if (!asks || (await asks(master.name, overwritten))) {
        // one item alone would be joined with the step that typed it
        session.closeStep();
        session.transaction(() => {
          for (const { itemId, value } of filled) session.copy(addressOf(itemId), value);
        });
      }
    }
    document.getElementById(inputId)?.focus();
  };
}
