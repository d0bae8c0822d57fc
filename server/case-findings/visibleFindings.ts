import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { Sight } from '../../shared/blinding/sight.ts';
import { caseFindings } from '../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../shared/rules/check.types.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { maySee } from '../cases/record/caseAccess.ts';

export interface FindingsInput {
  content: CaseContent;
  user: Sight;
  now: Date;
}

/**
 * The findings of all receivers that a user may see. A rule that reads a blinded item reveals its value by holding or
 * not, at whichever item the finding is: it is left out with the findings of the item itself.
 */
export const visibleFindings = (
  catalogue: CatalogueSource,
  { content, user, now }: FindingsInput,
): readonly CaseFinding[] =>
  caseFindings(catalogue.checks, content, { now, may: (itemId) => maySee({ catalogue }, user, itemId) });
