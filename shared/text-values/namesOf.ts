/** Names of dictionaries, as the reader of texts looks them up. */
import type { CodingIndex } from '../coding/index.ts';
import { exactKey } from '../coding/words.ts';
import type { KnownName, TextNames } from './textValues.types.ts';

/** The current codes of an index whose names have exactly these words. */
function codesNamed(index: CodingIndex, words: readonly string[]): KnownName[] {
  const codes = new Set(index.exact(words).map((name) => index.nameAt(name).code));
  return [...codes].flatMap((codeIndex) => {
    const { code = '', term = '', current = false } = index.codes[codeIndex] ?? {};
    return current ? [{ code, term }] : [];
  });
}

/** A product is named, not coded: the many codes of a name are one. */
function productNamed(indexes: readonly CodingIndex[], words: readonly string[]): KnownName[] {
  const isKnown = indexes.some((index) => index.exact(words).length > 0);
  return isKnown ? [{ code: exactKey(words), term: words.join(' ') }] : [];
}

export const namesOf = (reactions: CodingIndex | null, drugs: readonly CodingIndex[]): TextNames => ({
  reactions: (words) => (reactions ? codesNamed(reactions, words) : []),
  drugs: (words) => productNamed(drugs, words),
});
