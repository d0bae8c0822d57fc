/** Validates a format of case numbers, while it is typed and again on the server. */
import { SENDER_LENGTH } from './caseNumber.ts';
import {
  factsIn,
  MAX_DIGITS,
  piecesOf,
  type CaseNumberFormat,
  type FactToken,
  type Piece,
} from './caseNumberFormat.ts';

export type FormatField = keyof CaseNumberFormat;

export type FormatProblemId =
  | 'unknownToken'
  | 'noSequence'
  | 'twoSequences'
  | 'digits'
  | 'notInText'
  | 'noCase'
  | 'noSequenceHere'
  | 'noCaseHere'
  | 'noIdentifier'
  | 'spaces'
  | 'tooLong';

export interface FormatProblem {
  field: FormatField;
  id: FormatProblemId;
  /** parameters of the message: the token, the limit, the length */
  values: Record<string, string | number>;
}

const FACT_LENGTHS: Record<Exclude<FactToken, 'ID'>, number> = {
  COUNTRY: 2,
  SENDER: SENDER_LENGTH,
  YYYY: 4,
  YY: 2,
  MM: 2,
};

const written = (piece: Piece): string => ('unknown' in piece ? piece.unknown : '');

/**
 * Control characters, and leading or trailing spaces: they are invisible, and numbers are compared by every
 * character.
 */
const isUnclean = (text: string): boolean => text !== text.trim() || /\p{Cc}/u.test(text);

/**
 * All problems of a format; none: it is valid. `limit`: maximum characters of the item for the sender's number (null:
 * unlimited).
 */
export function checkFormat(format: CaseNumberFormat, limit: number | null): FormatProblem[] {
  const { identifier, pattern, condition, reportPattern } = format;
  const problems: FormatProblem[] = [];
  const found = (field: FormatField, id: FormatProblemId, values: FormatProblem['values'] = {}) =>
    void problems.push({ field, id, values });

  const pieces = piecesOf(pattern);
  const ofReport = piecesOf(reportPattern);
  for (const [field, some] of [
    ['pattern', pieces],
    ['reportPattern', ofReport],
  ] as const)
    for (const piece of some) if ('unknown' in piece) found(field, 'unknownToken', { token: written(piece) });
  for (const field of ['identifier', 'pattern', 'reportPattern'] as const)
    if (isUnclean(format[field])) found(field, 'spaces');

  const sequences = pieces.flatMap((piece) => ('sequence' in piece ? piece.sequence : []));
  const [digits = 0] = sequences;
  if (sequences.length === 0) found('pattern', 'noSequence');
  else if (sequences.length > 1) found('pattern', 'twoSequences');
  else if (digits < 1 || digits > MAX_DIGITS) found('pattern', 'digits', { most: MAX_DIGITS });
  if (pieces.some((piece) => 'caseNumber' in piece)) found('pattern', 'noCaseHere');

  // two sequences would produce the same number
  const inText = factsIn(pattern);
  for (const token of condition) if (!inText.includes(token)) found('condition', 'notInText', { token });

  if (ofReport.some((piece) => 'sequence' in piece)) found('reportPattern', 'noSequenceHere');
  if (!ofReport.some((piece) => 'caseNumber' in piece)) found('reportPattern', 'noCase');
  const usesIdentifier = [pattern, reportPattern].some((text) => factsIn(text).includes('ID'));
  if (usesIdentifier && identifier.trim() === '') found('identifier', 'noIdentifier');

  const maxCaseLength = maxLength(pieces, identifier, 0);
  const maxReportLength = maxLength(ofReport, identifier, maxCaseLength);
  if (limit !== null && maxCaseLength > limit) found('pattern', 'tooLong', { length: maxCaseLength, limit });
  else if (limit !== null && maxReportLength > limit)
    found('reportPattern', 'tooLong', { length: maxReportLength, limit });
  return problems;
}

const lengthOf = (text: string): number => [...text].length;

/** Maximum length of a number with these pieces. */
const maxLength = (pieces: readonly Piece[], identifier: string, caseLength: number): number =>
  pieces.reduce((sum, piece) => {
    if ('text' in piece) return sum + lengthOf(piece.text);
    if ('sequence' in piece) return sum + piece.sequence;
    if ('caseNumber' in piece) return sum + caseLength;
    if ('fact' in piece) return sum + (piece.fact === 'ID' ? lengthOf(identifier) : FACT_LENGTHS[piece.fact]);
    return sum;
  }, 0);
