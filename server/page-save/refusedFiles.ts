/** Attachments that a save may not name. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ItemChange } from '../../shared/case/changeSet.ts';
import { attachmentItems, fileProblem, isAttachment } from '../../shared/entry/acceptedFile.ts';
import type { Chain } from '../audit/auditEntry.ts';
import { filesOfChain } from '../audit/filesOfChain.store.ts';
import { filesBroughtBy, findStoredFile } from '../files/storedFile.store.ts';
import type { Trx } from '../storage/database.ts';
import { refusal, type Refusal } from './refusal.ts';

/** Whether the properties name a file that is not the value: a message is written from them, a page opens the value. */
const namesOtherFile = ({ value, properties }: ItemChange): boolean =>
  Boolean(value) && properties?.fileKey !== undefined && properties.fileKey !== value;

/**
 * An attachment must be a file that the user uploaded or the case or record had as one: knowing a hash gives no access to a
 * file of others. It must be of a type and size that the item accepts.
 */
export async function refusedFiles(
  trx: Trx,
  { items }: Catalogue,
  { chain, userId }: { chain: Chain; userId: string },
  changes: readonly ItemChange[],
): Promise<Refusal[]> {
  const refused = changes.filter(namesOtherFile).map((change) => refusal(change, 'file.unknown'));
  const attached = changes.flatMap((change) => {
    const item = items[change.itemId];
    return item && isAttachment(item) && change.value ? [{ change, item, fileKey: change.value }] : [];
  });
  if (attached.length === 0) return refused;
  const fileKeys = attached.map(({ fileKey }) => fileKey);
  const { sponsorKey } = chain;
  const known = new Set([
    ...(await filesOfChain(trx, chain, { fileKeys, itemIds: attachmentItems({ items }) })),
    ...(await filesBroughtBy(trx, { sponsorKey, userId }, fileKeys)),
  ]);
  for (const { change, item, fileKey } of attached) {
    const file = known.has(fileKey) ? await findStoredFile(trx, sponsorKey, fileKey) : null;
    if (!known.has(fileKey)) refused.push(refusal(change, 'file.unknown'));
    if (file && (change.properties?.size ?? file.size) !== file.size)
      refused.push(refusal(change, 'item.structure'));
    const problem = file && fileProblem(item.file, file);
    if (problem) refused.push(refusal(change, `file.${problem}`));
  }
  return refused;
}
