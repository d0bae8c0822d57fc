/**
 * Case numbering of a sponsor (specification 1 section 3: identifier, digits, sequence condition), and the sender's
 * report number. Both use one pattern syntax: free text with tokens in braces.
 */

/** Facts of the case or the day. `ID` is the sponsor's identifier, years and months are in its time zone. */
export const FACT_TOKENS = ['ID', 'COUNTRY', 'SENDER', 'YYYY', 'YY', 'MM'] as const;
export type FactToken = (typeof FACT_TOKENS)[number];

export interface CaseNumberFormat {
  identifier: string;
  /** e.g. `{ID}-{YYYY}-{SEQ:5}`: every case gets one when it is created */
  pattern: string;
  /** tokens of the pattern: each value of one of them has its own sequence */
  condition: FactToken[];
  /** e.g. `{COUNTRY}-{SENDER}-{CASE}`: the sender's number, generated in the editor; `CASE` is the case number */
  reportPattern: string;
}

/** Default of a sponsor without settings. */
export const DEFAULT_CASE_NUMBER: CaseNumberFormat = {
  identifier: 'CASE',
  pattern: '{ID}-{YYYY}-{SEQ:5}',
  condition: ['YYYY'],
  reportPattern: '{COUNTRY}-{SENDER}-{CASE}',
};

/** Maximum digits that a sequence is padded to. */
export const MAX_DIGITS = 10;

/** A piece of a pattern: literal text, a fact, the sequence with its digits, the case number. */
export type Piece =
  | { text: string }
  | { fact: FactToken }
  | { sequence: number }
  | { caseNumber: true }
  | { unknown: string };

const PIECE = /\{([^{}]*)\}|([^{}]+)|([{}])/g;
const SEQUENCE = /^SEQ(?::(\d{1,3}))?$/;

const isFact = (token: string): token is FactToken => (FACT_TOKENS as readonly string[]).includes(token);

/** The pieces of a pattern in order; invalid tokens and lone braces are reported as unknown. */
export const piecesOf = (pattern: string): Piece[] =>
  [...pattern.matchAll(PIECE)].map(([whole, token, text]) => {
    if (text !== undefined) return { text };
    if (token === undefined) return { unknown: whole };
    const sequence = SEQUENCE.exec(token);
    if (sequence) return { sequence: Number(sequence[1] ?? 1) };
    if (token === 'CASE') return { caseNumber: true };
    return isFact(token) ? { fact: token } : { unknown: whole };
  });

/** The digits of the sequence; null if the pattern has none. */
export const digitsOf = (pattern: string): number | null =>
  piecesOf(pattern).flatMap((piece) => ('sequence' in piece ? piece.sequence : []))[0] ?? null;

/** The pattern with another number of digits. */
export const withDigits = (pattern: string, digits: number): string =>
  pattern.replace(/\{SEQ(:\d*)?\}/g, `{SEQ:${digits}}`);

/** The distinct fact tokens of a pattern, in the order of the table. */
export const factsIn = (pattern: string): FactToken[] => {
  const found = new Set(piecesOf(pattern).flatMap((piece) => ('fact' in piece ? piece.fact : [])));
  return FACT_TOKENS.filter((token) => found.has(token));
};
