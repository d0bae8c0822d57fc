/** What the server would answer about a case before its status is changed. */
import type { CheckedCase } from '../bulk-status/bulkStatus.machine.ts';

/** Of a case that is open in its first step. */
export const CASE_STATUS: NonNullable<CheckedCase['status']> = {
  locked: false,
  reviewed: false,
  deleted: false,
  superseded: false,
  nullified: false,
  amended: false,
  stepClosed: false,
  caseWorkflowStatus: 'SAVED',
  caseWorkflowLabel: 'Saved',
  retrievedAt: '2026-01-15T01:02:03.000Z',
};

/** A case of that status, and what speaks against the change. */
export const checkedCase = (caseKey: number, refusal: CheckedCase['refusal'] = null): CheckedCase => ({
  caseKey,
  caseNo: `C-${caseKey}`,
  status: CASE_STATUS,
  distributed: false,
  readiness: [],
  openQuestions: 0,
  needsOverride: false,
  refusal,
});
