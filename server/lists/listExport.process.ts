/** The export of a list as a durable process: the chart, its tasks, and the jobs that run them. */
import {
  makeListExportMachine,
  type ExportedFile,
  type ExportEnd,
  type ListExportContext,
} from '../../machines/list-export/listExport.machine.ts';
import { reachOf } from '../../shared/access/reach.ts';
import type { ReportPack } from '../../shared/contract/index.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { TemporaryFilesWorld } from '../files/temporaryFiles.ts';
import type { Language } from '../http/language.ts';
import { findActingUser, type ActingUser, type SessionUser } from '../http/session.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import { refusedForGood } from '../jobs/refusedForGood.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler, type TaskRun } from '../processes/taskHandler.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { ReplicaWorld } from '../storage/replica.ts';
import { endExport, insertExport } from './listExport.store.ts';
import type { ListFilesWorld } from './listFiles.ts';
import { openExport, type ExportRecord, type OpenedFile } from './openExport.ts';
import { openPack } from './reportPack.ts';

/** The list, its filters, the format and the user: all that any server needs to make the file at any time. */
export interface ListExportRequest {
  menuId: string;
  user: ActingUser;
  language: Language;
  appendix: string;
  /** of the call that streams the same file */
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** left out: the rows of the list */
  reports?: ReportPack;
}

export type ListExport = ListExportContext<ListExportRequest>;

const DAY_MS = 24 * 60 * 60_000;
/** how long a file can be fetched */
const KEEP_FILE_MS = DAY_MS;

const machine = makeListExportMachine<ListExportRequest>();

export const LIST_EXPORT: ProcessChart<typeof machine> = {
  name: 'list-export',
  machine,
  tasks: { makeFile: { maxAttempts: 3 }, removeFile: { maxAttempts: 8 } },
  actions: {
    recordEnd: async (trx, { sponsorKey, processKey }, params) => {
      await endExport(trx, sponsorKey, processKey, params as ExportEnd);
    },
  },
  deadlineOf: ({ state, context }) => {
    const { file } = context as ListExport;
    return state === 'done' && file ? new Date(file.expiresAt) : null;
  },
};

type MakerWorld = DatabaseWorld & ReplicaWorld & ClockWorld & CataloguesWorld & TemporaryFilesWorld;

/** Makes the file of a list with the privileges and the scope that the user has while it is made. */
export const fileMaker = <World extends object>(world: World & MakerWorld & ListFilesWorld<World>) =>
  taskHandler(
    world,
    LIST_EXPORT,
    'makeFile',
    async ({ request }: { request: ListExportRequest }, run): Promise<ExportedFile> => {
      const user = await findActingUser(world.db, request.user, world.clock.now());
      if (!user) throw new FinalFailure('the user is no longer assigned to the sponsor');
      const catalogue = await world.catalogues.of(user.sponsorKey, user.schemaVersion);
      const work = { world, deps: { ...world, catalogue }, run, user };
      return request.reports ? makePack(work, request, request.reports) : makeList(work, request);
    },
    { concurrency: 2 },
  );

interface Work<World extends object> {
  world: World & MakerWorld & ListFilesWorld<World>;
  deps: World & MakerWorld & ListFilesWorld<World> & CatalogueWorld;
  run: TaskRun;
  user: SessionUser;
}

async function makeList<World extends object>(
  { world, deps, run, user }: Work<World>,
  request: ListExportRequest,
): Promise<ExportedFile> {
  const opened = await refusedForGood(async () => {
    const { source, caller } = await world.listFiles.open(request.menuId, { ...request, deps, user });
    return openExport(deps, caller, source, request.query, (trx, record) =>
      noteBegun(trx, { run, user }, record),
    );
  });
  return makeFile(world, opened, { run, user });
}

async function noteBegun(
  trx: Trx,
  { run, user }: Pick<Work<object>, 'run' | 'user'>,
  record: ExportRecord,
): Promise<void> {
  await run.requireAwaited(trx);
  await insertExport(trx, user, { ...record, exportKey: run.processKey });
}

/** Reports of cases, in a ZIP with a list of its contents. */
async function makePack<World extends object>(
  { world, deps, run, user }: Work<World>,
  request: ListExportRequest,
  pack: ReportPack,
): Promise<ExportedFile> {
  const { menuId, query } = request;
  const opened = await refusedForGood(async () => {
    const list = await world.listFiles.open(menuId, { ...request, deps, user });
    return openPack(world.listFiles.packReports, { deps, caller: list.caller, signal: run.signal }, list, {
      pack,
      query,
    });
  });
  const record = { menuId, format: 'REPORTS', at: world.clock.now(), total: opened.total, content: pack };
  await inSponsor(world.db, user.sponsorKey, (trx) => noteBegun(trx, { run, user }, record));
  const caseKeys: number[] = [];
  const file = await makeFile(world, opened, { run, user }, ({ caseKey, entry }) => {
    if (entry) caseKeys.push(caseKey);
  });
  return { ...file, reports: { caseKeys, refused: opened.total - caseKeys.length } };
}

/** Writes the file; `onRow` is called with each row of it. */
async function makeFile<Row>(
  { clock, temporaryFiles }: MakerWorld,
  { total, fileName, readRows, write }: OpenedFile<Row>,
  { run, user }: { run: TaskRun; user: SessionUser },
  onRow: (row: Row) => void = () => {},
): Promise<ExportedFile> {
  await run.report({ type: 'file.begun', total } as { type: string });
  let written = 0;
  run.progress(0, total);
  const rows = untilCancelled(readRows(), run.signal, (portion) => {
    portion.forEach(onRow);
    written += portion.length;
    run.progress(written, total);
  });
  await temporaryFiles.write(run.processKey, write(rows), run.signal);
  const expiresAt = new Date(clock.now().getTime() + KEEP_FILE_MS).toISOString();
  return { fileName, rows: written, expiresAt, madeWith: reachOf(user) };
}

/** Removes a file whose time is over. */
export const fileRemover = ({ temporaryFiles, ...world }: DatabaseWorld & ClockWorld & TemporaryFilesWorld) =>
  taskHandler(world, LIST_EXPORT, 'removeFile', async (_: unknown, { processKey }) => {
    await temporaryFiles.remove(processKey);
    return null;
  });

/** Portions until the export is cancelled; `onWritten` is called with each one when it has been written. */
async function* untilCancelled<Row>(
  portions: AsyncIterable<Row[]>,
  signal: AbortSignal,
  onWritten: (rows: readonly Row[]) => void,
): AsyncGenerator<Row[]> {
  for await (const rows of portions) {
    signal.throwIfAborted();
    yield rows;
    onWritten(rows);
  }
}
