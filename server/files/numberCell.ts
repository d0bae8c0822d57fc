import { Decimal, type XlsxCell } from './xlsx.ts';

/** A number that a spreadsheet shows with all its digits: it has 15. */
const SHORT_NUMBER = /^-?(?=(?:\.?\d){1,15}$)(0|[1-9]\d*)(\.\d+)?$/;

/** The cell of a text that a number may be written as, with its decimals; a longer one stays a text. */
export function numberCell(text: string): XlsxCell {
  if (!SHORT_NUMBER.test(text)) return text;
  return text.includes('.') ? new Decimal(text) : Number(text);
}
