/** Handing out the file of an attachment item. */
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { appendChange } from '../../audit/appendChange.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { valueEntry } from '../../audit/contentEntries.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import { fileNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findValue } from './readPages.service.ts';
import type { Author } from '../../page-save/saveDocuments.ts';

/** What this module needs of the server. */
type RowFileWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & FilesWorld;

/** The file with the name it was attached under; noted in the audit trail. 404 FILE_NOT_FOUND where there is none. */
export async function readAttachment(
  deps: RowFileWorld,
  { user, requestId }: Author,
  caseKey: number,
  address: ItemAddress,
): Promise<FileAnswer> {
  const { whole } = deps.catalogue;
  if (whole.items[address.itemId]?.control !== 'attachment') throw fileNotFound();
  const stored = await inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const value = await findValue(trx, deps, user, caseKey, address);
    if (!value?.value) throw fileNotFound();
    await appendChange(
      trx,
      deps,
      { user, requestId },
      {
        ...caseChain(user.sponsorKey, found.root_case_key),
        caseKey,
        at: deps.clock.now(),
        page: whole.items[address.itemId]?.page ?? '',
      },
      [valueEntry(whole, address, value, value, 'download')],
    );
    return value;
  });
  const body = await deps.files.stream(stored.value ?? '');
  if (!body) throw fileNotFound();
  const { fileName, mediaType } = stored.properties ?? {};
  return {
    fileName: fileName ?? address.itemId,
    mediaType: mediaType ?? 'application/octet-stream',
    body,
    isStored: true,
  };
}
