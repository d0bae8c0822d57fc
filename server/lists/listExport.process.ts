/** The export of a list as a durable process: the chart, its tasks, and the jobs that run them. */
import {
  makeListExportMachine,
  type ExportedFile,
  type ExportEnd,
  type ListExportContext,
} from '../../machines/list-export/listExport.machine.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { TemporaryFilesWorld } from '../files/temporaryFiles.ts';
import type { Language } from '../http/language.ts';
import { findActingUser, type ActingUser } from '../http/session.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler, type TaskRun } from '../processes/taskHandler.ts';
import { Problem } from '../problems.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { ReplicaWorld } from '../storage/replica.ts';
import type { XlsxCell } from '../files/xlsx.ts';
import { endExport, insertExport } from './listExport.store.ts';
import type { ListFilesWorld } from './listFiles.ts';
import { openExport } from './openExport.ts';

/** The list, its filters, the format and the user: all that any server needs to make the file at any time. */
export interface ListExportRequest {
  menuId: string;
  user: ActingUser;
  language: Language;
  appendix: string;
  /** of the call that streams the same file */
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
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
      const { db, clock, temporaryFiles } = world;
      const user = await findActingUser(db, request.user, clock.now());
      if (!user) throw new FinalFailure('the user is no longer assigned to the sponsor');
      const catalogue = await world.catalogues.of(user.sponsorKey, user.schemaVersion);
      const { language, appendix, params, query } = request;
      const deps = { ...world, catalogue };
      const opened = await refusedForGood(async () => {
        const { source, caller } = await world.listFiles.open(request.menuId, {
          deps,
          user,
          language,
          appendix,
          params,
          query,
        });
        return openExport(deps, caller, source, query, (trx, record) =>
          insertExport(trx, user, { ...record, exportKey: run.processKey }),
        );
      });
      await run.report({ type: 'file.begun', total: opened.total } as { type: string });
      const rows = counted(opened.readRows(), opened.total, run);
      await temporaryFiles.write(run.processKey, opened.write(rows), run.signal);
      const expiresAt = new Date(clock.now().getTime() + KEEP_FILE_MS).toISOString();
      return { fileName: opened.fileName, rows: opened.total, expiresAt };
    },
    { concurrency: 2 },
  );

/** Removes a file whose time is over. */
export const fileRemover = ({ temporaryFiles, ...world }: DatabaseWorld & ClockWorld & TemporaryFilesWorld) =>
  taskHandler(world, LIST_EXPORT, 'removeFile', async (_: unknown, { processKey }) => {
    await temporaryFiles.remove(processKey);
    return null;
  });

/** Another attempt cannot help if the caller lacks access or the source is gone. */
async function refusedForGood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw new FinalFailure(error.message, { cause: error });
    throw error;
  }
}

async function* counted(
  portions: AsyncIterable<XlsxCell[][]>,
  total: number,
  { progress, signal }: TaskRun,
): AsyncGenerator<XlsxCell[][]> {
  let written = 0;
  progress(0, total);
  for await (const rows of portions) {
    signal.throwIfAborted();
    yield rows;
    written += rows.length;
    progress(written, total);
  }
}
