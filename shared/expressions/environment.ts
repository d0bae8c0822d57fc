/**
 * The functions of conditions and rules. An expression reads the case through them only:
 *
 *   value(id) number(id) nullFlavor(id) present(id)    an item, in the row the expression stands in; texts are '' and
 *                                                      numbers NaN where nothing is said; present: a value or a null flavor
 *   fileName(id) mediaType(id)                         name and type of an attached file, '' where they are not given
 *   compression(id)                                    how the message carried it (DF: deflated), '' for uncompressed
 *   notation(id)                                       its rendering in the second language, '' without one
 *   rows(group)                                        how many rows it has
 *   rowHasData(group)                                  is anything said in the row, or in a row inside it
 *   anyRow everyRow countRows firstRow(group, cond)    the condition asked in each row; firstRow also holds without rows
 *   before(a, b)                                       is date a earlier, as far as both are precise
 *   days(a, b)                                         days from a to b, NaN unless both are given to the day
 *   years(a, b) months(a, b)                           completed ones from a to b, NaN where what is not given could tell
 *   earliest(id) latest(id)                            the first and last date among the rows of the item's group
 *   round(number, decimals)                            rounded half away from zero
 *   text(number)                                       as a text, '' for NaN
 *   age(unit)                                          the age stated for the patient, in a UCUM unit of time
 *   versions(dictionary)                               the versions its codes are given in, each once
 *
 * Ids and groups are literals, so that a parsed expression tells what it depends on (`dependencies.ts`).
 */
import { Environment } from '@marcbachmann/cel-js';
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
import { asText, rounded } from './numberFunctions.ts';
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

export const environment = new Environment()
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
  );
