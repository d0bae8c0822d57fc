/** What was typed before there is a case, checked so that a case can be made of it. */

import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import {
  addressAt,
  addressKey,
  rowPathOf,
  type ItemAddress,
  type RowPath,
} from '../../shared/case/itemAddress.ts';
import { isEmpty } from '../../shared/case/itemValue.ts';
import { formItems } from '../../shared/duplicates/index.ts';
import { valueFindings } from '../../shared/rules/valueFindings.ts';
import { storable } from '../../shared/text/storable.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { refusal } from '../page-save/refusal.ts';
import { throwRefused } from '../page-save/throwRefused.ts';
import { itemRefused } from '../problems.ts';
import words from './words.json' with { type: 'json' };

type Why = keyof typeof words;

interface Refusal extends ItemAddress {
  ruleId: string;
  message: string;
}

/**
 * The typed content as it is stored, without empty values. Throws 422 ITEM_REFUSED with the addresses of items that
 * the check does not use, that the user may not see, or with invalid values.
 */
export function checkedContent(
  deps: CatalogueWorld & ClockWorld,
  user: SessionUser,
  language: Language,
  typed: CaseContent,
): CaseContent {
  const { whole, codeLists } = deps.catalogue;
  const requested = new Set(formItems(whole));
  const groups = new Set([...requested].flatMap((itemId) => whole.items[itemId]?.groups ?? []));
  const refuse = ({ itemId, rowNo, rowNo2, rowNo3 }: ItemAddress, ruleId: Why): Refusal[] => [
    { itemId, rowNo, rowNo2, rowNo3, ruleId, message: words[ruleId][language] },
  ];
  const values = typed.values.map(cleaned).filter((value) => !isEmpty(value));
  const keys = typed.rows.map(rowKey);
  const known = new Set(keys);
  const rowAt = (group: string, path: RowPath) => {
    const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
    return known.has(rowKey({ group, rowNo, rowNo2, rowNo3 }));
  };
  const hasValue = (around: readonly string[], address: Omit<ItemAddress, 'itemId'>): boolean => {
    const path = rowPathOf(address, around.length);
    const rest = [address.rowNo, address.rowNo2, address.rowNo3].slice(around.length);
    return (
      rest.every((number) => number === 0) && around.every((group, at) => rowAt(group, path.slice(0, at + 1)))
    );
  };
  const wrongRow = (row: CaseRow, at: number): Refusal[] => {
    const address = { ...row, itemId: row.group };
    if (!groups.has(row.group)) return refuse(address, 'item.notAsked');
    if (keys.indexOf(rowKey(row)) !== at) return refuse(address, 'row.twice');
    return hasValue(whole.groups[row.group]?.groups ?? [], row) ? [] : refuse(address, 'row.unknown');
  };
  const addresses = values.map(addressKey);
  const wrongValue = (value: CaseValue, at: number): Refusal[] => {
    const item = whole.items[value.itemId];
    if (!item || !requested.has(value.itemId)) return refuse(value, 'item.notAsked');
    if (!maySee(deps, user, value.itemId)) return refuse(value, 'item.hidden');
    if (!hasValue(item.groups, value)) return refuse(value, 'row.unknown');
    if (addresses.indexOf(addressKey(value)) !== at) return refuse(value, 'item.twice');
    const { itemId, rowNo, rowNo2, rowNo3 } = value;
    return valueFindings(item, value, { codeLists, now: deps.clock.now() })
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId, message }) => ({
        itemId,
        rowNo,
        rowNo2,
        rowNo3,
        ruleId,
        message: message[language],
      }));
  };
  const refused = [...typed.rows.flatMap(wrongRow), ...values.flatMap(wrongValue)];
  if (refused.length > 0) throw itemRefused(refused);
  return { values, rows: typed.rows };
}

/** Throws 422 ITEM_REFUSED where one of these would be stored although a role of the user only shows it. */
export const requireWritable = (
  { readOnlyItems }: SessionUser,
  language: Language,
  stored: readonly ItemAddress[],
): void =>
  throwRefused(
    stored
      .filter(({ itemId }) => readOnlyItems.includes(itemId))
      .map((address) => refusal(address, 'item.readOnly')),
    language,
  );

const cleaned = (value: CaseValue): CaseValue => {
  const text = (part: string | null): string | null => (part === null ? null : storable(part) || null);
  const { properties: _files, ...stored } = value;
  return {
    ...stored,
    value: text(value.value),
    nullFlavor: text(value.nullFlavor),
    notation: text(value.notation),
  };
};
