/** A case with all that follows from it: when it comes from outside, and when it is sent. */
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
import type { Computed, Hideable } from './derivations.ts';

/** What every computed item answers in each row that is not struck, as the case stands; null: nothing. */
export function computedValues(whole: Catalogue, content: CaseContent): CaseValue[] {
  const { computed } = derivationsOf(whole);
  if (computed.length === 0) return [];
  const { reader, setItem } = changingCase(whole, content);
  return computed.flatMap((one) =>
    placesOf(whole, reader, one).map(({ address, scope }) => {
      const said = { ...EMPTY_VALUE, value: one.answer(scope) };
      // those behind it read it
      setItem(address, said);
      return { ...address, ...said };
    }),
  );
}

/** The content with its computed values; those in struck rows stay as they were. */
export function withComputed(whole: Catalogue, content: CaseContent): CaseContent {
  const answers = computedValues(whole, content);
  return answers.length === 0 ? content : { ...content, values: answered(content.values, answers) };
}

/** The values with the answers in their places; an empty one takes its value away. */
export function answered(values: readonly CaseValue[], answers: readonly CaseValue[]): CaseValue[] {
  const places = new Set(answers.map(addressKey));
  return [
    ...values.filter((value) => !places.has(addressKey(value))),
    ...answers.filter(({ value }) => value !== null),
  ];
}

/**
 * What may be sent of a case: computed values as they are now, and nothing that is hidden and to be left out then
 * (`keepNotExported`). `seen` is the catalogue as the receiver's region shows it.
 */
export function contentToSend(whole: Catalogue, seen: Catalogue, content: CaseContent): CaseContent {
  const computed = withComputed(whole, content);
  const { heldBack } = derivationsOf(whole, seen);
  if (heldBack.length === 0) return computed;
  const reader = caseReader(whole, computed);
  const hidden = new Set(
    heldBack.flatMap((one) =>
      placesOf(whole, reader, one)
        .filter(({ scope }) => one.isHidden(scope))
        .map(({ address }) => addressKey(address)),
    ),
  );
  return { ...computed, values: computed.values.filter((value) => !hidden.has(addressKey(value))) };
}

interface Place {
  address: ItemAddress;
  scope: Scope;
}

/** Where an item stands in a case: once, or in each row that is not struck. */
function placesOf(catalogue: Catalogue, reader: CaseReader, { item, check }: Computed | Hideable): Place[] {
  const whole = caseScope(catalogue, reader);
  const { group } = check;
  if (group === null) return [{ address: addressAt(item.itemId, []), scope: whole }];
  return reader
    .rows(group, [])
    .map((path) => ({ address: addressAt(item.itemId, path), scope: rowScope(whole, group, path) }));
}
