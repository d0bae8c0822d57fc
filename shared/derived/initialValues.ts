/** Values that a case begins with where nothing was typed (`initial` of its items). */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { KnownOfNewCase, LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ItemSelection } from '../../schemas/compile/selections.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt, addressKey, type ItemAddress } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import type { Scope } from '../expressions/scope.ts';
import { ownFill, type ChosenMaster } from '../records/masterFill.ts';
import { languageOfText } from '../text/languageOfText.ts';
import { answerText } from './derivations.ts';
import { scopedAddresses } from './wholeCase.ts';

type InitialMaster = NonNullable<ItemSelection['initial']>;

export interface KnownCase {
  system: Readonly<Record<Exclude<KnownOfNewCase, 'dictionaryVersion'>, string>>;
  /** the releases in use, by dictionary */
  versions: Readonly<Record<string, string>>;
  /** language of the screen on which it was typed; null: it was not typed */
  screen: keyof LocalizedText | null;
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
function ownValues(whole: Catalogue, content: CaseContent, known: KnownCase): CaseValue[] {
  const reader = caseReader(whole, content);
  return Object.values(whole.items).flatMap((item): CaseValue[] => {
    const textIn = initialText(whole, content, item, known);
    if (!textIn) return [];
    return scopedAddresses(whole, reader, item.itemId, item.groups.at(-1) ?? null).map(
      ({ address, scope }) => ({
        ...address,
        ...EMPTY_VALUE,
        value: textIn(address, scope) || null,
      }),
    );
  });
}

type TextIn = (address: ItemAddress, scope: Scope) => string;

/** What an item begins with, by its row; null: with nothing. */
function initialText(
  whole: Catalogue,
  content: CaseContent,
  { initial, itemId, groups, versionOf }: CatalogueItem,
  { system, versions, screen }: KnownCase,
): TextIn | null {
  if (initial === undefined) return null;
  if (typeof initial === 'string') {
    const expression = compileExpression(initial, whole, groups.at(-1) ?? null, 'value', itemId);
    return (_, scope) => answerText(expression.run(scope));
  }
  if ('languageOf' in initial) {
    if (screen === null) return null;
    const texts = new Map(content.values.map((value) => [addressKey(value), value.value ?? '']));
    return (address) =>
      languageOfText(texts.get(addressKey({ ...address, itemId: initial.languageOf })) ?? '', screen) ?? '';
  }
  if (initial.system !== 'dictionaryVersion') {
    const text = system[initial.system];
    return () => text;
  }
  const version = versions[whole.items[versionOf ?? '']?.dictionary ?? ''] ?? '';
  return () => version;
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
