/** Where decisions differ from what is suggested. Pure, given the session. */
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import {
  addressAt,
  parseAddressKey,
  rowPathOf,
  type ItemAddress,
} from '../../../../shared/case/itemAddress.ts';
import type { DataOf, readExpectednessOfEdits } from '../../../../shared/contract/index.ts';
import type { Expectedness } from '../../../../shared/expectedness/assessExpectedness.ts';
import type { PageSession } from '../../../engine/index.ts';

export type Suggestion = DataOf<typeof readExpectednessOfEdits>['listInfo'][number];

export interface Difference {
  address: ItemAddress;
  conclusion: Expectedness;
  versions: readonly string[];
  /** there is an item for the reason, and it is empty */
  needsReason: boolean;
}

export function differences(
  { items, roles }: Pick<Catalogue, 'items' | 'roles'>,
  session: Pick<PageSession, 'get'>,
  suggestions: ReadonlyMap<string, Suggestion>,
): Difference[] {
  const reason = items[roles['expectednessReason'] ?? ''];
  return [...suggestions].flatMap(([key, { conclusion, value, versions }]) => {
    const address = parseAddressKey(key);
    const item = items[address.itemId];
    const decided = session.get(address).value;
    if (!item || conclusion === null || decided === null || decided === value) return [];
    const hasReasonItem = reason?.groups.join() === item.groups.join();
    const at = rowPathOf(address, item.groups.length);
    const needsReason = hasReasonItem && session.get(addressAt(reason.itemId, at)).value === null;
    return [{ address, conclusion, versions, needsReason }];
  });
}
