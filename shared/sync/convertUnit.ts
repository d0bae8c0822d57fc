/** Numbers in another unit, by exact arithmetic: a weight must not change because it was converted. */
import { fold } from '../text/fold.ts';
import units from './units.json' with { type: 'json' };

interface Unit {
  dimension: string;
  /** one of it in the base unit of its dimension, as a decimal number */
  factor: string;
  /** as data systems write it, folded */
  names: readonly string[];
}

const UNITS: Readonly<Record<string, Unit>> = units;

/** Codes of the units that numbers are converted to. */
export const UNIT_CODES: readonly string[] = Object.keys(UNITS);

const unitOf = (text: string): Unit | undefined =>
  (Object.hasOwn(UNITS, text) ? UNITS[text] : undefined) ??
  Object.values(UNITS).find(({ names }) => names.includes(fold(text)));

const DECIMAL = /^(?<sign>[-+]?)(?<whole>\d{1,30})(?:\.(?<decimals>\d{1,30}))?$/;

/**
 * The number in the other unit, rounded half up to the decimals. Null where a unit is unknown, of another dimension, or the
 * text is no number. The text itself where the units are the same.
 */
export function convertUnit(text: string, from: string, to: string, decimals: number): string | null {
  const [source, target] = [unitOf(from), unitOf(to)];
  const number = fractionOf(text);
  if (!source || !target || !number || source.dimension !== target.dimension) return null;
  if (source === target) return text;
  const [up, down] = [fractionOf(source.factor), fractionOf(target.factor)];
  if (!up || !down) return null;
  return decimalText(number.top * up.top * down.bottom, number.bottom * up.bottom * down.top, decimals);
}

/** As much of a number may change when it is rounded; where fewer than two digits remain, it may be more. */
const MAX_CHANGE = 0.05;

/** Whether a number has become another one, or nothing: its unit is too large for the decimals. */
export const isLost = (exact: string, rounded: string): boolean =>
  Math.abs(Number(rounded) - Number(exact)) > MAX_CHANGE * Math.abs(Number(exact));

function fractionOf(text: string): { top: bigint; bottom: bigint } | null {
  const { sign, whole, decimals = '' } = DECIMAL.exec(text)?.groups ?? {};
  if (whole === undefined) return null;
  const top = BigInt(whole + decimals);
  return { top: sign === '-' ? -top : top, bottom: 10n ** BigInt(decimals.length) };
}

function decimalText(top: bigint, bottom: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const size = top < 0n ? -top : top;
  const rounded = (size * scale * 2n + bottom) / (bottom * 2n);
  const digits = String(rounded).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${top < 0n && rounded > 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}
