/** Whether two reports under one number may be of one patient: a number alone must not merge two people. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { fold } from '../../shared/text/fold.ts';

/** What distinguishes people. */
const ROLES = ['patientInitials', 'birthDate', 'sex'] as const;

/**
 * The items of both that disagree; an item of one of them alone is no disagreement. An item that the user does not see
 * disagrees whatever the case says: a message can be made to guess it.
 */
export function disagreements(
  { roles }: Pick<Catalogue, 'roles'>,
  known: CaseContent,
  received: CaseContent,
  isSeen: (itemId: string) => boolean = () => true,
): string[] {
  return ROLES.flatMap((role) => {
    const itemId = roles[role] ?? '';
    const [ours, theirs] = [known, received].map((content) => lettersIn(content, itemId));
    if (!isSeen(itemId)) return theirs === '' ? [] : [itemId];
    return ours !== '' && theirs !== '' && !ours?.startsWith(theirs ?? '') && !theirs?.startsWith(ours ?? '')
      ? [itemId]
      : [];
  });
}

/** The pages of these values. */
export const patientPages = ({ roles, items }: Pick<Catalogue, 'roles' | 'items'>): string[] => [
  ...new Set(ROLES.flatMap((role) => items[roles[role] ?? '']?.page ?? [])),
];

/** The values by which patients are compared. */
export const patientOf = ({ roles }: Pick<Catalogue, 'roles'>, { values }: CaseContent): CaseContent => {
  const itemIds = new Set(ROLES.map((role) => roles[role]));
  return { values: values.filter(({ itemId }) => itemIds.has(itemId)), rows: [] };
};

/** Letters and digits alone; the beginning of a date is the same date, known less well. */
const lettersIn = ({ values }: CaseContent, itemId: string): string =>
  fold(values.find((value) => value.itemId === itemId)?.value ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '');
