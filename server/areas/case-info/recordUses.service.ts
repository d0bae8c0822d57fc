/** Where a record is used. The items that refer to a kind are those that a selection of it fills with the name. */
import { referencesTo, type RecordReference } from '../../../schemas/compile/records.ts';
import type { RecordScope } from '../../../schemas/compile/sources.types.ts';
import { seesEach } from '../../../shared/blinding/sight.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import type { DataOf, readRecordUses } from '../../../shared/contract/index.ts';
import { rolesShowLinks } from '../../cases/record/summary.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { findVisibleRecord, kindOf, limitOf } from '../../records/recordAccess.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findCaseUses, findLimitedUsers, findRecordUses, NO_USES } from './recordUses.store.ts';

/** Whether the user sees what tells that a case uses a record. */
const seesWhatNames = (
  { catalogue: { whole } }: CatalogueWorld,
  user: SessionUser,
  scope: RecordScope | null,
  items: readonly RecordReference[],
): boolean =>
  scope === null
    ? seesEach(
        whole,
        user,
        items.map(({ itemId }) => itemId),
      )
    : rolesShowLinks(whole, user, scope);

/** What the user may not see is counted only. */
export function usesOfRecord(
  deps: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  { kind: name, recordKey }: { kind: string; recordKey: number },
): Promise<DataOf<typeof readRecordUses>> {
  const kind = kindOf(deps, name);
  const { sponsorKey } = user;
  const references = referencesTo(deps.catalogue.whole, kind);
  const [inCases, inRecords] = [
    references.filter((reference) => reference.kind === null),
    Map.groupBy(
      references.filter((reference) => reference.kind !== null),
      (reference) => reference.kind,
    ),
  ];
  return readInSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await findVisibleRecord(trx, user, kind, recordKey);
    const maySeeCases =
      hasAnyPrivilege(user.privileges, ['READ.CASE', 'EDIT.CASE']) &&
      seesWhatNames(deps, user, kind.scope, inCases);
    const maySeeUsers = hasAnyPrivilege(user.privileges, ['READ.ADMIN', 'EDIT.ADMIN']);
    const records = [];
    for (const [other, items] of inRecords) {
      if (!other) continue;
      const within = limitOf(other, user);
      const uses = await findRecordUses(trx, found, { kind: other.kind, items, within });
      if (uses.total + uses.hidden > 0) records.push({ kind: other.kind, ...uses });
    }
    return {
      cases: await findCaseUses(trx, found, {
        scope: kind.scope,
        items: inCases,
        user,
        mayRead: maySeeCases,
      }),
      users: kind.scope ? await findLimitedUsers(trx, found, kind.scope, maySeeUsers) : NO_USES,
      records,
    };
  });
}
