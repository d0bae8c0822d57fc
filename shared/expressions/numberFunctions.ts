/** Number functions of expressions. CEL's double is a number, its int a bigint; NaN is an unknown number. */

const MAX_DECIMALS = 15;

/** Rounds half away from zero: 2.5 to 3, -2.5 to -3, and 1.005 to 1.01 at two decimals. */
export function rounded(value: number, decimals: bigint): number {
  if (!Number.isFinite(value)) return value;
  const decimalPlaces = Math.min(Math.max(Number(decimals), 0), MAX_DECIMALS);
  // uses the decimal digits: 1.005 is stored as a slightly smaller number
  const shifted = Number(`${Math.abs(value).toPrecision(MAX_DECIMALS)}e${decimalPlaces}`);
  return Math.sign(value) * Number(`${Math.round(shifted)}e-${decimalPlaces}`);
}

/** The number as stored in an item: plain digits, no exponent; '' for NaN. */
export function asText(value: number | bigint): string {
  if (typeof value === 'bigint') return String(value);
  if (!Number.isFinite(value)) return '';
  return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: MAX_DECIMALS });
}
