/** Words that every report prints. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ReportLanguage } from './report.types.ts';
import words from './words.json' with { type: 'json' };

/** The words in the language of the report, with the values in place of `{name}`. */
export const reportWords = (
  key: keyof typeof words,
  language: ReportLanguage,
  values: Readonly<Record<string, number>> = {},
): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, String(value)),
    words[key][language],
  );

/** A text of a descriptor: the same in every language, or one in each. */
export const textIn = (text: string | LocalizedText | undefined, language: ReportLanguage): string =>
  typeof text === 'string' ? text : (text?.[language] ?? '');
