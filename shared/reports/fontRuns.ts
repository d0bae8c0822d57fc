/** Chooses a font for every character: Han characters take the font of the language of their text. */
import { FONT_FAMILIES } from './report.types.ts';
import type { FontFamily, FontMetrics, ReportLanguage } from './report.types.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Characters without a width and without ink, and control characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const FAMILY_OF: Readonly<Record<ReportLanguage, FontFamily>> = { en: 'sc', ko: 'kr', ja: 'jp', zh: 'sc' };

/** The family for Han characters of a text; `fallback` where the text does not show its language. */
export function hanFamily(text: string, fallback: FontFamily): FontFamily {
  if (KANA.test(text)) return 'jp';
  return HANGUL.test(text) ? 'kr' : fallback;
}

/** The family for texts whose language is unknown: by the language of the report, else by the texts of the case. */
export const caseFamily = (texts: Iterable<string>, language: ReportLanguage): FontFamily => {
  if (language !== 'en') return FAMILY_OF[language];
  for (const text of texts) {
    const family = hanFamily(text, 'latin');
    if (family !== 'latin') return family;
  }
  return FAMILY_OF.en;
};

/** The text as it can be drawn: composed, with spaces for tabs, without what has no ink. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\t\u00a0]/g, ' ')
    .split('\n')
    .map((line) => line.replaceAll(INVISIBLE, ''))
    .join('\n');

/** The first family that has the character; null: none. */
export function familyOf(fonts: FontMetrics, codePoint: number, han: FontFamily): FontFamily | null {
  const order: FontFamily[] = ['latin', han, ...FONT_FAMILIES];
  return order.find((family) => fonts.has(family, codePoint)) ?? null;
}

/** Shown in place of a character that no font has, so that it is not lost. */
export const codePointName = (codePoint: number): string =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
