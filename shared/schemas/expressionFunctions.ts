/** Signatures of the expression functions, for completion. A test compares them with the environment. */

/** Kind of the literal first argument of a function; null: an expression. */
export type LiteralKind = 'item' | 'group' | 'dictionary' | 'unit';

export interface ExpressionFunction {
  name: string;
  /** as displayed */
  signature: string;
  literal: LiteralKind | null;
  /** inserted between the parentheses; `|` is the cursor position */
  template: string;
}

const over = (name: string, literal: LiteralKind, what: string, returns: string): ExpressionFunction => ({
  name,
  signature: `${name}("${what}"): ${returns}`,
  literal,
  template: '\\"|\\"',
});
const ofRows = (name: string, returns: string): ExpressionFunction => ({
  name,
  signature: `${name}("group", condition): ${returns}`,
  literal: 'group',
  template: '\\"|\\", ',
});
const ofDates = (name: string, returns: string): ExpressionFunction => ({
  name,
  signature: `${name}(from, to): ${returns}`,
  literal: null,
  template: 'value(\\"|\\"), value(\\"\\")',
});

export const EXPRESSION_FUNCTIONS: readonly ExpressionFunction[] = [
  over('value', 'item', 'item', 'text'),
  over('present', 'item', 'item', 'bool'),
  over('number', 'item', 'item', 'number'),
  over('nullFlavor', 'item', 'item', 'text'),
  over('fileName', 'item', 'item', 'text'),
  over('mediaType', 'item', 'item', 'text'),
  over('compression', 'item', 'item', 'text'),
  over('notation', 'item', 'item', 'text'),
  over('rows', 'group', 'group', 'number'),
  over('rowHasData', 'group', 'group', 'bool'),
  ofRows('anyRow', 'bool'),
  ofRows('everyRow', 'bool'),
  ofRows('firstRow', 'bool'),
  ofRows('countRows', 'number'),
  ofDates('before', 'bool'),
  ofDates('days', 'number'),
  ofDates('months', 'number'),
  ofDates('years', 'number'),
  ofDates('interval', 'text'),
  ofDates('lasting', 'text'),
  ofDates('ageAt', 'text'),
  over('earliest', 'item', 'item', 'text'),
  over('latest', 'item', 'item', 'text'),
  {
    name: 'round',
    signature: 'round(number, decimals): number',
    literal: null,
    template: 'number(\\"|\\"), 1',
  },
  { name: 'text', signature: 'text(number): text', literal: null, template: 'number(\\"|\\")' },
  over('age', 'unit', 'unit', 'number'),
  over('versions', 'dictionary', 'dictionary', 'texts'),
];

/** UCUM units of the function `age`. */
export const AGE_UNITS: readonly string[] = ['a', 'mo', 'wk', 'd', 'h', '10.a'];
