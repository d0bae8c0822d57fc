/** The order that a list begins with until the user chooses another one. */
import type { ListOrder, ListSourceFile } from '../../schemas/compile/lists.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';

export interface FirstOrder extends ListOrder {
  /** its column is shown, too, to say why a row comes where it does */
  byWork: boolean;
}

/** The order of work, where the list has one and the sponsor's lists begin with what is most urgent. */
export async function firstOrderOf(
  trx: Trx,
  { order, workOrder }: Pick<ListSourceFile, 'order' | 'workOrder'>,
  sponsorKey: number,
): Promise<FirstOrder> {
  if (!workOrder) return { ...order, byWork: false };
  const { value } = await settingOf(trx, sponsorKey, 'navigation');
  return value.caseOrder === 'work' ? { ...workOrder, byWork: true } : { ...order, byWork: false };
}
