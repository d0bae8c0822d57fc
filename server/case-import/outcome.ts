/** What becomes of a message, and how that is judged. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { Comparison } from '../../shared/contract/caseHistory.ts';
import type { Outcome as OutcomeName } from '../../shared/import/import.types.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Why } from './refusals.ts';

export interface Outcome {
  outcome: OutcomeName;
  /** of a refused message: of the case that it is about, as far as the user may see it */
  caseKey: number | null;
  caseNo: string | null;
  why: Why | null;
  /** ids of the items that disagree */
  whyItems: readonly string[];
  /** of another text with the time of a stored version, or of a message out of turn: what is otherwise in it */
  difference?: Comparison;
  /** what was stored, where it differs from the message: rows of a follow-up have the numbers of the case */
  content?: CaseContent;
}

/** The case that a message is a follow-up of, if there is one; or why the message is refused. */
export type Judgement =
  | {
      known: CaseRecord | undefined;
      /** a user has found the case, which has none of the numbers of the message */
      isOtherNumber?: boolean;
      /** compared fields of which the case stays as it is, by the decision of a user */
      stays?: readonly string[];
    }
  | { refusal: Outcome };

/** The outcome of a message that is not stored. */
export const refused = (
  why: Why,
  about: Partial<Pick<Outcome, 'caseKey' | 'caseNo' | 'whyItems' | 'difference'>> = {},
): Outcome => ({ outcome: 'refused', caseKey: null, caseNo: null, whyItems: [], ...about, why });
