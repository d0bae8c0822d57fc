/** Rewords the interpreter's messages for readers who are not programmers. */
import { closest } from '../../schemas/compile/check/closest.ts';
import { EXPRESSION_FUNCTIONS } from '../schemas/expressionFunctions.ts';

const TOKENS: Readonly<Record<string, string>> = {
  EOF: 'the end',
  RPAREN: '")"',
  LPAREN: '"("',
  RBRACKET: '"]"',
  LBRACKET: '"["',
  RBRACE: '"}"',
  LBRACE: '"{"',
  COMMA: '","',
  COLON: '":"',
  DOT: '"."',
  QUESTION: '"?"',
  IDENTIFIER: 'a name',
  STRING: 'a text',
  NUMBER: 'a number',
  EQ: '"=="',
  NE: '"!="',
  AND: '"&&"',
  OR: '"||"',
  NOT: '"!"',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  double: 'a number',
  bool: 'true or false',
  null: 'null',
  'list<string>': 'a list of texts',
};

const token = (name: string): string => TOKENS[name] ?? name.toLowerCase();
const type = (name: string): string => TYPES[name] ?? name;

/** The interpreter's message, and its replacement. */
const MESSAGES: readonly [said: RegExp, words: (...parts: string[]) => string][] = [
  [
    /^Expected (\w+), got (\w+)$/,
    (wanted, found) => `${token(wanted ?? '')} is missing before ${token(found ?? '')}`,
  ],
  [/^Unexpected token: (\w+)$/, (found) => `${token(found ?? '')} is not allowed here`],
  [/^Unexpected character: (.+)$/, (character) => `character ${character} is not allowed here`],
  [/^Unterminated string$/, () => 'a text has no quotes at its end'],
  [/^Unknown variable: (.+)$/, (name) => `"${name}" has no meaning here; texts and ids are quoted`],
  [/^the answer is (.+), not (.+)$/, (is, not) => `the answer is ${type(is ?? '')}, not ${type(not ?? '')}`],
  [
    /^Ternary branches must have the same type, got '(.+)' and '(.+)'$/,
    (one, other) =>
      `behind "?" and ":" stand ${type(one ?? '')} and ${type(other ?? '')}; both must be of one kind`,
  ],
];

const OVERLOAD = /^no such overload: (\S+) (\S+) (\S+)$/;
const FUNCTION = /^found no matching overload for '(\w+)\((.*)\)'$/;

/** The functions an expression may call; distinguishes an unknown function from wrong arguments. */
const FUNCTIONS = new Set([
  ...EXPRESSION_FUNCTIONS.map(({ name }) => name),
  'size',
  'string',
  'int',
  'double',
  'matches',
  'startsWith',
  'endsWith',
  'contains',
]);

/** The readable message; an unknown one is returned unchanged. */
export function readableMessage(message: string): string {
  for (const [pattern, words] of MESSAGES) {
    const found = pattern.exec(message);
    if (found) return words(...found.slice(1));
  }
  const [, left, operator, right] = OVERLOAD.exec(message) ?? [];
  if (left && operator && right) return mismatch(left, operator, right);
  const [, name, given] = FUNCTION.exec(message) ?? [];
  if (name === undefined) return message;
  if (FUNCTIONS.has(name))
    return `${name} cannot be applied to ${(given ?? '').split(', ').map(type).join(' and ') || 'nothing'}`;
  const near = closest(name, FUNCTIONS);
  return `there is no function ${name}${near ? `; did you mean ${near}?` : ''}`;
}

/** The most common mistake: a code without quotes, or a number without its decimal point. */
function mismatch(left: string, operator: string, right: string): string {
  const kinds = new Set([left, right]);
  const hint = kinds.has('string')
    ? '; a value is a text: write it in quotes, or ask number("...")'
    : kinds.has('int') && kinds.has('double')
      ? '; write the number with a point, 1.0 for 1'
      : '';
  return `${type(left)} and ${type(right)} do not go together with "${operator}"${hint}`;
}
