/** The language of a text, as far as its letters and the language of the screen it was typed on tell. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';

type Screen = keyof LocalizedText;

/** By ISO 639-2, as ICH names languages. */
type LanguageCode = 'eng' | 'jpn' | 'kor' | 'chi';

const HANGUL = /\p{Script=Hangul}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const LATIN = /\p{Script=Latin}/u;

/** Null: it is not certain. Latin letters on a Korean screen may be of any language. */
export function languageOfText(text: string, screen: Screen): LanguageCode | null {
  if (HANGUL.test(text)) return 'kor';
  if (KANA.test(text)) return 'jpn';
  if (HAN.test(text)) {
    if (screen === 'ja') return 'jpn';
    return screen === 'zh' ? 'chi' : null;
  }
  return LATIN.test(text) && screen === 'en' ? 'eng' : null;
}
