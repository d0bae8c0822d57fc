/** A file of reports becomes cases in one step. */
import type { ImportProgress } from '../../../shared/contract/caseImport.ts';
import { importInThread } from '../../case-import/importInThread.ts';
import type { OneStepImporter } from '../../case-import/importReportFile.ts';
import { storeStaged } from '../../case-import/stagedFiles.ts';
import { senderOfNewCase } from '../../cases/record/senderOfNewCase.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import { EncodedAnswer } from '../../http/envelope.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { LogWorld } from '../../ports/log.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';

/** What this module needs of the server. */
type CaseImportWorld = CatalogueWorld & ClockWorld & DatabaseWorld & FilesWorld & LogWorld & ThreadsWorld;

export interface ImportRequest {
  user: SessionUser;
  senderKey: number | null;
  language: Language;
  otherPatient: OneStepImporter['otherPatient'];
  nothingToNullify: OneStepImporter['nothingToNullify'];
  requestId: string;
  upload: Upload;
  report: (progress: ImportProgress) => void;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/**
 * Imports every message of every XML file, each in a transaction of its own; what happened to each is kept and
 * answered. A file that cannot be read whole brings nothing; when no file could be read: 422 UNREADABLE_XML. All of it
 * is done in a worker thread, but for the file store.
 */
export async function importUpload(deps: CaseImportWorld, request: ImportRequest): Promise<EncodedAnswer> {
  const { user, upload, language, otherPatient, nothingToNullify, requestId } = request;
  const importer = {
    user,
    otherPatient,
    nothingToNullify,
    requestId,
    senderKey: await senderFor(deps, request),
    reason: `Import ${upload.fileName}`,
  };
  const answer = await importInThread(
    deps,
    { importer, language, upload },
    {
      storeFiles: (fileKeys) => storeStaged(deps.files, upload.folder, fileKeys),
      keepUpload: () => deps.files.putFile(upload.path),
      report: request.report,
      notStored: (message, why) => deps.log.error({ why, message }, 'a message could not be stored'),
    },
    { userKey: user.userKey, signal: request.signal },
  );
  return new EncodedAnswer(answer);
}

/** Whom new cases belong to. Throws what `senderOfNewCase` throws. */
export const senderFor = (
  { db }: DatabaseWorld,
  { user, senderKey }: Pick<ImportRequest, 'user' | 'senderKey'>,
): Promise<number> => inSponsor(db, user.sponsorKey, (trx) => senderOfNewCase(trx, user, senderKey));
