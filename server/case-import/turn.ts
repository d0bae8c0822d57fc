/** Whether a message may become the next version of its case: reports also come late, or after the nullification of their case. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { compareDates } from '../../shared/dates/partialDate.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { valueOf } from './valueOf.ts';

/** What tells the turn of a report: when it was created, and whether it withdraws the case. */
export interface Turn {
  created: string | null;
  isNullified: boolean;
}

const ROLES = ['creationDate', 'nullificationAmendment'] as const;

export const turnOf = ({ roles }: Pick<Catalogue, 'roles'>, content: CaseContent): Turn => ({
  created: valueOf(content, roles['creationDate']),
  isNullified: valueOf(content, roles['nullificationAmendment']) === NULLIFICATION,
});

/** The pages of these values. */
export const turnPages = ({ roles, items }: Pick<Catalogue, 'roles' | 'items'>): string[] => [
  ...new Set(ROLES.flatMap((role) => items[roles[role] ?? '']?.page ?? [])),
];

/** Why a report is none that follows the other one; null: it may. Dates that may be the same are in order. */
export function outOfTurn(before: Turn, next: Turn): 'older' | 'nullified' | null {
  if (before.created !== null && next.created !== null && compareDates(next.created, before.created) === -1)
    return 'older';
  return before.isNullified && !next.isNullified ? 'nullified' : null;
}
