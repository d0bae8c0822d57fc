/** Chooses a font for every character: Han characters take the font of the language of their text. */
import { FONT_FAMILIES } from './report.types.ts';
import type { FontFamily, FontMetrics, ReportLanguage } from './report.types.ts';

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Characters without a width and without ink, and control characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
/** Tabs, spaces that do not break, and what ends a line or a page beside `\n` (Unicode, 5.8): values of one line have some, too. */
const SPACE = /[\t\v\f\u0085\u00a0\u2028\u2029]/g;

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

/** The text as it can be drawn: composed, with spaces for tabs and for separators, without what has no ink. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(SPACE, ' ')
    .split('\n')
    .map((line) => line.replaceAll(INVISIBLE, ''))
    .join('\n');

const chosen = new WeakMap<FontMetrics, Map<FontFamily, Map<number, FontFamily | null>>>();

/** The first family that has the character, remembered; null: none. */
export function familyOf(fonts: FontMetrics, codePoint: number, han: FontFamily): FontFamily | null {
  const byHan = chosen.get(fonts) ?? new Map<FontFamily, Map<number, FontFamily | null>>();
  chosen.set(fonts, byHan);
  const known = byHan.get(han) ?? new Map<number, FontFamily | null>();
  byHan.set(han, known);
  const family = known.get(codePoint);
  if (family !== undefined) return family;
  const order: FontFamily[] = ['latin', han, ...FONT_FAMILIES];
  const found = order.find((one) => fonts.has(one, codePoint)) ?? null;
  known.set(codePoint, found);
  return found;
}

/** Shown in place of a character that no font has, so that it is not lost. */
export const codePointName = (codePoint: number): string =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;

const CODE_POINT_NAME = /\[U\+[\dA-F]{4,6}\]/;

/** Whether a drawn text has such a name; a text that was entered with one has it, too. */
export const hasCodePointName = (text: string): boolean => CODE_POINT_NAME.test(text);
