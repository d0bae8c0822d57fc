/** Whole numbers as they are typed. */

export interface NumberLimits {
  min: number;
  /** left out: any */
  max?: number | undefined;
  /** may not be empty */
  required?: boolean | undefined;
}

/** null: nothing was typed; NaN: what was typed is no whole number. Digits of any width. */
export function wholeNumberOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  return /^-?\d+$/.test(plain) ? Number(plain) : NaN;
}

/** Whether a number that was typed is allowed. */
export const isWithin = (
  value: number | null,
  { min, max = Infinity, required = false }: NumberLimits,
): boolean => (value === null ? !required : Number.isSafeInteger(value) && value >= min && value <= max);
