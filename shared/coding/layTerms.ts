/** Lay terms and their medical equivalents: our own short list, in English. */
import plain from './plainWords.json' with { type: 'json' };
import { typedWords, wordsOf } from './words.ts';

export interface LayTerm {
  /** the words of the text that express it */
  words: readonly string[];
  /** forms of the words of a term */
  means: readonly string[];
  /** only one word of its phrase is significant: among others it means something else (`feel low`, a low pulse) */
  alone: boolean;
}

const GROUPS: Readonly<Record<string, readonly string[]>> = plain.groups;

/** `{hurt}` represents each word of that group. */
function writtenOut(phrase: string): string[] {
  const [group, name = ''] = /\{(\w+)\}/.exec(phrase) ?? [];
  if (group === undefined) return [phrase];
  return (GROUPS[name] ?? []).flatMap((word) => writtenOut(phrase.replace(group, word)));
}

/** By the first word of the phrase. Built on first use: most queries do not need it. */
let meanings: Map<string, LayTerm[]> | undefined;

function allMeanings(): Map<string, LayTerm[]> {
  const all = new Map<string, LayTerm[]>();
  for (const [term, phrases] of Object.entries(plain.terms)) {
    const means = wordsOf(term);
    for (const phrase of phrases.flatMap(writtenOut)) {
      const words = wordsOf(phrase);
      const [first = ''] = words;
      const alone = words.length === 1 && typedWords(phrase).length > 1;
      all.set(first, [...(all.get(first) ?? []), { words, means, alone }]);
    }
  }
  return all;
}

/**
 * The meanings of the words (forms) in any order, those with the most words first. A phrase within a longer matching
 * one is omitted: a head that hurts is not pain everywhere.
 */
export function meaningsOf(words: readonly string[]): LayTerm[] {
  meanings ??= allMeanings();
  const text = new Set(words);
  const found = words
    .flatMap((word) => meanings?.get(word) ?? [])
    .filter(({ words: phrase, alone }) => (alone ? text.size === 1 : phrase.every((word) => text.has(word))))
    .sort((one, other) => other.words.length - one.words.length);
  const isWithin = (one: LayTerm, other: LayTerm) =>
    other.words.length > one.words.length && one.words.every((word) => other.words.includes(word));
  return found.filter((one) => !found.some((other) => isWithin(one, other)));
}
