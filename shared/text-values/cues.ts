/** Whether a text says that something happened to the patient, or that the patient took something. */
import type { LanguagePack } from './languagePack.ts';
import type { TextRange } from './textValues.types.ts';

interface Cue extends TextRange {
  kind: string;
}

/** All places of the patterns; of overlapping ones the longest, then the one named first. */
export function cuesIn(text: string, patterns: Readonly<Record<string, RegExp | readonly RegExp[]>>): Cue[] {
  const all = Object.entries(patterns).flatMap(([kind, some]) =>
    [some]
      .flat()
      .flatMap((pattern: RegExp) => [...text.matchAll(pattern)])
      .filter(([found]) => found !== '')
      .map(({ 0: found, index }): Cue => ({ kind, from: index, to: index + found.length })),
  );
  const byLength = all.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  const taken: Cue[] = [];
  for (const cue of byLength)
    if (taken.every((one) => cue.to <= one.from || one.to <= cue.from)) taken.push(cue);
  return taken.sort((one, other) => one.from - other.from);
}

/** The clause around a place: a `but` before it or behind it ends what is said of it. */
export function clauseAt(sentence: string, { from, to }: TextRange, { breaks }: LanguagePack): TextRange {
  let start = 0;
  let end = sentence.length;
  for (const { 0: mark, index } of sentence.matchAll(breaks)) {
    if (index + mark.length <= from) start = index + mark.length;
    else if (index >= to) {
      end = index;
      break;
    }
  }
  return { from: start, to: end };
}

/** What became of all findings of a list follows it; farther away it is about something else. */
const REACH = 60;

interface Claims {
  yes: readonly RegExp[];
  yesAfter: readonly RegExp[];
  no: readonly RegExp[];
  noAfter: readonly RegExp[];
}

/**
 * Whether the clause claims it. Where verbs come first, the last words before it decide, then those behind it; where
 * they come last, the first words behind it do.
 */
export function isClaimed(
  sentence: string,
  range: TextRange,
  pack: LanguagePack,
  { yes, yesAfter, no, noAfter }: Claims,
): boolean {
  const clause = clauseAt(sentence, range, pack);
  const left = sentence.slice(clause.from, range.from);
  const right = sentence.slice(range.to, clause.to);
  if (pack.cueSide === 'right')
    return cuesIn(right, { no: [...no, ...noAfter], yes: [...yes, ...yesAfter] })[0]?.kind === 'yes';
  const [behind] = cuesIn(right, { no: noAfter, yes: yesAfter });
  const isDenied =
    behind?.kind === 'no' &&
    behind.from <= REACH &&
    !/[,;]\s*(?:and|he|she|which)\b/iu.test(right.slice(0, behind.from));
  if (isDenied) return false;
  const before = cuesIn(left, { no, yes }).at(-1);
  if (before) return before.kind === 'yes';
  return behind?.kind === 'yes';
}
