import type { XlsxCell } from './xlsx.ts';

/** A number that a spreadsheet shows with all its digits: it has 15. */
const SHORT_NUMBER = /^-?(?=(?:\.?\d){1,15}$)(0|[1-9]\d*)(\.\d+)?$/;

/** The cell of a text that a number may be written as; a longer one stays a text, with its digits. */
export const numberCell = (text: string): XlsxCell => (SHORT_NUMBER.test(text) ? Number(text) : text);
