/** Formats case numbers. Pure: the server reserves them (`server/case-number`), the settings preview them. */
import { FACT_TOKENS, piecesOf, type CaseNumberFormat, type FactToken } from './caseNumberFormat.ts';

/** Values of the tokens. */
export interface NumberFacts {
  /** ISO 3166-1 alpha-2, or nothing */
  country: string | null;
  /** name of the sender's organisation */
  sender: string;
  /** CCYYMMDD, in the sponsor's time zone */
  day: string;
}

/** Code of an unknown country (user-assigned in ISO 3166). */
const NO_COUNTRY = 'ZZ';
/** Maximum characters of a sender's name in a number. */
export const SENDER_LENGTH = 20;

/** A name as part of a number: only letters and digits, so that hyphens are separators only. */
export const senderPart = (name: string): string =>
  [...name.normalize('NFKC').toUpperCase()]
    .filter((character) => /[\p{L}\p{N}]/u.test(character))
    .slice(0, SENDER_LENGTH)
    .join('');

const factOf = (token: FactToken, format: CaseNumberFormat, { country, sender, day }: NumberFacts): string =>
  ({
    ID: format.identifier,
    COUNTRY: country?.trim().toUpperCase() || NO_COUNTRY,
    SENDER: senderPart(sender),
    YYYY: day.slice(0, 4),
    YY: day.slice(2, 4),
    MM: day.slice(4, 6),
  })[token];

function written(
  pattern: string,
  format: CaseNumberFormat,
  facts: NumberFacts,
  { sequence, caseNumber }: { sequence?: number; caseNumber?: string },
): string {
  return piecesOf(pattern)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('fact' in piece) return factOf(piece.fact, format, facts);
      if ('sequence' in piece) return String(sequence ?? 0).padStart(piece.sequence, '0');
      return 'caseNumber' in piece ? (caseNumber ?? '') : piece.unknown;
    })
    .join('');
}

/** The number of a case; a sequence that outgrows its digits gets longer. */
export const caseNumberOf = (format: CaseNumberFormat, facts: NumberFacts, sequence: number): string =>
  written(format.pattern, format, facts, { sequence });

/** The sender's number of a report (E2B: country, company, number). */
export const reportNumberOf = (format: CaseNumberFormat, facts: NumberFacts, caseNumber: string): string =>
  written(format.reportPattern, format, facts, { caseNumber });

/** Key of the sequence of a number: the values of the condition's tokens. */
export const sequenceOf = (format: CaseNumberFormat, facts: NumberFacts): string =>
  FACT_TOKENS.filter((token) => format.condition.includes(token))
    .map((token) => `${token}=${factOf(token, format, facts)}`)
    .join(' ');

export interface Sequence {
  /** see `sequenceOf` */
  name: string;
  lastNo: number;
}

export interface Outlook {
  /** the sequence of the next case */
  sequence: string;
  /** the last number assigned in it; null: it starts */
  lastNo: number | null;
  /** the next case numbers if none of them is used */
  next: string[];
}

/** A preview of a format, given all `running` sequences. */
export function outlookOf(
  format: CaseNumberFormat,
  facts: NumberFacts,
  running: readonly Sequence[],
  count = 3,
): Outlook {
  const sequence = sequenceOf(format, facts);
  const lastNo = running.find(({ name }) => name === sequence)?.lastNo ?? null;
  const next = Array.from({ length: count }, (_, at) => caseNumberOf(format, facts, (lastNo ?? 0) + at + 1));
  return { sequence, lastNo, next };
}
