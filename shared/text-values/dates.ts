/** Dates in a sentence, and what each of them is the date of. */
import { parseDateEntry } from '../dates/dateEntry.ts';
import { clauseAt, cuesIn } from './cues.ts';
import type { LanguagePack } from './languagePack.ts';
import type { TextRange } from './textValues.types.ts';

export type DateUse = 'start' | 'stop' | 'end' | 'onset' | 'died';

export interface TextDate extends TextRange {
  /** as E2B stores it */
  value: string;
  /** null: the text does not say it clearly */
  use: DateUse | null;
  /** the words that say it */
  cue: TextRange | null;
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const FORMS = new RegExp(
  [
    String.raw`(?<!\d)\d{1,2}(?:st|nd|rd|th)?[-/. ]?(?:of )?${MONTH}[-/., ]{0,2}\d{4}(?!\d)`,
    String.raw`(?<!\p{L})${MONTH}[. ]\d{1,2},? \d{4}(?!\d)`,
    String.raw`(?<!\p{L})${MONTH}[ -]?(?:of )?\d{4}(?!\d)`,
    String.raw`(?<!\d)(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)`,
    String.raw`(?<!\d)\d{1,2}[/.]\d{1,2}[/.](?:19|20)\d\d(?!\d)`,
    String.raw`(?:19|20)\d\d[年년] ?\d{1,2}[月월](?: ?\d{1,2}[日일])?`,
    String.raw`(?:令和|平成)(?:\d{1,2}|元)年\d{1,2}月(?:\d{1,2}日)?`,
    String.raw`(?<=(?:since|in|from) )(?:19|20)\d\d(?![\d-])`,
  ].join('|'),
  'giu',
);

/** Dates are about the past, and none of these forms is relative. */
const NOW = { at: new Date(0), timeZone: 'UTC' };

/** The dates with the year; a year alone only behind `since`, `in` or `from`. */
export function datesIn(
  sentence: string,
  pack: LanguagePack,
  drugs: readonly TextRange[],
  reactions: readonly TextRange[],
): TextDate[] {
  const found = [...sentence.matchAll(FORMS)].flatMap(({ 0: written, index }) => {
    const text = written
      .replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
      .replace(/\bof /i, '')
      .replace(/\bsept\b/i, 'Sep');
    const parsed = parseDateEntry(text, NOW);
    return parsed.ok ? [{ from: index, to: index + written.length, value: parsed.value }] : [];
  });
  return found.map((date, at): TextDate => {
    const others = { before: found[at - 1]?.to ?? 0, after: found[at + 1]?.from ?? sentence.length };
    const { use, cue } = useOf(sentence, date, others, pack);
    if (use !== 'since') return { ...date, use, cue };
    // `on a drug since`, else what one has had since
    const isBefore = ({ to }: TextRange) => to <= date.from;
    return { ...date, cue, use: drugs.some(isBefore) && !reactions.some(isBefore) ? 'start' : 'onset' };
  });
}

/** The nearest words before the date in its clause, else the first ones behind it; where verbs come last, those first. */
function useOf(
  sentence: string,
  date: TextRange,
  others: { before: number; after: number },
  pack: LanguagePack,
): { use: DateUse | 'since' | null; cue: TextRange | null } {
  const { start, stop, end, onset, since, never, died } = pack.dates;
  const { happened, happenedLately, happenedAfter } = pack;
  const patterns = { never, died, stop, onset, happened, happenedLately, happenedAfter, end, since, start };
  const clause = clauseAt(sentence, date, pack);
  const leftFrom = Math.max(clause.from, others.before);
  const left = cuesIn(sentence.slice(leftFrom, date.from), patterns).at(-1);
  const rightTo = Math.min(clause.to, others.after);
  const right = cuesIn(sentence.slice(date.to, rightTo), patterns)[0];
  const before = left && { ...left, from: left.from + leftFrom, to: left.to + leftFrom };
  const behind = right && { ...right, from: right.from + date.to, to: right.to + date.to };
  // `finding: date` and `date: finding` of forms
  const cue = pack.cueSide === 'right' ? (behind ?? before) : (before ?? behind);
  if (!cue) return { use: null, cue: null };
  const use = cue.kind.startsWith('happened')
    ? 'onset'
    : cue.kind === 'never'
      ? null
      : (cue.kind as DateUse | 'since');
  return { use, cue: { from: cue.from, to: cue.to } };
}
