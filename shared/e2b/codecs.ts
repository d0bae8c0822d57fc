/** Reads and writes values that consist of more than one attribute or text. */
import { TRUTH } from './otherSpelling.ts';
import type { XmlElement } from './xmlTree.ts';

export interface Part {
  value: string | null;
  nullFlavor: string | null;
  element: XmlElement;
  attribute: string;
}

export type TimePart = 'start' | 'end' | 'duration' | 'durationUnit' | 'period' | 'periodUnit';

const TIME_CHILDREN: Record<string, [TimePart, TimePart | null]> = {
  low: ['start', null],
  high: ['end', null],
  width: ['duration', 'durationUnit'],
  period: ['period', 'periodUnit'],
};

const COMP = 'comp';

/** One of the parts of a time that has several, named by what it holds: `comp[low]`. */
const COMP_STEP = /^comp(?:\[(\w+)\])?$/;

interface Named<Child> {
  name: string;
  children: readonly Child[];
}

/** The name of an element in the path of what no codec read; parts of a time are distinguished by what they hold. */
export function stepTo({ name, children }: Named<{ name: string }>): string {
  const held = name === COMP && children.find((child) => TIME_CHILDREN[child.name]);
  return held ? `${COMP}[${held.name}]` : name;
}

/** Whether the step leads to a part of a time. */
export const isCompStep = (step: string): boolean => COMP_STEP.test(step);

/** Whether the step leads to the element. */
export function isReachedBy(step: string, { name, children }: Named<{ name: string }>): boolean {
  const held = COMP_STEP.exec(step)?.[1];
  return held ? name === COMP && children.some((child) => child.name === held) : name === step;
}

/** The type of a time that is an interval between doses. */
const INTERVAL = 'PIVL_TS';

/**
 * The parts of a time given as TS, IVL_TS, PIVL_TS, or SXPR_TS with any of these as comps. A null flavor of the whole
 * applies to the start, that of an interval between doses to its period. `structure` lists the elements that only contain parts.
 */
export function timeParts(element: XmlElement): { parts: [TimePart, Part][]; structure: XmlElement[] } {
  const structure = [element, ...element.children.filter(({ name }) => name === COMP)];
  const parts: [TimePart, Part][] = [];
  for (const holder of structure) {
    addPart(parts, holder.attributes['xsi:type'] === INTERVAL ? 'period' : 'start', holder, 'value');
    for (const child of holder.children) {
      const [main, unit] = TIME_CHILDREN[child.name] ?? [];
      if (main) addPart(parts, main, child, 'value');
      if (unit && child.attributes['unit'] !== undefined)
        parts.push([
          unit,
          { value: child.attributes['unit'], nullFlavor: null, element: child, attribute: 'unit' },
        ]);
    }
  }
  return { parts, structure };
}

function addPart(parts: [TimePart, Part][], name: TimePart, element: XmlElement, attribute: string): void {
  const value = element.attributes[attribute];
  const nullFlavor = element.attributes['nullFlavor'];
  if (value) parts.push([name, { value, nullFlavor: null, element, attribute }]);
  else if (nullFlavor) parts.push([name, { value: null, nullFlavor, element, attribute: 'nullFlavor' }]);
}

export interface Interval {
  value: string | null;
  unit: string | null;
  nullFlavor: string | null;
  /** attributes represented by the result */
  used: [XmlElement, string][];
}

/** A quantity with or without `<`, `<=`, `>`, `>=`; null if it is none (two bounds, no number). */
export function readInterval(element: XmlElement): Interval | null {
  const child = (name: string): XmlElement | undefined => element.children.find((one) => one.name === name);
  const [low, high, center] = [child('low'), child('high'), child('center')];
  const bound =
    low?.attributes['value'] !== undefined ? low : high?.attributes['value'] !== undefined ? high : undefined;
  const open = bound === low ? high : low;
  if (bound && open?.attributes['value'] !== undefined) return null;
  if (bound) {
    const inclusive = TRUTH[bound.attributes['inclusive']?.toLowerCase() ?? 'true'];
    const sign = (bound === low ? '>' : '<') + (inclusive === 'false' ? '' : '=');
    const used = attributesOf(bound, 'value', 'unit', 'xsi:type', ...(inclusive ? ['inclusive'] : []));
    const isInfinite = open?.attributes['nullFlavor'] === (bound === low ? 'PINF' : 'NINF');
    return {
      value: sign + (bound.attributes['value'] ?? ''),
      unit: bound.attributes['unit'] ?? null,
      nullFlavor: null,
      used: open && isInfinite ? [...used, [open, 'nullFlavor']] : used,
    };
  }
  const point = center ?? element;
  const value = point.attributes['value'] ?? null;
  // without a value the bounds may say why there is none, and in what unit it would be
  const places = value === null ? [element, center, low, high].filter((one) => one !== undefined) : [point];
  const given = (name: string): string | null =>
    places.find((one) => one.attributes[name])?.attributes[name] ?? null;
  const [unit, nullFlavor] = [given('unit'), value === null ? given('nullFlavor') : null];
  if (value === null && unit === null && nullFlavor === null) return null;
  const placesOf = (name: string, text: string | null): [XmlElement, string][] =>
    places.filter((one) => one.attributes[name] === text).map((one) => [one, name]);
  return {
    value,
    unit,
    nullFlavor,
    used: [...attributesOf(point, 'value'), ...placesOf('unit', unit), ...placesOf('nullFlavor', nullFlavor)],
  };
}

const attributesOf = (element: XmlElement, ...names: string[]): [XmlElement, string][] =>
  names.map((name) => [element, name]);

/** Splits `<=5` into sign and number. */
export function splitInterval(value: string): { sign: '' | '<' | '<=' | '>' | '>='; number: string } {
  const [, sign = '', number = ''] = /^\s*(<=|>=|<|>|≤|≥)?\s*(.*?)\s*$/.exec(value) ?? [];
  return {
    sign: { '≤': '<=', '≥': '>=' }[sign] ?? (sign as '' | '<' | '<=' | '>' | '>='),
    number,
  } as ReturnType<typeof splitInterval>;
}

// powers of ten between a unit and the unit of the item
const EXPONENTS: Record<string, number> = {
  'g>kg': -3,
  'mg>kg': -6,
  'kg>g': 3,
  'm>cm': 2,
  'mm>cm': -1,
  'cm>m': -2,
};

/** The number converted to the other unit, or null if that is not exact. A missing unit is taken for the right one. */
export function convertUnit(value: string, from: string | undefined, to: string): string | null {
  if (from === undefined || from === to) return value;
  const exponent = EXPONENTS[`${from}>${to}`];
  const [, sign = '', whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (exponent === undefined || whole === undefined) return null;
  return sign + shifted(whole, fraction, exponent);
}

function shifted(whole: string, fraction: string, exponent: number): string {
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const tail = padded.slice(at).replace(/0+$/, '');
  const head = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  return tail ? `${head}.${tail}` : head;
}

// characters that would end or break the URI of a telecom value
const UNSAFE = /[%#[\]{}|\\^`<>" \t\n\r]/g;
/** Without a scheme, what is before a colon would be taken for one. */
const UNSAFE_ALONE = new RegExp(`${UNSAFE.source}|:`, 'g');
const ESCAPED = /%(25|23|5B|5D|7B|7D|7C|5C|5E|60|3C|3E|22|20|09|0A|0D|3A)/gi;

/** A number or address with its scheme, if it has one, as the schema allows it. */
export const telecomValue = (prefix: string, text: string): string =>
  prefix +
  text.replace(prefix === '' ? UNSAFE_ALONE : UNSAFE, (sign) =>
    sign === ' ' ? sign : encodeURIComponent(sign),
  );

/** What `telecomValue` has escaped is itself again. */
export const telecomAlone = (value: string): string =>
  value.replace(ESCAPED, (escape) => decodeURIComponent(escape));

/**
 * The number or address without its scheme, which may be in any case, and lacks its colon where nothing follows. Without a
 * colon the letters belong to the address: `telma@example.com`.
 */
export const telecomText = (value: string): string =>
  telecomAlone(value.replace(/^(tel|fax|mailto)(:|$)/i, ''));
