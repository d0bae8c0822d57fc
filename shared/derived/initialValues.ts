/** Values that a case begins with where nothing was typed (`initial` of its items). */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { KnownOfNewCase } from '../../schemas/compile/sources.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressKey } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { answerText } from './derivations.ts';
import { scopedAddresses } from './wholeCase.ts';

/** The content with the initial values of its empty items, in each of its rows. Expressions read what was typed. */
export function withInitialValues(
  whole: Catalogue,
  content: CaseContent,
  known: Readonly<Record<KnownOfNewCase, string>>,
): CaseContent {
  const reader = caseReader(whole, content);
  const filled = new Set(content.values.filter((value) => !isEmpty(value)).map(addressKey));
  const initial = Object.values(whole.items).flatMap((item): CaseValue[] => {
    if (item.initial === undefined) return [];
    const group = item.groups.at(-1) ?? null;
    const { initial: source, itemId } = item;
    const expression =
      typeof source === 'string' ? compileExpression(source, whole, group, 'value', itemId) : null;
    return scopedAddresses(whole, reader, itemId, group).flatMap(({ address, scope }) => {
      const value =
        typeof source === 'string' ? answerText(expression?.run(scope) ?? '') : known[source.system];
      return filled.has(addressKey(address)) || value === '' ? [] : [{ ...address, ...EMPTY_VALUE, value }];
    });
  });
  const written = new Set(initial.map(addressKey));
  return {
    ...content,
    values: [...content.values.filter((value) => !written.has(addressKey(value))), ...initial],
  };
}
