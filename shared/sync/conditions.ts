/** The conditions of rules mean what the filters of lists and the questions about cases mean. */
import { spend } from '../expressions/steps.ts';
import { fold } from '../text/fold.ts';
import type { RuleCondition } from './mappingRule.ts';
import { exactNumber } from './sourceNumber.ts';

/** The text of an item, '' where there is none. */
export type TextOf = (itemOid: string) => string;

/** NOT_EQ and NOT_LIKE also pass where there is no value. */
export const passesAll = (conditions: readonly RuleCondition[], textOf: TextOf): boolean =>
  conditions.every((condition) => passes(condition, textOf(condition.itemOid)));

/** Characters that are compared in a step. */
const CHARACTERS_PER_STEP = 16;

export function passes(condition: RuleCondition, text: string): boolean {
  const { operator, values } = condition;
  const [first = '', second = ''] = values;
  spend(1 + text.length / CHARACTERS_PER_STEP);
  const equals = () => text !== '' && isOneOf(text, comparable(condition));
  const contains = () => text !== '' && fold(text).includes(fold(first));
  switch (operator) {
    case 'EQ':
    case 'IN':
      return equals();
    case 'NOT_EQ':
      return !equals();
    case 'LIKE':
      return contains();
    case 'NOT_LIKE':
      return !contains();
    case 'NULL':
      return text === '';
    case 'NOT_NULL':
      return text !== '';
    case 'RANGE':
      return isBetween(text, first, second);
  }
}

const DATE = /^\d{4}(-\d\d(-\d\d)?)?/;

interface Comparable {
  numbers: ReadonlySet<number>;
  folded: ReadonlySet<string>;
}

/** A condition is tested on many rows. */
const known = new WeakMap<RuleCondition, Comparable>();

function comparable(condition: RuleCondition): Comparable {
  const found = known.get(condition);
  if (found) return found;
  const { values } = condition;
  spend(values.join('').length / CHARACTERS_PER_STEP);
  const made = {
    numbers: new Set(values.map(exactNumber).filter((number) => !Number.isNaN(number))),
    folded: new Set(values.map(fold)),
  };
  known.set(condition, made);
  return made;
}

const isOneOf = (text: string, { numbers, folded }: Comparable): boolean =>
  numbers.has(exactNumber(text)) || folded.has(fold(text));

/** Both ends are part of the range, an empty one is open. A partial date passes if a day of it does. */
function isBetween(text: string, from: string, to: string): boolean {
  const number = exactNumber(text);
  const start = from === '' ? -Infinity : exactNumber(from);
  const end = to === '' ? Infinity : exactNumber(to);
  if (![number, start, end].some(Number.isNaN)) return number >= start && number <= end;
  if (!DATE.test(text)) return false;
  const days = digits(text);
  return (
    (from === '' || days.padEnd(8, '9') >= digits(from).padEnd(8, '0')) &&
    (to === '' || days.padEnd(8, '0') <= digits(to).padEnd(8, '9'))
  );
}

const digits = (date: string): string => (DATE.exec(date)?.[0] ?? '').replaceAll('-', '');
