/** What a user does with files of lists: each is a durable process, whose key is that of the export. */
import type {
  BodyOf,
  DataOf,
  ListExportProgress,
  ParamsOf,
  readListExport,
  readListExports,
  startListExport,
} from '../../../shared/contract/index.ts';
import { reachCovers } from '../../../shared/access/reach.ts';
import { EXPORT_STATES } from '../../../shared/contract/index.ts';
import type { ExportedFile } from '../../../machines/list-export/listExport.machine.ts';
import { enqueueDistributions } from '../../cases/lifecycle/distributions.ts';
import { distributedAs } from '../../cases/lifecycle/distribution.ts';
import type { TemporaryFilesWorld } from '../../files/temporaryFiles.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { XLSX_MEDIA_TYPE } from '../../files/xlsx.ts';
import type { ListDeps } from '../../lists/answerList.ts';
import type { ListFilesWorld } from '../../lists/listFiles.ts';
import type { ListCaller } from '../../lists/listSource.ts';
import { LIST_EXPORT, type ListExport } from '../../lists/listExport.process.ts';
import { openPack } from '../../lists/reportPack.ts';
import { findExport } from '../../lists/listExport.store.ts';
import { applyEvent, startProcess } from '../../processes/applyEvent.ts';
import { findProcess } from '../../processes/process.store.ts';
import type { Process } from '../../processes/process.types.ts';
import { exportBeyondAccess, exportNotFound, exportNotReady } from '../../problems.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { findExportsSince } from './listExports.store.ts';
import { findJobProgress } from '../../jobs/jobProgress.store.ts';

type Key = ParamsOf<typeof readListExport>;
type World = DatabaseWorld & ClockWorld & UuidWorld;

const DAY_MS = 24 * 60 * 60_000;

/** Throws what reading the list with these parameters throws. */
export async function start<Areas extends object>(
  deps: Areas & World & ListDeps & ListFilesWorld<Areas>,
  { user, language, appendix, signal }: ListCaller & { signal: AbortSignal },
  {
    menuId,
    exportKey,
    params = {},
    query = {},
    reports,
  }: { menuId: string } & BodyOf<typeof startListExport>,
): Promise<ListExportProgress> {
  // what may not be read is refused now, not by the job
  const list = await deps.listFiles.open(menuId, { deps, user, language, appendix, params, query });
  if (reports)
    await openPack(deps.listFiles.packReports, { deps, caller: list.caller, signal }, list, {
      pack: reports,
      query,
    });
  const { userKey, sponsorKey, senderKey } = user;
  const acting = { userKey, sponsorKey, senderKey };
  const request = { menuId, user: acting, language, appendix, params, query, ...(reports && { reports }) };
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const { process } = await startProcess(trx, LIST_EXPORT, {
      sponsorKey,
      processKey: exportKey,
      input: { request },
      at: deps.clock.now(),
      userKey,
    });
    if (!isOwn(process, user, menuId)) throw exportNotFound();
    return progressOf(trx, process);
  });
}

export const exportsOfUser = (
  { db, clock }: World,
  user: SessionUser,
  menuId: string,
): Promise<DataOf<typeof readListExports>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const since = new Date(clock.now().getTime() - DAY_MS);
    const exports = [];
    for (const key of await findExportsSince(trx, user, { chart: LIST_EXPORT.name, menuId, since })) {
      const process = await ownExport(trx, user, { menuId, exportKey: key });
      if (!process) continue;
      const at = process.createdAt.toISOString();
      exports.push({ exportKey: key, at, ...(await progressOf(trx, process)) });
    }
    return { exports };
  });

/** Throws 404 EXPORT_NOT_FOUND for a file that does not exist or that another user requested. */
export const progressOfExport = ({ db }: World, user: SessionUser, key: Key): Promise<ListExportProgress> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const process = await ownExport(trx, user, key);
    if (process) return progressOf(trx, process);
    // one that is streamed is no process
    const streamed = await findExport(trx, user, key.menuId, key.exportKey);
    if (!streamed) throw exportNotFound();
    return { rows: streamed.row_count, totalCount: streamed.total_count, state: streamed.state };
  });

/** Throws 404 EXPORT_NOT_FOUND. A file that is made already stays. */
export const cancel = (deps: World, user: SessionUser, key: Key): Promise<ListExportProgress> =>
  tell(deps, user, key, 'export.cancelled');

/** Throws 404 EXPORT_NOT_FOUND. One that is being made, or made, is left alone. */
export const retry = (deps: World, user: SessionUser, key: Key): Promise<ListExportProgress> =>
  tell(deps, user, key, 'export.retried');

/** Throws 404 EXPORT_NOT_FOUND, also after its time is over, 409 EXPORT_NOT_READY, and 403 EXPORT_BEYOND_ACCESS. */
export async function fetchFile(
  deps: World & TemporaryFilesWorld,
  user: SessionUser,
  key: Key,
): Promise<FileAnswer> {
  const { file, state, request } = await inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const process = await ownExport(trx, user, key);
    if (!process) throw exportNotFound();
    const { file, request } = process.context as ListExport;
    return { file, request, state: process.state };
  });
  if (state !== 'done' || !file) throw file ? exportNotFound() : exportNotReady();
  // roles may hide more from its maker since, and limits more cases
  if (!file.madeWith || !reachCovers(user, file.madeWith)) throw exportBeyondAccess();
  const body = await deps.temporaryFiles.read(key.exportKey);
  if (!body) throw exportNotFound();
  await tell(deps, user, key, 'file.fetched', (trx) => noteHandedOut(trx, deps, user, request, file));
  return { fileName: file.fileName, mediaType: mediaTypeOf(file.fileName), body };
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};

const mediaTypeOf = (fileName: string): string =>
  MEDIA_TYPES[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? XLSX_MEDIA_TYPE;

/** Fetching a file of reports hands out each of its cases. */
async function noteHandedOut(
  trx: Trx,
  { clock }: World,
  user: SessionUser,
  { reports: pack }: ListExport['request'],
  { reports }: ExportedFile,
): Promise<void> {
  if (!pack || !reports) return;
  const { userKey, userId, userName, sponsorKey } = user;
  await enqueueDistributions(trx, {
    sponsorKey,
    caseKeys: reports.caseKeys,
    at: clock.now(),
    user: { userKey, userId, userName },
    ...distributedAs(pack.reportId, { receiver: pack.receiver, isTest: pack.test === 'Y' }),
  });
}

const tell = (
  { db, clock, newUuid }: World,
  user: SessionUser,
  key: Key,
  type: string,
  also: (trx: Trx) => Promise<void> = async () => {},
): Promise<ListExportProgress> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await ownExport(trx, user, key);
    if (!found) throw exportNotFound();
    await also(trx);
    const { process } = await applyEvent(trx, LIST_EXPORT, {
      sponsorKey: user.sponsorKey,
      processKey: key.exportKey,
      eventId: newUuid(),
      event: { type },
      at: clock.now(),
      userKey: user.userKey,
    });
    return progressOf(trx, process);
  });

async function ownExport(
  trx: Trx,
  user: SessionUser,
  { menuId, exportKey }: Key,
): Promise<Process | undefined> {
  const process = await findProcess(trx, user.sponsorKey, exportKey);
  return process && isOwn(process, user, menuId) ? process : undefined;
}

const isOwn = ({ chart, createdBy, context }: Process, { userKey }: SessionUser, menuId: string): boolean =>
  chart === LIST_EXPORT.name && createdBy === userKey && (context as ListExport).request.menuId === menuId;

async function progressOf(trx: Trx, process: Process): Promise<ListExportProgress> {
  const { total, file, error } = process.context as ListExport;
  const written = (await findJobProgress(trx, process.sponsorKey, process.tasks['makeFile']))?.done;
  return {
    rows: file?.rows ?? written ?? 0,
    totalCount: total ?? 0,
    state: stateOf(process),
    ...(file && { fileName: file.fileName }),
    ...(file?.reports && { refused: file.reports.refused }),
    ...(error !== null && { error }),
  };
}

function stateOf({ state }: Process): ListExportProgress['state'] {
  const name = typeof state === 'string' ? state : Object.values(state)[0];
  return EXPORT_STATES.find((one) => one === name) ?? 'expired';
}
