/** Numbers made by a format. Pure: who reserves them is the server (`server/case-number`), who shows them the settings. */
import { FACT_TOKENS, piecesOf, type CaseNumberFormat, type FactToken } from './caseNumberFormat.ts';

/** What the tokens stand for. */
export interface NumberFacts {
  /** ISO 3166-1 alpha-2, or nothing */
  country: string | null;
  /** name of the sender's organisation */
  sender: string;
  /** CCYYMMDD, in the sponsor's time zone */
  day: string;
}

/** Of a country nobody knows (user-assigned in ISO 3166). */
const NO_COUNTRY = 'ZZ';
/** Characters of a sender's name that a number takes. */
export const SENDER_LENGTH = 20;

/** A name as a part of a number: letters and digits alone, so that the hyphens around it stay the only ones. */
export const senderPart = (name: string): string =>
  [...name.normalize('NFKC').toUpperCase()]
    .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
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

/** Names the sequence a number is of: the values of the condition's tokens. */
export const sequenceOf = (format: CaseNumberFormat, facts: NumberFacts): string =>
  FACT_TOKENS.filter((token) => format.condition.includes(token))
    .map((token) => `${token}=${factOf(token, format, facts)}`)
    .join(' ');

export interface Sequence {
  /** as `sequenceOf` names it */
  name: string;
  lastNo: number;
}

export interface Outlook {
  /** the sequence that the next case is of */
  sequence: string;
  /** the last number given in it; null: it begins */
  lastNo: number | null;
  /** what the next cases would be called, were nothing of it taken */
  next: string[];
}

/** What a format makes of the sequences that run: `running` are all there are. */
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
