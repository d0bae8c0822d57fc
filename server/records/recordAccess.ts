/** Which kinds and records a user may see and change. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { hasAnyPrivilege } from '../../shared/access/privileges.ts';
import { scopeAllows } from '../../shared/access/scope.ts';
import type { CatalogueSource, CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { isInAdministration } from '../http/requireAccess.ts';
import type { SessionUser } from '../http/session.ts';
import { recordNotFound, recordReadOnly } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import { findRecord, lockRecord, type RecordRow } from './record.store.ts';

/**
 * A kind that the privilege opens; the calls of case info know no others. Throws 404 RECORD_NOT_FOUND for any other kind.
 */
export function kindOf(
  { catalogue: { whole } }: CatalogueWorld,
  name: string,
  privilege: RecordKind['privilege'] = 'CASE_INFO',
): RecordKind {
  const kind = Object.hasOwn(whole.records, name) ? whole.records[name] : undefined;
  if (kind?.privilege !== privilege) throw recordNotFound(name, 0);
  return kind;
}

/** The catalogue of the sponsor with the pages and items of the kind instead of those of cases. */
export const catalogueOfKind = (source: CatalogueSource, { catalogue }: RecordKind): CatalogueSource => ({
  ...source,
  whole: catalogue,
  forAppendix: () => catalogue,
});

/** The keys a user is limited to; null: no limit. */
export function limitOf({ scope }: RecordKind, user: SessionUser): readonly number[] | null {
  const keys = scope === null ? [] : user[scope];
  return keys.length === 0 ? null : keys;
}

const visibleBy =
  (find: typeof findRecord) =>
  async (trx: Trx, user: SessionUser, { kind, scope }: RecordKind, recordKey: number): Promise<RecordRow> => {
    const found = await find(trx, { sponsorKey: user.sponsorKey, kind, recordKey });
    if (!found || (scope !== null && !scopeAllows(user, { [scope]: [recordKey] })))
      throw recordNotFound(kind, recordKey);
    return found;
  };

/** A record that the user may see; 404 RECORD_NOT_FOUND for any other. */
export const findVisibleRecord = visibleBy(findRecord);

/** The same, locked for a change. */
export const lockVisibleRecord = visibleBy(lockRecord);

const mayChange = (privilege: RecordKind['privilege'], user: SessionUser): boolean =>
  privilege === 'SYSTEM' ? isInAdministration(user) : hasAnyPrivilege(user.privileges, [`EDIT.${privilege}`]);

export type RecordReadOnly = 'deleted' | 'noPrivilege' | null;

/** Why the user may not change the record; null if they may. */
export function readOnlyReason(
  { privilege }: RecordKind,
  found: Pick<RecordRow, 'del_flag'>,
  user: SessionUser,
): RecordReadOnly {
  if (found.del_flag === 'Y') return 'deleted';
  return mayChange(privilege, user) ? null : 'noPrivilege';
}

/** Throws 409 RECORD_READ_ONLY, with the reason. */
export function requireEditable(kind: RecordKind, found: RecordRow, user: SessionUser): void {
  const why = readOnlyReason(kind, found, user);
  if (why !== null) throw recordReadOnly(why);
}

/** Users who are limited to some records cannot add others, which they could not see. */
export const mayAdd = (kind: RecordKind, user: SessionUser): boolean =>
  mayChange(kind.privilege, user) && limitOf(kind, user) === null;
