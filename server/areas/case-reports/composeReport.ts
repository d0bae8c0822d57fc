/** Reads a case and writes its message. */
import { sightOf } from '../../../shared/blinding/sight.ts';
import { scopeAllows } from '../../../shared/access/scope.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { DataOf, readMessageLines } from '../../../shared/contract/index.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { readCaseContent, readResidue } from '../../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { notFound } from '../../problems.ts';
import { readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { addressOfCase } from '../../receivers/addressOfCase.ts';
import { findReceiver, maskedFor } from '../../receivers/receiverFacts.ts';
import { senderIdOf } from '../../submissions/senderId.ts';
import { findSenderName } from './caseReports.store.ts';
import {
  composeLines,
  composeMessage,
  composeR2,
  type ComposedMessage,
  type ComposedR2,
  type MessageInput,
} from '../../messages/composeMessage.ts';

/** What this module needs of the server. */
type ComposeWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

export interface ReportRequest {
  user: SessionUser;
  caseKey: number;
  notation: boolean;
  receiver: string | null;
  /** the sender that it is sent for; left out: that of the case */
  senderKey?: number | undefined;
}

/** The message of the case as it is stored. */
export const composeReport = async (world: ComposeWorld, request: ReportRequest): Promise<ComposedMessage> =>
  composeMessage(world.catalogue, await readMessage(world, request));

/** The same as E2B(R2), with what it does not hold. */
export const composeR2Report = async (world: ComposeWorld, request: ReportRequest): Promise<ComposedR2> =>
  composeR2(world.catalogue, await readMessage(world, request));

/** The message that another content of the case would be, line by line. */
export async function composeReportLines(
  world: ComposeWorld,
  request: ReportRequest,
  content: CaseContent,
): Promise<DataOf<typeof readMessageLines>> {
  const stored = await readMessage(world, request);
  const lines = composeLines(world.catalogue, { ...stored, content });
  return {
    lines: lines.map(({ depth, text, origins }) => ({ depth, text, values: origins.map(addressKey) })),
  };
}

const readMessage = (
  { db, clock, catalogue }: ComposeWorld,
  { user, caseKey, notation, receiver, senderKey }: ReportRequest,
): Promise<MessageInput> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    if (senderKey !== undefined && !scopeAllows(user, { senderKeys: [senderKey] })) throw notFound();
    const found = await findVisibleCase(trx, user, caseKey);
    const of = { sponsorKey: found.sponsor_key, senderKey: senderKey ?? found.sender_key };
    const content = await readCaseContent(trx, of.sponsorKey, caseKey);
    const organisation = await findSenderName(trx, of.sponsorKey, of.senderKey);
    const known = await findReceiver(trx, catalogue, { ...of, receiver });
    return {
      content,
      residue: await readResidue(trx, of.sponsorKey, caseKey),
      facts: { caseNo: found.case_no, sender: organisation, receiver },
      recipient: known
        ? {
            region: known.region,
            senderId: await senderIdOf(trx, catalogue, { ...of, organisation }, known),
            address: addressOfCase(catalogue, known, content),
          }
        : null,
      user: sightOf(user),
      masked: maskedFor(catalogue, known),
      notation,
      now: clock.now(),
    };
  });
