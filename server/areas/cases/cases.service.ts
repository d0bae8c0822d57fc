/** Cases as wholes: add, name. */
import { addCase, type BodyOf, type DataOf, type readCaseId } from '../../../shared/contract/index.ts';
import { FIRST_SAVE_REASON } from '../../../machines/save/save.machine.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { insertCase } from '../../cases/lifecycle/insertCase.ts';
import { senderOfNewCase } from '../../cases/record/senderOfNewCase.ts';
import { findVisibleCase, statusOf } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { recordDismissal } from '../../duplicates/dismissDuplicate.ts';
import { checkedContent, requireWritable } from '../../duplicates/typedContent.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { prefilledContent } from '../../masters/prefilledContent.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';

/** What this module needs of the server. */
type CasesWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

export interface Caller {
  user: SessionUser;
  language: Language;
  appendix: string;
  requestId: string;
  /** network address */
  ip: string;
}

const NOTHING_TYPED = { values: [], rows: [] };

/**
 * Adds a case for the requested sender, otherwise for the user's current one, otherwise for the first, with the
 * content typed into the duplicate check, and dismisses the duplicates that the check found. Throws 422 ITEM_REFUSED as
 * the check itself, and for items that the user may only read.
 */
export function addNewCase(
  deps: CasesWorld,
  { user, language, appendix, requestId }: Caller,
  requested: number | null,
  { content: typed = NOTHING_TYPED, notDuplicateOf = [], creationKey }: BodyOf<typeof addCase>,
): Promise<DataOf<typeof addCase>> {
  const { sponsorKey } = user;
  const content = checkedContent(deps, user, language, typed);
  requireWritable(user, language, content.values);
  const attempt = { ...user, creationKey, call: addCase, content: { typed, notDuplicateOf } };
  return onceForKey(deps, attempt, async (trx) => {
    const senderKey = await senderOfNewCase(trx, user, requested);
    const { value: editing } = await settingOf(trx, sponsorKey, 'editing');
    const at = deps.clock.now();
    const { caseKey, caseNo } = await insertCase(trx, deps, {
      sponsorKey,
      senderKey,
      user,
      content,
      ...(editing.newCase === 'prefilled' && {
        complete: (typed, numbered) =>
          prefilledContent(
            trx,
            deps,
            { ...numbered, sponsorKey, senderKey, at, user, screen: { language, appendix } },
            typed,
          ),
      }),
      residue: [],
      reason: FIRST_SAVE_REASON,
      source: 'screen',
      at,
      requestId,
    });
    for (const { caseKey: otherKey, reason } of notDuplicateOf)
      await recordDismissal(trx, deps, {
        user,
        requestId,
        reason,
        caseKeys: [caseKey, otherKey],
        notDuplicate: true,
      });
    return { caseKey, caseNo };
  });
}

/** What names a case, and its state. */
export function readCaseName(
  deps: CasesWorld,
  { user, language }: Caller,
  caseKey: number,
): Promise<DataOf<typeof readCaseId>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    return {
      caseKey,
      caseNo: found.case_no,
      versionNo: found.version_no,
      status: statusOf(found, language),
    };
  });
}
