/** Items that hold ids of items of cases (control `chosenItems`). */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ItemChange } from '../../shared/case/changeSet.ts';
import { chosenItemIds } from '../../shared/records/chosenItems.ts';
import { refusal, type Refusal } from '../page-save/refusal.ts';

/** Refuses changes that name an item which no schema file has. `catalogue`: of the record. */
export const unknownItems = (
  whole: Catalogue,
  catalogue: Catalogue,
  changes: readonly ItemChange[],
): Refusal[] =>
  changes
    .filter(({ itemId }) => catalogue.items[itemId]?.control === 'chosenItems')
    .filter(({ value }) => chosenItemIds(value).some((itemId) => !Object.hasOwn(whole.items, itemId)))
    .map((change) => refusal(change, 'value.unknownItem'));
