/** Medical synonyms and abbreviations: our own short list, in English. */
import medical from './medicalWords.json' with { type: 'json' };
import { wordForm, wordsOf } from './words.ts';

/** A medical concept, and the words (forms) of the text that express it. */
export interface ConceptWord {
  word: string;
  source: readonly string[];
}

/** forms of the words of each class, by any of them */
const SAME: ReadonlyMap<string, string> = new Map(
  medical.same.flatMap((line) => {
    const [name = '', ...others] = line.split(' ').map(wordForm);
    return [name, ...others].map((word) => [word, name] as const);
  }),
);

const sameAs = (word: string): string => SAME.get(word) ?? word;

interface Phrase {
  source: readonly string[];
  means: readonly string[];
}

/** by their first word, longest first */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  Object.entries(medical.means)
    .map(([source, means]): Phrase => ({ source: wordsOf(source), means: wordsOf(means).map(sameAs) }))
    .sort((one, other) => other.source.length - one.source.length),
  ({ source: [first = ''] }) => first,
);

/** The concepts of the words (forms, in text order); each once. */
export function conceptsOf(words: readonly string[]): ConceptWord[] {
  const concepts = new Map<string, string[]>();
  const add = (word: string, source: readonly string[]) =>
    concepts.set(word, [...(concepts.get(word) ?? []), ...source]);
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    const phrase = PHRASES.get(word)?.find(({ source }) =>
      source.every((other, index) => words[at + index] === other),
    );
    if (phrase) phrase.means.forEach((one) => add(one, phrase.source));
    else add(sameAs(word), [word]);
    at += phrase?.source.length ?? 1;
  }
  return [...concepts].map(([word, source]) => ({ word, source }));
}

const LIMIT =
  /[0-9][^a-z<>≤≥]*(?:(?:x|times|[ul]ln|[mµunk]?g|[md]?l|mm3?|iu|u|m?mol|bpm|mmhg|msec|ms)\b[^a-z<>≤≥]*)*/;
/** A limit of time is no result: `premature (< 36 weeks)`. */
const TIME = /((?:weeks?|wks?|days?|months?|mos?|years?|yrs?|hours?|hrs?|minutes?|mins?|seconds?|secs?)\b)?/;
const BELOW = new RegExp(`(?:[<≤]=?|\\b(?:less|lower) than)\\s*${LIMIT.source}${TIME.source}`, 'gi');
const ABOVE = new RegExp(`(?:[>≥]=?|\\b(?:more|greater|higher) than)\\s*${LIMIT.source}${TIME.source}`, 'gi');
const unlessTime =
  (direction: string) =>
  (found: string, time: string | undefined): string =>
    time === undefined ? direction : found;

/** A result beside a limit tells the direction of the abnormality: `Hb < 8 g/dL` is a low one. */
export const withDirections = (text: string): string =>
  text
    .replace(BELOW, unlessTime(' decreased '))
    .replace(ABOVE, unlessTime(' increased '))
    .replace(/↑+/g, ' increased ')
    .replace(/↓+/g, ' decreased ');
