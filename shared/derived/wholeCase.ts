/** A case with its derived values: after import, and for transmission. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import type { ItemAddress } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { changingCase } from '../expressions/changingCase.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import type { Scope } from '../expressions/scope.ts';
import { derivationsOf } from './derivations.ts';

/** Results of every computed item in each live row of the current case; null: none. */
export function computedValues(whole: Catalogue, content: CaseContent): CaseValue[] {
  const { computed } = derivationsOf(whole);
  if (computed.length === 0) return [];
  const { reader, setItem } = changingCase(whole, content);
  return computed.flatMap((one) =>
    scopedAddresses(whole, reader, one.item.itemId, one.check.group).map(({ address, scope }) => {
      const value = { ...EMPTY_VALUE, value: one.answer(scope) };
      // later ones read them
      setItem(address, value);
      return { ...address, ...value };
    }),
  );
}

/** The content with its computed values; those in deleted rows are unchanged. */
export function withComputed(whole: Catalogue, content: CaseContent): CaseContent {
  const answers = computedValues(whole, content);
  return answers.length === 0 ? content : { ...content, values: answered(content.values, answers) };
}

/** The values with the results at their addresses; an empty one removes its value. */
export function answered(values: readonly CaseValue[], answers: readonly CaseValue[]): CaseValue[] {
  const addresses = new Set(answers.map(addressKey));
  return [
    ...values.filter((value) => !addresses.has(addressKey(value))),
    ...answers.filter(({ value }) => value !== null),
  ];
}

/**
 * The transmittable content of a case: current computed values, without hidden items that are withheld
 * (`keepNotExported`). `seen` is the catalogue of the receiver's region.
 */
export function contentToSend(whole: Catalogue, seen: Catalogue, content: CaseContent): CaseContent {
  const computed = withComputed(whole, content);
  const { withheld: heldBack } = derivationsOf(whole, seen);
  if (heldBack.length === 0) return computed;
  const reader = caseReader(whole, computed);
  const hidden = new Set(
    heldBack.flatMap((one) =>
      scopedAddresses(whole, reader, one.item.itemId, one.check.group)
        .filter(({ scope }) => one.isHidden(scope))
        .map(({ address }) => addressKey(address)),
    ),
  );
  return { ...computed, values: computed.values.filter((value) => !hidden.has(addressKey(value))) };
}

interface ScopedAddress {
  address: ItemAddress;
  scope: Scope;
}

/** The addresses of an item in a case: one, or one for each live row of its innermost group. */
export function scopedAddresses(
  catalogue: Catalogue,
  reader: CaseReader,
  itemId: string,
  group: string | null,
): ScopedAddress[] {
  const whole = caseScope(catalogue, reader);
  if (group === null) return [{ address: addressAt(itemId, []), scope: whole }];
  return reader
    .rows(group, [])
    .map((path) => ({ address: addressAt(itemId, path), scope: rowScope(whole, group, path) }));
}
