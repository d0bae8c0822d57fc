/**
 * The functions of conditions and rules, the only access of an expression to the case:
 *
 *   value(id) number(id) nullFlavor(id) present(id)    an item in the current row; without a value, texts are '' and
 *                                                      numbers NaN; present: it has a value or a null flavor
 *   fileName(id) mediaType(id)                         name and type of an attached file, '' if missing
 *   compression(id)                                    compression of the file in the message (DF: deflated), or ''
 *   notation(id)                                       its second-language text, or ''
 *   rows(group)                                        the number of its rows
 *   rowHasData(group)                                  whether the row, or a row inside it, has any value
 *   anyRow everyRow countRows firstRow(group, cond)    evaluate the condition per row; firstRow also holds without rows
 *   before(a, b)                                       whether date a is earlier, at their common precision
 *   days(a, b)                                         days from a to b, NaN unless both are given to the day
 *   years(a, b) months(a, b)                           completed ones from a to b, NaN if a missing part could matter;
 *                                                      years are NaN backwards, too
 *   interval(a, b) lasting(a, b) ageAt(birth, at)     the length from a to b, from day a to day b with both, and an age: `3 d`,
 *                                                      `2..4 mo` where the dates leave it open, '' for none
 *   earliest(id) latest(id)                            the first and last date among the rows of the item's group
 *   round(number, decimals)                            rounded half away from zero
 *   text(number)                                       as a text, '' for NaN
 *   age(unit)                                          the patient's reported age, in a UCUM unit of time
 *   versions(dictionary)                               the distinct versions of its codes
 *   text.matches(pattern)                              whether a part of the text matches a regular expression (RE2)
 *
 * Ids and groups are literals, so that the dependencies of a parsed expression are known (`dependencies.ts`).
 */
import { Environment } from '@marcbachmann/cel-js';
import { ageAt, durationOf, intervalBetween, spanText } from '../dates/span.ts';
import {
  completedMonths,
  completedYears,
  daysBetween,
  earliestOf,
  isBefore,
  latestOf,
} from './dateFunctions.ts';
import { dictionaryVersions, statedAge } from './caseFacts.ts';
import { ofLiteral, ofRows } from './macros.ts';
import { meterInterpreter } from './meteredInterpreter.ts';
import { asText, rounded } from './numberFunctions.ts';
import { matchesPattern } from './patterns.ts';
import { isPresent, itemInScope, rowHasData, rowsInScope, textsInRows } from './scope.ts';

const asNumber = (text: string | null | undefined): number => (text ? Number(text) : Number.NaN);

function any(answers: Iterable<boolean>): boolean {
  for (const answer of answers) if (answer) return true;
  return false;
}

function every(answers: Iterable<boolean>): boolean {
  for (const answer of answers) if (!answer) return false;
  return true;
}

function first(answers: Iterable<boolean>): boolean {
  for (const answer of answers) return answer;
  return true;
}

function count(answers: Iterable<boolean>): bigint {
  let held = 0n;
  for (const answer of answers) if (answer) held += 1n;
  return held;
}

/** The name under which `matches` is evaluated: the library's own function of that name cannot be replaced. */
export const MATCHES = 'matchesPattern';

/** Parts of an expression: ten times as many as any of the product's has, and few enough to be walked recursively. */
export const MAX_PARTS = 2000;

export const environment = new Environment({ limits: { maxAstNodes: MAX_PARTS } })
  .registerFunction(
    'value(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => itemInScope(scope, id)?.value ?? ''),
  )
  .registerFunction(
    'number(ast): double',
    ofLiteral('double', 'the item id', (scope, id) => asNumber(itemInScope(scope, id)?.value)),
  )
  .registerFunction(
    'nullFlavor(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => itemInScope(scope, id)?.nullFlavor ?? ''),
  )
  .registerFunction(
    'fileName(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => itemInScope(scope, id)?.properties?.fileName ?? ''),
  )
  .registerFunction(
    'mediaType(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => itemInScope(scope, id)?.properties?.mediaType ?? ''),
  )
  .registerFunction(
    'compression(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => itemInScope(scope, id)?.properties?.compression ?? ''),
  )
  .registerFunction(
    'notation(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => itemInScope(scope, id)?.notation ?? ''),
  )
  .registerFunction('present(ast): bool', ofLiteral('bool', 'the item id', isPresent))
  .registerFunction(
    'rows(ast): int',
    ofLiteral('int', 'the group', (scope, group) => BigInt(rowsInScope(scope, group).length)),
  )
  .registerFunction('rowHasData(ast): bool', ofLiteral('bool', 'the group', rowHasData))
  .registerFunction('anyRow(ast, ast): bool', ofRows('bool', any))
  .registerFunction('everyRow(ast, ast): bool', ofRows('bool', every))
  .registerFunction('firstRow(ast, ast): bool', ofRows('bool', first))
  .registerFunction('countRows(ast, ast): int', ofRows('int', count))
  .registerFunction('before(string, string): bool', isBefore)
  .registerFunction('days(string, string): double', daysBetween)
  .registerFunction('months(string, string): double', completedMonths)
  .registerFunction('years(string, string): double', completedYears)
  .registerFunction('interval(string, string): string', (a: string, b: string) =>
    spanText(intervalBetween(a, b)),
  )
  .registerFunction('lasting(string, string): string', (a: string, b: string) => spanText(durationOf(a, b)))
  .registerFunction('ageAt(string, string): string', (a: string, b: string) => spanText(ageAt(a, b)))
  .registerFunction(
    'earliest(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => earliestOf(textsInRows(scope, id))),
  )
  .registerFunction(
    'latest(ast): string',
    ofLiteral('string', 'the item id', (scope, id) => latestOf(textsInRows(scope, id))),
  )
  .registerFunction('round(double, int): double', rounded)
  .registerFunction('text(double): string', asText)
  .registerFunction('text(int): string', asText)
  .registerFunction('age(ast): double', ofLiteral('double', 'the unit', statedAge))
  .registerFunction(
    'versions(ast): list<string>',
    ofLiteral('list<string>', 'the dictionary', dictionaryVersions),
  )
  .registerFunction(`string.${MATCHES}(string): bool`, matchesPattern);

meterInterpreter(environment);
