/** Numbers in expressions: CEL's double is a number, its int a bigint; NaN stands for a number that is not known. */

const MOST_DECIMALS = 15;

/** Rounded half away from zero, as people do it: 2.5 to 3, -2.5 to -3, and 1.005 to 1.01 at two decimals. */
export function rounded(value: number, decimals: bigint): number {
  if (!Number.isFinite(value)) return value;
  const places = Math.min(Math.max(Number(decimals), 0), MOST_DECIMALS);
  // by the digits a person would read: 1.005 is stored as a little less
  const shifted = Number(`${Math.abs(value).toPrecision(MOST_DECIMALS)}e${places}`);
  return Math.sign(value) * Number(`${Math.round(shifted)}e-${places}`);
}

/** The number as it is written in an item: plain digits, no exponent; '' for one that is not known. */
export function asText(value: number | bigint): string {
  if (typeof value === 'bigint') return String(value);
  if (!Number.isFinite(value)) return '';
  return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: MOST_DECIMALS });
}
