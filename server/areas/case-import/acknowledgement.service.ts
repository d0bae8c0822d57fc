/** Acknowledgements of imported batches, for their senders. */
import { limitsOf } from '../../../shared/access/scope.ts';
import { writeAcknowledgement } from '../../../shared/submission/writeAcknowledgement.ts';
import { writeR2Acknowledgement } from '../../../shared/submission/writeR2Acknowledgement.ts';
import { canBeAcknowledged, composeAcknowledgement } from '../../case-import/acknowledgement.ts';
import {
  findBatches,
  findImportedFile,
  findMessages,
  findRun,
  updateBatch,
} from '../../case-import/importRun.store.ts';
import { keysInScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { acknowledgementNotReady, noPrivilege, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';

/** Throws 404 NOT_FOUND, 403 NO_PRIVILEGE for who may not see all cases of the batch, 409 ACKNOWLEDGEMENT_NOT_READY. */
export const acknowledgementFile = (
  { db, catalogue, clock }: CatalogueWorld & ClockWorld & DatabaseWorld,
  user: SessionUser,
  { dataKey, batchNo }: { dataKey: number; batchNo: number },
): Promise<FileAnswer> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { sponsorKey, userName } = user;
    const file = await findImportedFile(trx, sponsorKey, dataKey);
    const run = { sponsorKey, runKey: file?.run_key ?? '' };
    const batch =
      file &&
      (await findBatches(trx, run)).find((one) => one.file_no === file.file_no && one.batch_no === batchNo);
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
    if (batch.acknowledged_at === null)
      await updateBatch(
        trx,
        { ...run, batchNo },
        { acknowledged_at: clock.now(), acknowledged_name: userName },
      );
    const text =
      batch.form === 'R2' ? writeR2Acknowledgement(acknowledgement) : writeAcknowledgement(acknowledgement);
    return { fileName: `${number}.xml`, mediaType: 'application/xml', body: Buffer.from(text, 'utf8') };
  });
