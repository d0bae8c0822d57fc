/** Who may see and change a case, and the text of its state. */
import type { Static } from 'typebox';
import { whyNot, type CaseFlags } from '../../../machines/case-status/caseStatus.machine.ts';
import { hiddenByRoles, seesItem, unseenItems, type Sight } from '../../../shared/blinding/sight.ts';
import { AMENDMENT, NULLIFICATION } from '../../../shared/case/nullification.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { PageContent } from '../../../shared/contract/pageParts.ts';
import type { CaseStatus as CaseStatusSchema } from '../../../shared/contract/caseStatus.ts';
import type { ItemReader } from '../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { caseNotFound, caseReadOnly } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import { findCase, findCases, findNewestVersion, lockCase, type CaseRecord } from './case.store.ts';
import { inScope, keysInScope } from './caseScope.store.ts';
import { caseWords } from './caseWords.ts';

export type CaseStatus = Static<typeof CaseStatusSchema>;
export type ReadOnlyReason = Static<typeof PageContent>['readOnly'];

/** A version of a case that the user may see. A case out of scope is treated as absent: 404 CASE_NOT_FOUND. */
export const findVisibleCase = async (trx: Trx, user: SessionUser, caseKey: number): Promise<CaseRecord> =>
  visible(trx, await findCase(trx, user.sponsorKey, caseKey), user, caseKey);

/** The same, locked for a change. */
export const lockVisibleCase = async (trx: Trx, user: SessionUser, caseKey: number): Promise<CaseRecord> =>
  visible(trx, await lockCase(trx, user.sponsorKey, caseKey), user, caseKey);

/** Those of several versions that the user may see, by their keys. */
export async function findVisibleCases(
  trx: Trx,
  user: SessionUser,
  caseKeys: readonly number[],
): Promise<Map<number, CaseRecord>> {
  const inside = await keysInScope(trx, user.sponsorKey, user, caseKeys);
  return findCases(trx, user.sponsorKey, [...inside]);
}

/** All versions share one audit trail: the newest decides for each of them. */
async function visible(
  trx: Trx,
  found: CaseRecord | undefined,
  user: SessionUser,
  caseKey: number,
): Promise<CaseRecord> {
  const newest = !found || found.latest ? found : await findNewestVersion(trx, found);
  if (!found || !newest || !inScope(user, newest)) throw caseNotFound(caseKey);
  return found;
}

/** Neither blinded items nor those that a role hides are shown to every user. */
export const maySee = ({ catalogue: { whole } }: CatalogueWorld, sight: Sight, itemId: string): boolean =>
  seesItem(whole, sight, itemId);

/** The items that a user may not see. */
export const hiddenItems = ({ catalogue: { whole } }: CatalogueWorld, sight: Sight): string[] =>
  unseenItems(whole, sight);

/**
 * Items whose changes are not shown either to users who may not see them: they follow from values that are not shown, so
 * that a change tells something of these.
 */
export function withheldItems({ catalogue: { whole } }: CatalogueWorld, sight: Sight): string[] {
  const reveals = (by: readonly ItemReader[]) =>
    by.some((reader) => reader.by === 'computed' || reader.by === 'visibleWhen');
  return [
    ...Object.values(whole.items).flatMap(({ itemId, blindedBy = [] }) =>
      !sight.unblind && reveals(blindedBy) ? itemId : [],
    ),
    ...[...hiddenByRoles(whole, sight)].flatMap(([itemId, by]) => (reveals(by) ? itemId : [])),
  ];
}

export const mayEdit = ({ privileges }: SessionUser): boolean => hasAnyPrivilege(privileges, ['EDIT.CASE']);

/** The flags as the chart knows them. */
export const flagsOf = ({
  locked,
  reviewed,
  del_flag,
  latest,
  nullification,
  step,
}: CaseRecord): CaseFlags => ({
  locked,
  reviewed,
  deleted: del_flag === 'Y',
  superseded: !latest,
  nullified: nullification === NULLIFICATION,
  stepClosed: step !== null && !step.editable,
});

/** Why nobody may edit the case; null if nothing of its state forbids it. */
function closedReason(found: CaseRecord): ReadOnlyReason {
  const why = whyNot(flagsOf(found), true, 'case.edit');
  return why === 'superseded' || why === 'deleted' || why === 'locked' || why === 'stepClosed' ? why : null;
}

/** Why the user may not edit the case; null if they may. The state of the case takes precedence over privileges. */
export const readOnlyReason = (found: CaseRecord, user: SessionUser): ReadOnlyReason =>
  closedReason(found) ?? (mayEdit(user) ? null : 'noPrivilege');

/** Throws 409 CASE_READ_ONLY, with the reason, where nobody may edit the case, whatever their privileges. */
export function requireOpen(found: CaseRecord): void {
  const why = closedReason(found);
  if (why !== null) throw caseReadOnly(found.case_key, why);
}

/** Throws 409 CASE_READ_ONLY, with the reason, where the user may not edit the case. */
export function requireEditable(found: CaseRecord, user: SessionUser): void {
  const why = readOnlyReason(found, user);
  if (why !== null) throw caseReadOnly(found.case_key, why);
}

/** What the step is called; a sponsor without a workflow knows only that a case is saved. */
const stepLabel = ({ step, workflow_status }: CaseRecord, language: keyof LocalizedText): string =>
  step?.name[language] ?? step?.name['en'] ?? caseWords(workflow_status)?.[language] ?? workflow_status;

export const statusOf = (found: CaseRecord, language: keyof LocalizedText): CaseStatus => ({
  ...flagsOf(found),
  amended: found.nullification === AMENDMENT,
  caseWorkflowStatus: found.workflow_status,
  caseWorkflowLabel: stepLabel(found, language),
  retrievedAt: found.retrieved_at.toISOString(),
});
