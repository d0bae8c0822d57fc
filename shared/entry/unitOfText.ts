import { codeNamed, type Code } from './codeSearch.ts';

/**
 * The code of a unit that is typed behind a number; null where the list has none. English units are listed in the singular
 * or the plural, and both are typed; a symbol of one letter is not inflected: `m` and `ms` are two units.
 */
export function unitOfText(codes: readonly Code[], text: string): string | null {
  const singular = text.replace(/s$/i, '');
  const inflected = singular.length < 2 ? [] : [singular, `${singular}s`];
  for (const words of [text, ...inflected]) {
    const found = codeNamed(codes, words, true);
    if (found) return found.code;
  }
  return null;
}
