/** What the interpreter says of a wrong expression, in words of people who write no programs. */
import { closest } from '../../schemas/compile/check/closest.ts';
import { EXPRESSION_FUNCTIONS } from '../schemas/expressionFunctions.ts';

const TOKENS: Readonly<Record<string, string>> = {
  ...{ EOF: 'the end', RPAREN: '")"', LPAREN: '"("', RBRACKET: '"]"', LBRACKET: '"["', RBRACE: '"}"' },
  ...{ LBRACE: '"{"', COMMA: '","', COLON: '":"', DOT: '"."', QUESTION: '"?"', IDENTIFIER: 'a name' },
  ...{ STRING: 'a text', NUMBER: 'a number', EQ: '"=="', NE: '"!="', AND: '"&&"', OR: '"||"', NOT: '"!"' },
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

/** By what the interpreter says: what a person is told. */
const WORDS: readonly [said: RegExp, words: (...parts: string[]) => string][] = [
  [
    /^Expected (\w+), got (\w+)$/,
    (wanted, found) => `${token(wanted ?? '')} is missing before ${token(found ?? '')}`,
  ],
  [/^Unexpected token: (\w+)$/, (found) => `${token(found ?? '')} cannot stand here`],
  [/^Unexpected character: (.+)$/, (sign) => `the sign ${sign} cannot stand here`],
  [/^Unterminated string$/, () => 'a text has no quotes at its end'],
  [/^Unknown variable: (.+)$/, (name) => `"${name}" means nothing here; texts and ids stand in quotes`],
  [/^the answer is (.+), not (.+)$/, (is, not) => `the answer is ${type(is ?? '')}, not ${type(not ?? '')}`],
  [
    /^Ternary branches must have the same type, got '(.+)' and '(.+)'$/,
    (one, other) =>
      `behind "?" and ":" stand ${type(one ?? '')} and ${type(other ?? '')}; both must be of one kind`,
  ],
];

const OVERLOAD = /^no such overload: (\S+) (\S+) (\S+)$/;
const FUNCTION = /^found no matching overload for '(\w+)\((.*)\)'$/;

/** The functions an expression may call, by which an unknown one is told from a wrong use. */
const FUNCTIONS = new Set([
  ...EXPRESSION_FUNCTIONS.map(({ name }) => name),
  ...['size', 'string', 'int', 'double', 'matches', 'startsWith', 'endsWith', 'contains'],
]);

/** The words for a person; what has none is said as the interpreter does. */
export function plainWords(said: string): string {
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(said);
    if (found) return words(...found.slice(1));
  }
  const [, left, operator, right] = OVERLOAD.exec(said) ?? [];
  if (left && operator && right) return mismatch(left, operator, right);
  const [, name, given] = FUNCTION.exec(said) ?? [];
  if (name === undefined) return said;
  if (FUNCTIONS.has(name))
    return `${name} cannot be asked of ${(given ?? '').split(', ').map(type).join(' and ') || 'nothing'}`;
  const near = closest(name, FUNCTIONS);
  return `there is no function ${name}${near ? `; did you mean ${near}?` : ''}`;
}

/** The commonest mistake: a code without its quotes, or a number without its point. */
function mismatch(left: string, operator: string, right: string): string {
  const kinds = new Set([left, right]);
  const hint = kinds.has('string')
    ? '; a value is a text: write it in quotes, or ask number("...")'
    : kinds.has('int') && kinds.has('double')
      ? '; write the number with a point, 1.0 for 1'
      : '';
  return `${type(left)} and ${type(right)} do not go together with "${operator}"${hint}`;
}
