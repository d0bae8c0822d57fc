/** What a signature may mean, and what it usually means under a change of status. */
import list from '../../schemas/code-lists/signature-meaning.codes.json';
import type { StatusId } from '../../machines/case-status/caseStatus.machine.ts';
import type { Language } from '../i18n/index.ts';

export const meaningsIn = (language: Language): { value: string; label: string }[] =>
  list.codes.map(({ code, label }) => ({ value: code, label: label[language] }));

/** The label of a meaning; a code that is not in the list is shown as is. */
export const meaningWords = (code: string, language: Language): string =>
  list.codes.find((one) => one.code === code)?.label[language] ?? code;

/** Offered first; the signer may mean something else. */
export const USUAL_MEANING: Record<StatusId, string> = { REVIEW: 'review', LOCK: 'approval', DELETE: '' };
