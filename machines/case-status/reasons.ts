/**
 * Predefined reasons for changes of status and of rows, as stored in the audit trail; the last of each requires a
 * text. The reasons of a save are in the save machine.
 */
import type { StatusId } from './caseStatus.machine.ts';

const OTHERS = 'Others';

export const STATUS_REASONS: Record<`${StatusId}.${'Y' | 'N'}`, readonly string[]> = {
  'REVIEW.Y': ['Review completed', 'Corrections verified', OTHERS],
  'REVIEW.N': ['Further information received', 'Error found', OTHERS],
  'LOCK.Y': ['Ready for submission', 'Case closed', OTHERS],
  'LOCK.N': ['Correction needed', 'Further information received', 'Locked by mistake', OTHERS],
  'DELETE.Y': ['Duplicate', 'Not a valid case', 'Entered by mistake', OTHERS],
  'DELETE.N': ['Deleted by mistake', 'Needed again', OTHERS],
};

/** Why a version goes on despite errors or open questions. */
export const OVERRIDE_REASONS: readonly string[] = [
  'Information cannot be obtained',
  'Follow-up will complete it',
  'Due date comes first',
  OTHERS,
];

/** Y deletes rows, N restores them. */
export const ROW_REASONS: Record<'Y' | 'N', readonly string[]> = {
  Y: ['Input Error', 'Entered twice', 'Withdrawn by the reporter', OTHERS],
  N: ['Deleted by mistake', 'Needed again', OTHERS],
};
