/** Whom reports of cases may be made for. */
import type { DataOf, readReportReceivers } from '../../../shared/contract/index.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { findReceivers } from '../../receivers/receiverFacts.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';

export const reportReceivers = (
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readReportReceivers>> =>
  readInSponsor(db, sponsorKey, async (trx) => ({
    receiverList: (await findReceivers(trx, catalogue, { sponsorKey, senderKey: null })).map(
      ({ name: receiverName }) => ({
        receiverName,
      }),
    ),
  }));
