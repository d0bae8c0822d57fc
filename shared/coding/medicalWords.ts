/** Words of medicine that mean the same, and what abbreviations stand for: our own short list, in English. */
import medical from './medicalWords.json' with { type: 'json' };
import { wordForm, wordsOf } from './words.ts';

/** A word as medicine has it, and the words (forms) of the text that say it. */
export interface MeantWord {
  word: string;
  said: readonly string[];
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
  said: readonly string[];
  means: readonly string[];
}

/** by their first word, the longest first */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = Map.groupBy(
  Object.entries(medical.means)
    .map(([said, means]): Phrase => ({ said: wordsOf(said), means: wordsOf(means).map(sameAs) }))
    .sort((one, other) => other.said.length - one.said.length),
  ({ said: [first = ''] }) => first,
);

/** What the words (forms, in the order of the text) mean; each word once. */
export function meantBy(words: readonly string[]): MeantWord[] {
  const meant = new Map<string, string[]>();
  const add = (word: string, said: readonly string[]) =>
    meant.set(word, [...(meant.get(word) ?? []), ...said]);
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    const phrase = PHRASES.get(word)?.find(({ said }) =>
      said.every((other, nth) => words[at + nth] === other),
    );
    if (phrase) phrase.means.forEach((one) => add(one, phrase.said));
    else add(sameAs(word), [word]);
    at += phrase?.said.length ?? 1;
  }
  return [...meant].map(([word, said]) => ({ word, said }));
}

const LIMIT =
  /[0-9][^a-z<>≤≥]*(?:(?:x|times|[ul]ln|[mµunk]?g|[md]?l|mm3?|iu|u|m?mol|bpm|mmhg|msec|ms)\b[^a-z<>≤≥]*)*/;
const BELOW = new RegExp(`(?:[<≤]=?|\\b(?:less|lower) than)\\s*${LIMIT.source}`, 'gi');
const ABOVE = new RegExp(`(?:[>≥]=?|\\b(?:more|greater|higher) than)\\s*${LIMIT.source}`, 'gi');

/** A result beside a limit says in which direction it is out of it: `Hb < 8 g/dL` is a low one. */
export const withDirections = (text: string): string =>
  text
    .replace(BELOW, ' decreased ')
    .replace(ABOVE, ' increased ')
    .replace(/↑+/g, ' increased ')
    .replace(/↓+/g, ' decreased ');
