/** Keeps what became of the messages of an import. */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { importFile } from '../../../shared/contract/caseImport.ts';
import { storable } from '../../audit/storable.ts';
import { nextNumber } from '../../cases/record/case.store.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { insertImport } from './caseImport.store.ts';

type Import = DataOf<typeof importFile>;

/** Stores the result under the next number of imports, and returns it. */
export function keepResult(
  { db, clock }: DatabaseWorld & ClockWorld,
  { sponsorKey, userId }: SessionUser,
  { fileName: name, fileKey, cases }: Omit<Import, 'dataKey'> & { fileKey: string },
): Promise<Import> {
  const fileName = storable(name);
  return inSponsor(db, sponsorKey, async (trx) => {
    const dataKey = await nextNumber(trx, sponsorKey, 'data');
    await insertImport(trx, {
      sponsorKey,
      dataKey,
      fileName,
      fileKey,
      at: clock.now(),
      userId,
      result: cases,
    });
    return { dataKey, fileName, cases };
  });
}
