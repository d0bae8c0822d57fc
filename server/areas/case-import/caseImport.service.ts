/** A file of reports becomes cases. */
import { scopeAllows } from '../../../shared/access/scope.ts';
import type { DataOf } from '../../../shared/contract/call.ts';
import type { importFile, ImportProgress, readImport } from '../../../shared/contract/caseImport.ts';
import type { Residue, ReadMessage } from '../../../shared/e2b/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { storable } from '../../audit/storable.ts';
import { findSenderKey, nextNumber } from '../../cases/record/case.store.ts';
import { keysInScope } from '../../cases/record/caseScope.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import { noPrivilege, noSender, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { findImport, insertImport } from './caseImport.store.ts';
import { importMessage, refused } from './importMessage.service.ts';
import type { Imported, Importer, Outcome } from './importMessage.service.ts';
import { readReports } from './readReports.ts';
import { storeStaged } from './stagedFiles.ts';

/** What this module needs of the server. */
type CaseImportWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  FilesWorld &
  LogWorld &
  ProjectionsWorld &
  ThreadsWorld;

type Import = DataOf<typeof importFile>;

export interface ImportRequest {
  user: SessionUser;
  senderKey: number | null;
  language: Language;
  requestId: string;
  upload: Upload;
  report: (progress: ImportProgress) => void;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/**
 * Imports every message of every XML file, each in a transaction of its own; what happened to each is kept and
 * answered. A file that cannot be read whole brings nothing; when no file could be read: 422 UNREADABLE_XML.
 */
export async function importUpload(deps: CaseImportWorld, request: ImportRequest): Promise<Import> {
  const { user, upload } = request;
  const importer: Importer = {
    ...request,
    senderKey: await senderFor(deps, request),
    reason: `Import ${upload.fileName}`,
    storeFiles: (fileKeys) => storeStaged(deps.files, upload.folder, fileKeys),
  };
  const cases = await readReports(
    deps.threads,
    { upload, sources: deps.catalogue.sources, now: deps.clock.now() },
    {
      store: (message, batchResidue) => outcomeOf(deps, importer, message, batchResidue),
      report: request.report,
    },
    { userKey: user.userKey, signal: request.signal },
  );
  const fileKey = await deps.files.putFile(upload.path);
  return keepResult(deps, user, { fileName: storable(upload.fileName), cases }, fileKey);
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

/** One message that cannot be stored does not keep the others out. */
async function outcomeOf(
  deps: CaseImportWorld,
  importer: Importer,
  message: ReadMessage,
  batchResidue: Residue[],
): Promise<Outcome> {
  try {
    return await importMessage(deps, importer, message, batchResidue);
  } catch (err) {
    deps.log.error({ err, message: message.number }, 'a message could not be stored');
    return refused('notStored', importer.language);
  }
}

function keepResult(
  { db, clock }: CaseImportWorld,
  { sponsorKey, userId }: SessionUser,
  { fileName, cases }: Omit<Import, 'dataKey'>,
  fileKey: string,
): Promise<Import> {
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
