/** The message of a problem in the language of the user. */
import { fillPlaceholders, type Values } from '../fillPlaceholders.ts';
import type { Problem } from '../problems.ts';
import type { Language } from './language.ts';
import obstacles from './obstacles.json' with { type: 'json' };

/** texts of the value `why` */
const obstacleTexts: Record<string, Record<Language, string>> = obstacles;

/** Fills the message in; a `why` that is no obstacle of the table is shown as it is. */
export const problemMessage = ({ text, values }: Problem, language: Language): string =>
  fillPlaceholders(text[language], localize(values, language));

const localize = ({ why, ...values }: Values, language: Language): Values =>
  why === undefined ? values : { ...values, why: obstacleTexts[why]?.[language] ?? why };
