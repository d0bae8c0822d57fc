/** Lengths of time that a case computes for its items (`calculated`), beside which a reported one can be entered. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { parseSpan, type Span } from '../dates/span.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import type { Scope } from '../expressions/scope.ts';

export interface Calculation {
  item: CatalogueItem;
  /** the item of its unit */
  unitId: string;
  /** evaluated in its rows; null: in the case */
  group: string | null;
  answer: (scope: Scope) => Span | null;
}

const known = new WeakMap<Catalogue, ReadonlyMap<string, Calculation>>();

/** By their item. Compiled once; throws on an invalid expression. */
export function calculationsOf(whole: Catalogue): ReadonlyMap<string, Calculation> {
  const found = known.get(whole) ?? compiled(whole);
  known.set(whole, found);
  return found;
}

const compiled = (whole: Catalogue): ReadonlyMap<string, Calculation> =>
  new Map(
    Object.values(whole.items).flatMap((item): [string, Calculation][] => {
      const { itemId, unitItem, calculated } = item;
      if (calculated === undefined || unitItem === null) return [];
      const group = item.groups.at(-1) ?? null;
      const { run } = compileExpression(calculated, whole, group, 'value', itemId);
      return [[itemId, { item, unitId: unitItem, group, answer: (scope) => parseSpan(String(run(scope))) }]];
    }),
  );

/** Days of UCUM units of time. */
const DAYS: Readonly<Record<string, number>> = {
  s: 1 / 86_400,
  min: 1 / 1440,
  h: 1 / 24,
  d: 1,
  wk: 7,
  mo: 30.4375,
  a: 365.25,
  '10.a': 3652.5,
};

/**
 * Whether a length that was entered can be the computed one: in another unit, rounded, or counted in days without the first
 * one. True of no number, and of a unit that is no time.
 */
export function agrees(
  { min, max, unit }: Span,
  entered: Pick<ItemValue, 'value'>,
  enteredUnit: string,
): boolean {
  const number = entered.value === null ? Number.NaN : Number(entered.value);
  if (Number.isNaN(number)) return true;
  const slack = unit === 'd' ? 1 : 0;
  if (enteredUnit === unit) return number >= min - slack && number <= max + slack;
  const [ofEntered, ofSpan] = [DAYS[enteredUnit], DAYS[unit]];
  if (ofEntered === undefined || ofSpan === undefined) return true;
  return (number + 1) * ofEntered >= (min - slack) * ofSpan && (number - 1) * ofEntered <= (max + 1) * ofSpan;
}
