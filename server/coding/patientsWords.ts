/** Whether the reaction of a case is reported in a patient's own words. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';

/** ICH C.2.r.4: consumer or other non health professional */
const CONSUMER = '5';

/** The item codes what the primary source reported, and no reporter is a professional. */
export function hasPatientsWords(
  { roles }: Pick<Catalogue, 'roles'>,
  { coding }: Pick<CatalogueItem, 'coding'>,
  { values }: Pick<CaseContent, 'values'>,
): boolean {
  const qualifications = values
    .filter(({ itemId, value }) => itemId === roles['reporterQualification'] && value !== null)
    .map(({ value }) => value);
  const isReaction = coding?.texts?.includes(roles['reactionVerbatim'] ?? '') === true;
  return isReaction && qualifications.length > 0 && qualifications.every((one) => one === CONSUMER);
}
