/** The conditions of rules mean what the filters of lists and the questions about cases mean. */
import { fold } from '../text/fold.ts';
import type { RuleCondition } from './mappingRule.ts';

/** The text of an item, '' where there is none. */
export type TextOf = (itemOid: string) => string;

/** NOT_EQ and NOT_LIKE also pass where there is no value. */
export const passesAll = (conditions: readonly RuleCondition[], textOf: TextOf): boolean =>
  conditions.every((condition) => passes(condition, textOf(condition.itemOid)));

export function passes({ operator, values }: RuleCondition, text: string): boolean {
  const [first = '', second = ''] = values;
  const equals = () => values.some((value) => isSame(text, value));
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

const NUMBER = /^[-+]?\d+(\.\d+)?$/;
const DATE = /^\d{4}(-\d\d(-\d\d)?)?/;

const isSame = (text: string, value: string): boolean =>
  text !== '' &&
  (NUMBER.test(text) && NUMBER.test(value) ? Number(text) === Number(value) : fold(text) === fold(value));

/** Both ends are part of the range, an empty one is open. A partial date passes if a day of it does. */
function isBetween(text: string, from: string, to: string): boolean {
  const ends = [from, to].filter((end) => end !== '');
  if (NUMBER.test(text) && ends.every((end) => NUMBER.test(end)))
    return (from === '' || Number(text) >= Number(from)) && (to === '' || Number(text) <= Number(to));
  if (!DATE.test(text)) return false;
  const days = digits(text);
  return (
    (from === '' || days.padEnd(8, '9') >= digits(from).padEnd(8, '0')) &&
    (to === '' || days.padEnd(8, '0') <= digits(to).padEnd(8, '9'))
  );
}

const digits = (date: string): string => (DATE.exec(date)?.[0] ?? '').replaceAll('-', '');
