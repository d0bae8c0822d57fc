/** What people do to a term when they write it down. */
import type { Chance } from '../../shared/generate/chance.ts';

export type Distortion = (term: string, chance: Chance) => string;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A letter dropped, doubled, replaced, or swapped with the next. */
const typing: Distortion = (term, { between, pick }) => {
  const at = between(1, Math.max(1, term.length - 2));
  const [before, letter, next, after] = [
    term.slice(0, at),
    term.charAt(at),
    term.charAt(at + 1),
    term.slice(at + 2),
  ];
  return pick([
    `${before}${next}${after}`,
    `${before}${letter}${letter}${next}${after}`,
    `${before}${pick([...LETTERS])}${next}${after}`,
    `${before}${next}${letter}${after}`,
  ]);
};

const dropped: Distortion = (term, { between }) => {
  const words = term.split(' ');
  if (words.length < 3) return term;
  const at = between(0, words.length - 1);
  return words.filter((_, place) => place !== at).join(' ');
};

const american = (term: string): string =>
  term
    .replaceAll('oe', 'e')
    .replaceAll('ae', 'e')
    .replace(/our(?=\b|ation)/g, 'or');

/** By name; `extras` are words that may be added to any term. */
export const distortionsOf = (extras: readonly string[]): Record<string, Distortion> => ({
  typing,
  twoErrors: (term, chance) => typing(typing(term, chance), chance),
  dropped,
  swapped: (term, { pickSome }) => {
    const words = term.split(' ');
    return pickSome(words, words.length).join(' ');
  },
  plural: (term) => `${term.toLowerCase()}s`,
  american,
  ofPhrase: (term) => {
    const words = term.toLowerCase().split(' ');
    return `${words.at(-1)} of the ${words.slice(0, -1).join(' ')}`;
  },
  added: (term, { pick }) => `${pick(extras)} ${term.toLowerCase()}`,
  addedEnd: (term, { pick }) => `patient experienced ${american(term.toLowerCase())}, ${pick(extras)}`,
});
