/** Codes for which a receiver has no code system: its message would contain the placeholder of the standard. */
import { codeSystemsOf, placeholderOf } from '../../schemas/e2b/codeSystems.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../case/itemAddress.ts';
import { itemInScope, rowsOfItem } from '../expressions/scope.ts';
import type { Check, Recipient } from './check.types.ts';
import { sentence } from './messages.ts';

/** A code that came with a code system of its own is sent with it. */
export const codeSystemChecks = (whole: Catalogue, recipients: readonly Recipient[]): Check[] =>
  Object.values(whole.items).flatMap((item): Check[] => {
    const system = placeholderOf(item);
    const receivers = recipients
      .filter(({ catalogue }) => catalogue.items[item.itemId])
      .map(({ receiver }) => receiver)
      .filter((receiver) => system !== null && !codeSystemsOf(whole, receiver)[system]);
    if (system === null || receivers.length === 0) return [];
    const group = item.groups.at(-1) ?? null;
    const message = sentence('item.noCodeSystem', { system });
    return [
      {
        item,
        group,
        readings: [{ itemId: item.itemId, within: group }],
        find(scope) {
          const entry = itemInScope(scope, item.itemId);
          if (!entry?.value || entry.properties?.codeSystem) return [];
          const address = addressAt(item.itemId, rowsOfItem(scope, item));
          return [{ ruleId: 'item.noCodeSystem', severity: 'warning', message, ...address, receivers }];
        },
      },
    ];
  });
