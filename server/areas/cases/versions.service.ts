/** Versions of a case: which there are, and the next one. */
import { whyNot } from '../../../machines/case-status/caseStatus.machine.ts';
import {
  createFollowUp,
  type BodyOf,
  type DataOf,
  type listVersions,
} from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { makeNextVersion } from '../../cases/lifecycle/nextVersion.ts';
import { findVersions } from '../../cases/record/case.store.ts';
import {
  findVisibleCase,
  flagsOf,
  lockVisibleCase,
  mayEdit,
  statusOf,
} from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { statusRefused } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { onceForKey } from '../../storage/onceForKey.store.ts';
import type { Caller } from './cases.service.ts';
import { namesOfUsers } from './cases.store.ts';
import { takingOver } from './typedValues.service.ts';

/** What this module needs of the server. */
type VersionsWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & UuidWorld & ProjectionsWorld;

/** The reason in the audit trail if the application gives none. */
const REASON = 'Follow-up';

/** All versions of the case, newest first. */
export function listCaseVersions(
  deps: VersionsWorld,
  { user, language }: Caller,
  caseKey: number,
): Promise<DataOf<typeof listVersions>> {
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const versions = await findVersions(trx, await findVisibleCase(trx, user, caseKey));
    const names = await namesOfUsers(
      trx,
      versions.map(({ created_by }) => created_by),
    );
    return {
      listInfo: versions.map((version) => ({
        caseKey: version.case_key,
        versionNo: version.version_no,
        catalogueVersion: version.catalogue_version,
        createdAt: version.created_at.toISOString(),
        createdBy: version.created_by,
        createdByName: names.get(version.created_by) ?? version.created_by,
        reason: version.version_reason,
        status: statusOf(version, language),
      })),
    };
  });
}

/**
 * Makes the next version of the newest one, once for a key. Of two that ask at once the later finds it superseded: 409
 * STATUS_REFUSED, as for a deleted or nullified case. With what was typed it throws what `takingOver` throws.
 */
export function makeFollowUpVersion(
  deps: VersionsWorld,
  { user, language, requestId }: Caller,
  caseKey: number,
  { reason, nullification, typed, creationKey }: BodyOf<typeof createFollowUp>,
): Promise<DataOf<typeof createFollowUp>> {
  const content = { caseKey, reason, nullification, typed };
  return onceForKey(deps, { ...user, creationKey, call: createFollowUp, content }, async (trx) => {
    const found = await lockVisibleCase(trx, user, caseKey);
    const why = whyNot(flagsOf(found), mayEdit(user), 'case.followUp');
    if (why !== null) throw statusRefused(why);
    const givenReason = reason.trim() || nullification?.reason || REASON;
    const saying = typed && takingOver(deps, { user, language }, found, typed);
    return makeNextVersion(trx, deps, found, { user, reason: givenReason, requestId, nullification, saying });
  });
}
