/** The message of a problem in the language of the user. */
import { faultInWords } from '../faultInWords.ts';
import { fillPlaceholders, type Values } from '../fillPlaceholders.ts';
import type { Problem } from '../problems.ts';
import type { Language } from './language.ts';
import obstacles from './obstacles.json' with { type: 'json' };

/** texts of the value `why` */
const obstacleTexts: Record<string, Record<Language, string>> = obstacles;

/** Fills the message in; a `why` that is no obstacle of the table, and no fault of a file, is shown as it is. */
export const problemMessage = ({ text, values }: Problem, language: Language): string =>
  fillPlaceholders(text[language], localize(values, language));

const localize = ({ why, text, ...values }: Values, language: Language): Values => ({
  ...values,
  ...(why !== undefined && { why: obstacleTexts[why]?.[language] ?? faultInWords(String(why), language) }),
  ...(text !== undefined && { text: faultInWords(String(text), language) }),
});
