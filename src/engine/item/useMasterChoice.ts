import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import {
  lockedItems,
  masterFill,
  overwrittenBy,
  type ChosenMaster,
} from '../../../shared/records/masterFill.ts';
import { useEngine } from '../page/context.ts';
import { fillTarget, writeFill } from './fillTarget.ts';

/** Lets a record be chosen, which fills what the item says it fills, all of it in one step to undo. */
export function useMasterChoice({ selection, groups }: CatalogueItem, address: ItemAddress, inputId: string) {
  const { catalogue, language, rights, services, session } = useEngine();
  return async () => {
    const placeNow = session.follow(address);
    const pathNow = () => rowPathOf(placeNow(), groups.length);
    /** The rows may be others once the user has answered: what is overwritten then is asked about again. */
    const fillFrom = async (master: ChosenMaster, confirmed: string | null = null): Promise<void> => {
      if (!selection) return;
      const target = fillTarget(session, pathNow());
      const fill = masterFill(catalogue, selection, master, target);
      const locked = lockedItems(catalogue, rights, fill, target);
      const overwritten = overwrittenBy(catalogue, fill, target);
      const shown = JSON.stringify(overwritten);
      if (locked.length > 0)
        services.refuseFill?.(
          master.name,
          locked.map((itemId) => catalogue.items[itemId]?.label[language] ?? itemId),
        );
      else if (overwritten.length === 0 || !services.confirmOverwrite || shown === confirmed)
        writeFill(session, pathNow(), fill);
      else if (await services.confirmOverwrite(master.name, overwritten)) await fillFrom(master, shown);
    };
    const master = selection && (await services.choose?.(selection.master));
    if (master) await fillFrom(master);
    document.getElementById(inputId)?.focus();
  };
}
