/** What a case was imported from, over all its versions, as one user may see it. */
import type { DataOf } from '../../shared/contract/call.ts';
import type { readImportsOfCase } from '../../shared/contract/caseImport.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { findVisibleCase } from '../cases/record/caseAccess.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { importedCase, type DetailReader } from './importDetail.ts';
import { findMessagesOfCase } from './importRun.store.ts';

/** Throws 404 NOT_FOUND. */
export const importsOfCase = (
  deps: CatalogueWorld & DatabaseWorld,
  reader: DetailReader,
  caseKey: number,
): Promise<DataOf<typeof readImportsOfCase>> =>
  inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const { root_case_key } = await findVisibleCase(trx, reader.user, caseKey);
    const messages = await findMessagesOfCase(trx, reader.user.sponsorKey, root_case_key);
    return {
      imports: messages.map((message) => ({
        ...importedCase(
          deps,
          { ...reader, isImporter: message.user_key === reader.user.userKey },
          message,
          message,
        ),
        dataKey: message.data_key,
        at: message.imported_at.toISOString(),
        userName: message.user_name ?? '',
      })),
    };
  });
