/** Acknowledgements of imported batches, for their senders: fetched, or sent by the transport of the partner. */
import type { BodyOf, sendAcknowledgement } from '../../../shared/contract/index.ts';
import { limitsOf } from '../../../shared/access/scope.ts';
import { rolesShow } from '../../../shared/blinding/sight.ts';
import { writeAcknowledgement } from '../../../shared/submission/writeAcknowledgement.ts';
import { writeR2Acknowledgement } from '../../../shared/submission/writeR2Acknowledgement.ts';
import { canBeAcknowledged, composeAcknowledgement } from '../../case-import/acknowledgement.ts';
import { ACKNOWLEDGEMENT_SENDING } from '../../case-import/acknowledgement.process.ts';
import {
  findAcknowledgements,
  insertAcknowledgement,
  type StoredAcknowledgement,
} from '../../case-import/acknowledgement.store.ts';
import { acknowledgementRoutes } from '../../case-import/acknowledgementRoute.ts';
import {
  findBatches,
  findImportedFile,
  findMessages,
  findRun,
  updateBatch,
  type RunRef,
} from '../../case-import/importRun.store.ts';
import { keysInScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ConfigWorld } from '../../config.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import { noteFiles } from '../../files/storedFile.store.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import {
  acknowledgementNotReady,
  noPrivilege,
  notFound,
  submissionRefused,
  transportNotSetUp,
} from '../../problems.ts';
import { applyEvent, startProcess } from '../../processes/applyEvent.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';

type AcknowledgementWorld = CatalogueWorld & ClockWorld & DatabaseWorld & FilesWorld;
type SendingWorld = AcknowledgementWorld & ConfigWorld & UuidWorld;

interface OfBatch {
  dataKey: number;
  batchNo: number;
}

const MEDIA_TYPE = 'application/xml';

/**
 * Throws 404 NOT_FOUND, 403 NO_PRIVILEGE for who may not see all cases of the batch, or an item that the answer names, 409
 * ACKNOWLEDGEMENT_NOT_READY.
 */
export const acknowledgementFile = (
  deps: AcknowledgementWorld,
  user: SessionUser,
  of: OfBatch,
): Promise<FileAnswer> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { fileName, body, sent, itemIds, ...made } = await madeAcknowledgement(trx, deps, user, of);
    if (!rolesShow(deps.catalogue.whole, user, itemIds)) throw noPrivilege();
    await noteFetched(trx, deps, user, made);
    // what was sent is shown as it was sent
    const stored = sent && (await deps.files.get(sent.file_key));
    return { fileName, mediaType: MEDIA_TYPE, body: stored ? Buffer.from(stored) : body };
  });

/**
 * Sends the acknowledgement, or says what becomes of one that was sent. Throws as `acknowledgementFile`, 422
 * TRANSPORT_NOT_SET_UP where the sender of the batch is no receiver that can be reached, and 409 SUBMISSION_REFUSED.
 */
export async function sendOrDecide(
  deps: SendingWorld,
  user: SessionUser,
  { event, ...of }: OfBatch & BodyOf<typeof sendAcknowledgement>,
): Promise<void> {
  const { sponsorKey, userKey, userId, userName } = user;
  const { db, clock, newUuid, files, catalogue, config } = deps;
  const read = await inSponsor(db, sponsorKey, (trx) => madeAcknowledgement(trx, deps, user, of));
  const fileKey = await files.put(read.body);
  await inSponsor(db, sponsorKey, async (trx) => {
    const at = clock.now();
    const { sent, ...made } = await madeAcknowledgement(trx, deps, user, of);
    if (event !== 'send') {
      if (!sent) throw notFound();
      const { process_key: processKey } = sent;
      const type = event === 'retry' ? event : `person.${event}`;
      const sending = { sponsorKey, processKey, eventId: newUuid(), event: { type }, at, userKey };
      const { outcome } = await applyEvent(trx, ACKNOWLEDGEMENT_SENDING, sending);
      if (outcome === 'refused') throw submissionRefused(sent.state);
      return;
    }
    const hasFolder = config.submissionDir !== null;
    const route = (await acknowledgementRoutes(trx, catalogue, { sponsorKey, hasFolder }))(made.senderId);
    if (!route) throw transportNotSetUp();
    const processKey = newUuid();
    await noteFiles(trx, { sponsorKey, userId, at }, [
      { fileKey, fileName: made.fileName, mediaType: MEDIA_TYPE, size: read.body.length },
    ]);
    const isNew = await insertAcknowledgement(trx, {
      sponsor_key: sponsorKey,
      run_key: made.run.runKey,
      batch_no: of.batchNo,
      process_key: processKey,
      file_name: made.fileName,
      file_key: fileKey,
      receiver: route.receiver,
      receiver_key: route.receiverKey,
      transport: route.transport,
      environment: route.environment,
      state: 'handing',
      created_at: at,
      created_name: userName,
    });
    if (!isNew) throw submissionRefused(sent?.state ?? 'sent');
    await startProcess(trx, ACKNOWLEDGEMENT_SENDING, { sponsorKey, processKey, input: {}, at, userKey });
  });
}

interface MadeAcknowledgement {
  run: RunRef;
  batchNo: number;
  acknowledgedAt: Date | null;
  /** of who sent the batch */
  senderId: string | null;
  fileName: string;
  body: Buffer;
  /** named in it */
  itemIds: string[];
  /** null: it was not sent */
  sent: StoredAcknowledgement | null;
}

async function madeAcknowledgement(
  trx: Trx,
  { catalogue, clock }: CatalogueWorld & ClockWorld,
  user: SessionUser,
  { dataKey, batchNo }: OfBatch,
): Promise<MadeAcknowledgement> {
  const { sponsorKey } = user;
  const file = await findImportedFile(trx, sponsorKey, dataKey);
  if (!file) throw notFound();
  const run = { sponsorKey, runKey: file.run_key };
  const batch = (await findBatches(trx, run)).find(
    (one) => one.file_no === file.file_no && one.batch_no === batchNo,
  );
  if (!batch) throw notFound();
  const messages = (await findMessages(trx, run, file.file_no)).filter(
    (message) => message.batch_no === batchNo,
  );
  const keys = messages.flatMap(({ case_key }) => case_key ?? []);
  const visible = await keysInScope(trx, sponsorKey, user, keys);
  if (limitsOf(user).length > 0 && keys.some((key) => !visible.has(key))) throw noPrivilege();
  if (!canBeAcknowledged(batch, messages)) throw acknowledgementNotReady();
  const at = (await findRun(trx, run))?.ended_at ?? clock.now();
  const number = `ACK-${dataKey}-${batchNo}`;
  const acknowledgement = composeAcknowledgement(catalogue, { batch, messages, number, at });
  const text =
    batch.form === 'R2' ? writeR2Acknowledgement(acknowledgement) : writeAcknowledgement(acknowledgement);
  return {
    run,
    batchNo,
    acknowledgedAt: batch.acknowledged_at,
    senderId: batch.sender,
    fileName: `${number}.xml`,
    body: Buffer.from(text, 'utf8'),
    itemIds: messages.flatMap(({ why_items: whyItems, details: { findings = [] } }) => [
      ...whyItems,
      ...findings.map(({ itemId }) => itemId),
    ]),
    sent: (await findAcknowledgements(trx, run)).find((one) => one.batch_no === batchNo) ?? null,
  };
}

/** Who fetched it first. What was sent says so by itself. */
async function noteFetched(
  trx: Trx,
  { clock }: ClockWorld,
  { userName }: SessionUser,
  { run, batchNo, acknowledgedAt }: Pick<MadeAcknowledgement, 'run' | 'batchNo' | 'acknowledgedAt'>,
): Promise<void> {
  if (acknowledgedAt !== null) return;
  const change = { acknowledged_at: clock.now(), acknowledged_name: userName };
  await updateBatch(trx, { ...run, batchNo }, change);
}
