/** What people say in plain words, in the words of medicine: our own short list, in English. */
import plain from './plainWords.json' with { type: 'json' };
import { typedWords, wordsOf } from './words.ts';

export interface PlainMeaning {
  /** the words of the text that mean it */
  said: readonly string[];
  /** forms of the words of a term */
  means: readonly string[];
  /** one word is all that is left of its phrase: among others it says something else (`feel low`, a low pulse) */
  alone: boolean;
}

const GROUPS: Readonly<Record<string, readonly string[]>> = plain.groups;

/** `{hurt}` stands for each word of that group. */
function writtenOut(phrase: string): string[] {
  const [group, name = ''] = /\{(\w+)\}/.exec(phrase) ?? [];
  if (group === undefined) return [phrase];
  return (GROUPS[name] ?? []).flatMap((word) => writtenOut(phrase.replace(group, word)));
}

/** By the first of the words that are said. Made when it is first asked for: most questions need it not at once. */
let meanings: Map<string, PlainMeaning[]> | undefined;

function allMeanings(): Map<string, PlainMeaning[]> {
  const all = new Map<string, PlainMeaning[]>();
  for (const [term, phrases] of Object.entries(plain.terms)) {
    const means = wordsOf(term);
    for (const phrase of phrases.flatMap(writtenOut)) {
      const said = wordsOf(phrase);
      const [first = ''] = said;
      const alone = said.length === 1 && typedWords(phrase).length > 1;
      all.set(first, [...(all.get(first) ?? []), { said, means, alone }]);
    }
  }
  return all;
}

/**
 * What the words (forms of words) mean, whatever their order: that which most of them mean first. A phrase within a
 * longer one that is said, too, is left out: who says that his head hurts does not say that he hurts all over.
 */
export function meaningsOf(words: readonly string[]): PlainMeaning[] {
  meanings ??= allMeanings();
  const text = new Set(words);
  const found = words
    .flatMap((word) => meanings?.get(word) ?? [])
    .filter(({ said, alone }) => (alone ? text.size === 1 : said.every((word) => text.has(word))))
    .sort((one, other) => other.said.length - one.said.length);
  const isWithin = (one: PlainMeaning, other: PlainMeaning) =>
    other.said.length > one.said.length && one.said.every((word) => other.said.includes(word));
  return found.filter((one) => !found.some((other) => isWithin(one, other)));
}
