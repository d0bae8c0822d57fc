/** A question in a sentence of the user's language, for the page that builds it and for the files that it made. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import { displayDate } from '../dates/partialDate.ts';
import { fillTemplate } from '../text/fillTemplate.ts';
import type { CaseQuestion, Condition, ItemTest, Quantity, RowCondition } from './condition.types.ts';
import { kindOf } from './itemKind.ts';
import words from './words.json' with { type: 'json' };

type Language = keyof LocalizedText;
type Word = keyof typeof words;

export interface ConditionWords {
  catalogue: Pick<Catalogue, 'items' | 'groups'>;
  language: Language;
  /** the label of a code of an item; undefined: it has none */
  labelOf: (itemId: string, code: string) => string | undefined;
}

/** What is still to be typed, as the periods of the questions that come with the product. */
const UNTYPED = '…';

/** The sentence of a question, without a full stop. */
export function explainQuestion({ condition, asAt = null }: CaseQuestion, of: ConditionWords): string {
  const text = explainCondition(condition, of);
  return asAt === null ? text : fill('asAt', of, { text, day: displayDate(asAt) || UNTYPED });
}

/** The sentence, without a full stop. An item that does not exist any more is named by its id. */
function explainCondition(condition: Condition, of: ConditionWords): string {
  if (condition.kind === 'rows') return rowsInWords(condition, of);
  const parts = condition.conditions.map((part) => {
    const text = explainCondition(part, of);
    return part.kind === 'group' && part.conditions.length > 1 ? `(${text})` : text;
  });
  return parts.join(word(condition.joined, of));
}

function rowsInWords({ tests, rows }: RowCondition, of: ConditionWords): string {
  const text = tests.map((test) => testInWords(test, of)).join(word('inSameRow', of));
  const group = groupOf(tests, of);
  return group === null ? text : fill(quantityWord(rows), of, { ...rows, group, text });
}

function groupOf([first]: readonly ItemTest[], { catalogue, language }: ConditionWords): string | null {
  const group = catalogue.items[first?.itemId ?? '']?.groups.at(-1);
  return group === undefined ? null : (catalogue.groups[group]?.label[language] ?? group);
}

function quantityWord({ of, min, max }: Quantity): Word {
  if (of !== 'count') return of;
  if (max === null) return 'atLeast';
  if (min === null) return 'atMost';
  return min === max ? 'exactly' : 'between';
}

function testInWords({ itemId, operator, values, nullFlavors }: ItemTest, of: ConditionWords): string {
  const item = of.catalogue.items[itemId];
  const label = item?.label[of.language] ?? itemId;
  const valueInWords = (value: string): string => {
    if (item && kindOf(item) === 'date') return displayDate(value);
    return of.labelOf(itemId, value) ?? `“${value}”`;
  };
  if (operator === 'RANGE') {
    const [from = '', to = ''] = values.map((value) => value && valueInWords(value));
    const ends = { from: from || UNTYPED, to: to || UNTYPED };
    return fill(rangeWord(from, to, item !== undefined && kindOf(item) === 'date'), of, { label, ...ends });
  }
  const alternatives = [...values.map(valueInWords), ...nullFlavors.map((one) => `[${one}]`)];
  return fill(operator, of, { label, value: alternatives.join(word('orValue', of)) || UNTYPED });
}

function rangeWord(from: string, to: string, isDate: boolean): Word {
  if ((from === '') === (to === '')) return 'RANGE';
  if (from === '') return isDate ? 'until' : 'noMore';
  return isDate ? 'since' : 'noLess';
}

const word = (name: Word, { language }: ConditionWords): string => words[name][language];

const fill = (
  name: Word,
  of: ConditionWords,
  values: Readonly<Record<string, string | number | null>>,
): string => fillTemplate(word(name, of), (placeholder) => values[placeholder] ?? '');
