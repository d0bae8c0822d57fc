/** Whom reports of cases may be made for. */
import type { DataOf, readReportReceivers } from '../../../shared/contract/index.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { findReceivers, maskedFor } from '../../receivers/receiverFacts.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** With a case, what its sender's receivers get masked. */
export const reportReceivers = (
  { db, catalogue }: DatabaseWorld & CatalogueWorld,
  user: SessionUser,
  caseKey?: number,
): Promise<DataOf<typeof readReportReceivers>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const { sponsorKey } = user;
    const senderKey = caseKey === undefined ? null : (await findVisibleCase(trx, user, caseKey)).sender_key;
    const receivers = await findReceivers(trx, catalogue, { sponsorKey, senderKey });
    return {
      receiverList: receivers.map((receiver) => ({
        receiverName: receiver.name,
        receiverType: receiver.type,
        language: receiver.language,
        maskedItems: [...maskedFor(catalogue, receiver)],
      })),
    };
  });
