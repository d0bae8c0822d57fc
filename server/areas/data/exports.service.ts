/** Files of questions about cases: requested, followed, cancelled, fetched. Each is a durable process. */
import {
  EXPORT_STATES,
  MAX_STREAMED_CASES,
  type BodyOf,
  type DataExport,
  type DataOf,
  type downloadDataset,
  type listRecentExports,
  type readDatasets,
  type readExport,
  type startExport,
} from '../../../shared/contract/index.ts';
import { reachCovers } from '../../../shared/access/reach.ts';
import { isSelectable } from '../../../shared/query/itemKind.ts';
import {
  keepValues,
  mayAsk,
  requireAskable,
  requireSeen,
  selectedItems,
  sentenceOf,
} from '../../case-query/passingCases.ts';
import { nextNumber } from '../../cases/record/case.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { openCaseFile, requireExportable, type CaseFileWorld } from '../../data-export/caseFile.ts';
import { DATA_EXPORT, outerState, type DataExportContext } from '../../data-export/dataExport.process.ts';
import {
  findExport,
  findExportOfProcess,
  findRecentExports,
  insertExport,
  noteFetch,
  updateExport,
  type StoredExport,
} from '../../data-export/dataExport.store.ts';
import type { TemporaryFilesWorld } from '../../files/temporaryFiles.ts';
import { XLSX_MEDIA_TYPE } from '../../files/xlsx.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { applyEvent, startProcess } from '../../processes/applyEvent.ts';
import { findProcess } from '../../processes/process.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { exportBeyondAccess, exportNotFound, exportNotReady, tooManyCases } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findJobProgress } from '../../jobs/jobProgress.store.ts';

type World = DatabaseWorld & ClockWorld & UuidWorld;

interface Caller {
  user: SessionUser;
  language: Language;
  appendix: string;
}

/** Throws 422 EXPORT_NEEDS_CONDITION, QUERY_FAULTS, UNKNOWN_BLOCK, 403 QUERY_BLINDED. */
export async function start(
  deps: World & CatalogueWorld,
  { user, language, appendix }: Caller,
  { exportKey, name, format, query }: BodyOf<typeof startExport>,
): Promise<DataExport> {
  const { sponsorKey, userKey, userId, userName, senderKey } = user;
  requireExportable(query);
  requireAskable(deps.catalogue, user, query);
  selectedItems(deps.catalogue, user, query);
  const at = deps.clock.now();
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await keepValues(trx, deps.catalogue, sponsorKey, query.condition);
    const request = { user: { userKey, sponsorKey, senderKey }, language, appendix, name, format, query };
    const { isNew } = await startProcess(trx, DATA_EXPORT, {
      sponsorKey,
      processKey: exportKey,
      input: { request },
      at,
      userKey,
    });
    if (isNew)
      await insertExport(trx, {
        sponsor_key: sponsorKey,
        data_key: await nextNumber(trx, sponsorKey, 'data'),
        process_key: exportKey,
        user_key: userKey,
        user_id: userId,
        user_name: userName,
        name: name.trim(),
        format,
        query: JSON.stringify(query),
        sentence: sentenceOf(deps.catalogue, query, language),
        at,
      });
    const stored = await findExportOfProcess(trx, sponsorKey, exportKey);
    if (stored?.user_key !== userKey) throw exportNotFound();
    return exportOf(trx, deps.catalogue, user, stored);
  });
}

/** Throws 404 EXPORT_NOT_FOUND, 403 QUERY_BLINDED. */
export const detail = (
  { db, catalogue }: World & CatalogueWorld,
  user: SessionUser,
  dataKey: number,
): Promise<DataOf<typeof readExport>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const stored = await existing(trx, user, dataKey);
    requireSeen(catalogue, user, stored.query.condition);
    return { ...(await exportOf(trx, catalogue, user, stored)), query: stored.query };
  });

export const recent = (
  { db, catalogue }: World & CatalogueWorld,
  user: SessionUser,
): Promise<DataOf<typeof listRecentExports>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const exports = [];
    for (const stored of await findRecentExports(trx, user))
      exports.push(await exportOf(trx, catalogue, user, stored));
    return { exports };
  });

/** Throws 404 EXPORT_NOT_FOUND for a file of another user. `type`: an event of the chart. */
export const tell = (
  { db, catalogue, clock, newUuid }: World & CatalogueWorld,
  user: SessionUser,
  { dataKey, type }: { dataKey: number; type: 'export.cancelled' | 'export.retried' },
): Promise<DataExport> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const stored = await ownExport(trx, user, dataKey);
    const { outcome } = await applyEvent(trx, DATA_EXPORT, {
      sponsorKey: user.sponsorKey,
      processKey: stored.process_key,
      eventId: newUuid(),
      event: { type },
      at: clock.now(),
      userKey: user.userKey,
    });
    if (type === 'export.retried' && outcome === 'applied')
      await updateExport(trx, user.sponsorKey, stored.process_key, { state: 'running' });
    return exportOf(trx, catalogue, user, await ownExport(trx, user, dataKey));
  });

/** Throws 404 EXPORT_NOT_FOUND, 409 EXPORT_NOT_READY, and 403 EXPORT_BEYOND_ACCESS. */
export async function fetchFile(
  deps: World & TemporaryFilesWorld,
  user: SessionUser,
  dataKey: number,
): Promise<FileAnswer> {
  const { sponsorKey, userKey } = user;
  const stored = await inSponsor(deps.db, sponsorKey, (trx) => ownExport(trx, user, dataKey));
  const { file_name: fileName, expires_at, state, process_key } = stored;
  if (state === 'running') throw exportNotReady();
  if (state !== 'done' || !fileName || !expires_at || expires_at <= deps.clock.now()) throw exportNotFound();
  if (!maySeeAllOf(user, stored)) throw exportBeyondAccess();
  const body = await deps.temporaryFiles.read(process_key);
  if (!body) throw exportNotFound();
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    await noteFetch(trx, sponsorKey, dataKey);
    await applyEvent(trx, DATA_EXPORT, {
      sponsorKey,
      processKey: process_key,
      eventId: deps.newUuid(),
      event: { type: 'file.fetched' },
      at: deps.clock.now(),
      userKey,
    });
  });
  return { fileName, mediaType: mediaTypeOf(fileName), body };
}

const mediaTypeOf = (fileName: string): string =>
  fileName.endsWith('.zip') ? 'application/zip' : XLSX_MEDIA_TYPE;

/** Whether the reader may see at least what the maker of the file could; blinded values, where it contains any. */
const maySeeAllOf = (user: SessionUser, { made_with: made }: StoredExport): boolean =>
  made !== null && reachCovers(user, { ...made, unblind: made.blinded, hidden: made.hidden ?? [] });

/** The file at once, for programs. Throws what `start` throws, and 422 TOO_MANY_CASES. */
export async function download<World extends object>(
  deps: World & CaseFileWorld<World> & UuidWorld,
  { user, language, appendix, signal }: Caller & { signal: AbortSignal },
  body: BodyOf<typeof downloadDataset>,
): Promise<FileAnswer> {
  const file = await openCaseFile(deps, { ...body, user, language, appendix, signal });
  const { fileName, mediaType, caseKeys, madeWith } = file;
  if (caseKeys.length > MAX_STREAMED_CASES) throw tooManyCases(caseKeys.length, MAX_STREAMED_CASES);
  const { sponsorKey, userKey, userId, userName } = user;
  await inSponsor(deps.db, sponsorKey, async (trx) =>
    insertExport(trx, {
      sponsor_key: sponsorKey,
      data_key: await nextNumber(trx, sponsorKey, 'data'),
      process_key: deps.newUuid(),
      user_key: userKey,
      user_id: userId,
      user_name: userName,
      name: body.name.trim(),
      format: body.format,
      query: JSON.stringify(body.query),
      sentence: sentenceOf(deps.catalogue, body.query, language),
      at: deps.clock.now(),
      // nothing is stored of it
      state: 'expired',
      cases: caseKeys.length,
      file_name: fileName,
      made_with: JSON.stringify(madeWith),
      fetches: 1,
    }),
  );
  return { fileName, mediaType, body: await file.write(() => {}) };
}

/** The groups of rows, in the order of the case, with the items inside of each. */
export function datasets(
  { catalogue: { whole } }: CatalogueWorld,
  user: SessionUser,
  language: Language,
): DataOf<typeof readDatasets> {
  const items = Object.values(whole.items)
    .filter((item) => isSelectable(item, whole, user))
    .toSorted((a, b) => a.sort - b.sort);
  const blocks = [...new Set(items.flatMap(({ groups }) => groups))];
  return {
    datasets: blocks.flatMap((block) => {
      const group = whole.groups[block];
      if (!group) return [];
      const own = items.filter(({ groups }) => groups.at(-1) === block).map(({ itemId }) => itemId);
      return [{ block, label: group.label[language], items: own }];
    }),
  };
}

async function existing(trx: Trx, { sponsorKey }: SessionUser, dataKey: number): Promise<StoredExport> {
  const stored = await findExport(trx, sponsorKey, dataKey);
  if (!stored) throw exportNotFound();
  return stored;
}

async function ownExport(trx: Trx, user: SessionUser, dataKey: number): Promise<StoredExport> {
  const stored = await existing(trx, user, dataKey);
  if (stored.user_key !== user.userKey) throw exportNotFound();
  return stored;
}

/** The question and the numbers of its answer are for those who may ask it. */
async function exportOf(
  trx: Trx,
  catalogue: CatalogueSource,
  user: SessionUser,
  stored: StoredExport,
): Promise<DataExport> {
  const process = await findProcess(trx, user.sponsorKey, stored.process_key);
  const { total, error } = (process?.context ?? {}) as Partial<DataExportContext>;
  const written = (await findJobProgress(trx, user.sponsorKey, process?.tasks['makeFile']))?.done;
  return {
    dataKey: stored.data_key,
    exportKey: stored.process_key,
    name: stored.name,
    format: stored.format as DataExport['format'],
    state: process ? shownState(outerState(process), process.state) : shownState(stored.state, stored.state),
    ...(mayAsk(catalogue, user, stored.query.condition)
      ? {
          rows: stored.row_count ?? written ?? 0,
          totalCount: total ?? stored.cases ?? 0,
          cases: stored.cases,
          sentence: stored.sentence,
        }
      : { rows: 0, totalCount: 0, cases: null, sentence: '' }),
    fileName: stored.file_name,
    expiresAt: stored.expires_at?.toISOString() ?? null,
    at: stored.at.toISOString(),
    userName: stored.user_name,
    own: stored.user_key === user.userKey,
    error: error ?? null,
  };
}

/** The chart has states inside of `making`, which tell whether it has begun. */
function shownState(outer: string, state: unknown): DataExport['state'] {
  const name = outer === 'making' ? Object.values(state as object)[0] : outer;
  return EXPORT_STATES.find((one) => one === name) ?? 'expired';
}
