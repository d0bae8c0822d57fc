/** Values that a case begins with where nothing was typed (`initial` of its items). */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { KnownOfNewCase } from '../../schemas/compile/sources.types.ts';
import type { ItemSelection } from '../../schemas/compile/selections.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { ownFill, type ChosenMaster } from '../records/masterFill.ts';
import { answerText } from './derivations.ts';
import { scopedAddresses } from './wholeCase.ts';

type InitialMaster = NonNullable<ItemSelection['initial']>;

export interface KnownCase {
  system: Readonly<Record<KnownOfNewCase, string>>;
  /** records by `initial` of a selection */
  masters: Readonly<Partial<Record<InitialMaster, ChosenMaster>>>;
}

/** The content with the initial values of its empty items, in each of its rows. Expressions read what was typed. */
export function withInitialValues(whole: Catalogue, content: CaseContent, known: KnownCase): CaseContent {
  const filled = new Set(content.values.filter((value) => !isEmpty(value)).map(addressKey));
  const initial = [...ownValues(whole, content, known), ...valuesOfMasters(whole, known, filled)].filter(
    (value) => !isEmpty(value) && !filled.has(addressKey(value)),
  );
  const written = new Set(initial.map(addressKey));
  return {
    ...content,
    values: [...content.values.filter((value) => !written.has(addressKey(value))), ...initial],
  };
}

/** By `initial` of the items. */
function ownValues(whole: Catalogue, content: CaseContent, { system }: KnownCase): CaseValue[] {
  const reader = caseReader(whole, content);
  return Object.values(whole.items).flatMap((item): CaseValue[] => {
    if (item.initial === undefined) return [];
    const group = item.groups.at(-1) ?? null;
    const { initial: source, itemId } = item;
    const expression =
      typeof source === 'string' ? compileExpression(source, whole, group, 'value', itemId) : null;
    return scopedAddresses(whole, reader, itemId, group).map(({ address, scope }) => ({
      ...address,
      ...EMPTY_VALUE,
      value:
        (typeof source === 'string' ? answerText(expression?.run(scope) ?? '') : system[source.system]) ||
        null,
    }));
  });
}

/** What records fill, all of a record or, where something of it was typed, nothing. */
const valuesOfMasters = (
  whole: Catalogue,
  { masters }: KnownCase,
  filled: ReadonlySet<string>,
): CaseValue[] =>
  Object.values(whole.items).flatMap(({ selection, groups }): CaseValue[] => {
    const master = selection?.initial && masters[selection.initial];
    if (!selection || !master || groups.length > 0) return [];
    const values = ownFill(whole, selection, master).map(({ itemId, value }) => ({
      ...addressAt(itemId, []),
      ...value,
    }));
    return values.some((value) => filled.has(addressKey(value))) ? [] : values;
  });
