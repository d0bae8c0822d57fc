/** Messages of problems in the language of the user. */
import type { Problem, Values } from '../problems.ts';
import type { Language } from './language.ts';
import obstacles from './obstacles.json' with { type: 'json' };
import words from './words.json' with { type: 'json' };

const byCode: Record<string, Partial<Record<Language, string>>> = words;
/** what a `{why}` stands for */
const byWhy: Record<string, Record<Language, string>> = obstacles;

/** The message of a problem; the English sentence it was made with where nobody has translated it. */
export const wordsOf = ({ errCode, message, values }: Problem, language: Language): string =>
  filled(byCode[errCode]?.[language] ?? message, inWords(values, language));

const inWords = ({ why, ...values }: Values, language: Language): Values =>
  why === undefined ? values : { ...values, why: byWhy[why]?.[language] ?? why };

/** A sentence with the values in its `{...}` places. */
export const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
