/** Files that items of records hold. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { hasAnyPrivilege } from '../../shared/access/privileges.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { findStoredFile, type StoredFile } from '../files/storedFile.store.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import { kindWithRole } from './kindWithRole.ts';
import { findHolders, findRecordDocs } from './record.store.ts';
import { limitOf } from './recordAccess.ts';

/** Its item is shown to all who work for the sender. */
const LOGO_ROLE = 'senderLogo';

/** A file of a record that the user sees, or a logo of one of their senders; null: there is none. */
export async function findRecordFile(
  trx: Trx,
  { whole }: CatalogueSource,
  user: SessionUser,
  fileKey: string,
): Promise<StoredFile | null> {
  const isShown = ({ kind, record_key }: { kind: string; record_key: number }): boolean => {
    const described = Object.hasOwn(whole.records, kind) ? whole.records[kind] : undefined;
    if (described?.privilege !== 'CASE_INFO') return false;
    const mayRead =
      Object.hasOwn(described.catalogue.roles, LOGO_ROLE) ||
      hasAnyPrivilege(user.privileges, ['READ.CASE_INFO', 'EDIT.CASE_INFO']);
    return mayRead && (limitOf(described, user)?.includes(record_key) ?? true);
  };
  const holders = await findHolders(trx, user.sponsorKey, fileKey);
  return holders.some(isShown) ? findStoredFile(trx, user.sponsorKey, fileKey) : null;
}

/** Key of the file with the logo of a sender; null: it has none. */
export async function logoOfSender(
  trx: Trx,
  whole: Catalogue,
  { sponsorKey, senderKey }: { sponsorKey: number; senderKey: number },
): Promise<string | null> {
  const kind = kindWithRole(whole, LOGO_ROLE);
  if (!kind) return null;
  const docs = await findRecordDocs(trx, { sponsorKey, kind: kind.kind, recordKey: senderKey });
  const item = kind.catalogue.roles[LOGO_ROLE];
  return contentOf(docs).values.find(({ itemId }) => itemId === item)?.value ?? null;
}
