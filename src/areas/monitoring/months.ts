/** Months as monitoring names them: CCYYMM. */

/** `202611` -> `2026-11` */
export const monthInWords = (month: string): string => `${month.slice(0, 4)}-${month.slice(4)}`;

/** The month so many months before. */
export function monthBefore(month: string, months: number): string {
  const no = Number(month.slice(0, 4)) * 12 + Number(month.slice(4)) - 1 - months;
  return `${Math.floor(no / 12)}${String((no % 12) + 1).padStart(2, '0')}`;
}

/** The month and those before it, the latest first. */
export const monthsUntil = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, before) => monthBefore(month, before));
