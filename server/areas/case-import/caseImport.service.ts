/** A file of reports becomes cases. */
import { scopeAllows } from '../../../shared/access/scope.ts';
import type { DataOf } from '../../../shared/contract/call.ts';
import type { ImportProgress, readImport } from '../../../shared/contract/caseImport.ts';
import { findSenderKey } from '../../cases/record/case.store.ts';
import { keysInScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import { noPrivilege, noSender, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { EncodedAnswer } from '../../http/envelope.ts';
import { findImport } from './caseImport.store.ts';
import { importInThread } from './importInThread.ts';
import type { Imported, Importer } from './importMessage.service.ts';
import { storeStaged } from './stagedFiles.ts';

/** What this module needs of the server. */
type CaseImportWorld = CatalogueWorld & ClockWorld & DatabaseWorld & FilesWorld & LogWorld & ThreadsWorld;

export interface ImportRequest {
  user: SessionUser;
  senderKey: number | null;
  language: Language;
  otherPatient: Importer['otherPatient'];
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
  const { user, upload, language, otherPatient, requestId } = request;
  const importer = {
    user,
    language,
    otherPatient,
    requestId,
    senderKey: await senderFor(deps, request),
    reason: `Import ${upload.fileName}`,
  };
  const answer = await importInThread(
    deps,
    { importer, upload },
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

/**
 * The result of an earlier import: of the cases the user may see, and, for who imported the file, of the messages that
 * became none. Throws 404 NOT_FOUND.
 */
export function importDetail(
  { db }: CaseImportWorld,
  user: SessionUser,
  dataKey: number,
): Promise<DataOf<typeof readImport>> {
  const { sponsorKey, userId } = user;
  return inSponsor(db, sponsorKey, async (trx) => {
    const found = await findImport(trx, sponsorKey, dataKey);
    if (!found) throw notFound();
    const cases = found.result as Imported[];
    const seen = await keysInScope(
      trx,
      sponsorKey,
      user,
      cases.flatMap(({ caseKey }) => caseKey ?? []),
    );
    const isHis = found.user_id === userId;
    return {
      dataKey,
      fileName: found.file_name,
      cases: cases.filter(({ caseKey }) => (caseKey === null ? isHis : seen.has(caseKey))),
    };
  });
}

async function senderFor({ db }: CaseImportWorld, { user, senderKey }: ImportRequest): Promise<number> {
  const { sponsorKey, senderKeys } = user;
  const found = await inSponsor(db, sponsorKey, (trx) =>
    findSenderKey(trx, sponsorKey, senderKey ?? senderKeys[0] ?? null),
  );
  if (found === undefined) throw noSender();
  if (!scopeAllows(user, { senderKeys: [found] })) throw noPrivilege();
  return found;
}
