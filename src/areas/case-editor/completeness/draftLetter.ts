/** The draft of a letter to the reporter from the template of a measure of completeness. */
import type { CompletenessCriterion, CompletenessSource } from '../../../../schemas/compile/sources.types.ts';
import { fillTemplate } from '../../../../shared/text/fillTemplate.ts';
import type { Language } from '../../../i18n/index.ts';

export type LetterTemplate = NonNullable<CompletenessSource['letter']>;
export type LetterCriterion = Required<Pick<CompletenessCriterion, 'criterion' | 'question'>>;

interface Draft {
  subject: string;
  text: string;
}

/** The questions are numbered, so that an answer can name them. A placeholder without a value stays. */
export function draftLetter(
  { subject, text }: LetterTemplate,
  criteria: readonly LetterCriterion[],
  { caseNo, userName, language }: { caseNo: string; userName: string; language: Language },
): Draft {
  const questions = criteria.map(({ question }, at) => `${at + 1}. ${question[language]}`).join('\n');
  const values: Record<string, string> = { caseNo, userName, questions };
  const filled = (words: string) => fillTemplate(words, (name) => values[name]);
  return { subject: filled(subject[language]), text: filled(text[language]) };
}
