/** The file of a question as a durable process: the chart of exports, its tasks, and the jobs that run them. */
import {
  makeListExportMachine,
  type ExportedFile,
  type ExportEnd,
  type ListExportContext,
} from '../../machines/list-export/listExport.machine.ts';
import type { DataExportFormat } from '../../shared/contract/dataExports.ts';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { ConfigWorld } from '../config.ts';
import type { TemporaryFilesWorld } from '../files/temporaryFiles.ts';
import type { Language } from '../http/language.ts';
import { findActingUser, type ActingUser } from '../http/session.ts';
import { FinalFailure } from '../jobs/job.types.ts';
import { refusedForGood } from '../jobs/refusedForGood.ts';
import type { ListFilesWorld } from '../lists/listFiles.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Process, ProcessChart } from '../processes/process.types.ts';
import { taskHandler } from '../processes/taskHandler.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import { openCaseFile } from './caseFile.ts';
import { updateExport } from './dataExport.store.ts';

export interface DataExportRequest {
  user: ActingUser;
  language: Language;
  appendix: string;
  name: string;
  format: DataExportFormat;
  query: DataQuery;
}

export type DataExportContext = ListExportContext<DataExportRequest>;

const DAY_MS = 24 * 60 * 60_000;

const machine = makeListExportMachine<DataExportRequest>();

/** The state of the chart, without the states inside of it. */
export const outerState = ({ state }: Pick<Process, 'state'>): string =>
  typeof state === 'string' ? state : (Object.keys(state)[0] ?? '');

export const DATA_EXPORT: ProcessChart<typeof machine> = {
  name: 'data-export',
  machine,
  tasks: { makeFile: { maxAttempts: 3 }, removeFile: { maxAttempts: 8 } },
  actions: {
    recordEnd: async (trx, process, params) => {
      const { rows } = params as ExportEnd;
      const { file } = process.context as DataExportContext;
      const state = outerState(process);
      await updateExport(trx, process.sponsorKey, process.processKey, {
        state: state === 'done' || state === 'failed' ? state : 'stopped',
        row_count: rows,
        ...(file && { file_name: file.fileName, expires_at: new Date(file.expiresAt) }),
      });
    },
  },
  deadlineOf: ({ state, context }) => {
    const { file } = context as DataExportContext;
    return state === 'done' && file ? new Date(file.expiresAt) : null;
  },
};

type MakerWorld = DatabaseWorld & ClockWorld & CataloguesWorld & ConfigWorld & TemporaryFilesWorld;

/** Makes the file with the privileges and the scope that the user has while it is made. */
export const dataFileMaker = <World extends object>(world: World & MakerWorld & ListFilesWorld<World>) =>
  taskHandler(
    world,
    DATA_EXPORT,
    'makeFile',
    async ({ request }: { request: DataExportRequest }, run): Promise<ExportedFile> => {
      const { clock, config, temporaryFiles } = world;
      const user = await findActingUser(world.db, request.user, clock.now());
      if (!user?.privileges.includes('EDIT.DATA'))
        throw new FinalFailure('the user may no longer export data of the sponsor');
      const catalogue = await world.catalogues.of(user.sponsorKey, user.schemaVersion);
      const file = await refusedForGood(() =>
        openCaseFile({ ...world, catalogue }, { ...request, user, signal: run.signal }),
      );
      const { caseKeys, fileName, madeWith } = file;
      const total = caseKeys.length;
      const note = (change: Parameters<typeof updateExport>[3]) =>
        inSponsor(world.db, user.sponsorKey, async (trx) => {
          await run.requireAwaited(trx);
          await updateExport(trx, user.sponsorKey, run.processKey, change);
        });
      await note({ cases: total, state: 'running', made_with: JSON.stringify(madeWith) });
      await run.report({ type: 'file.begun', total } as { type: string });
      let [cases, rows] = [0, 0];
      run.progress(0, total);
      const content = await refusedForGood(() =>
        file.write((casesWritten, rowsWritten) => {
          [cases, rows] = [casesWritten, rowsWritten];
          run.progress(cases, total);
        }),
      );
      await temporaryFiles.write(run.processKey, content, run.signal);
      // fewer than were found, where some were deleted meanwhile
      await note({ cases });
      const expiresAt = new Date(clock.now().getTime() + config.keepExportDays * DAY_MS).toISOString();
      return { fileName, rows, expiresAt };
    },
    { concurrency: 2 },
  );

/** Removes a file whose time is over. */
export const dataFileRemover = ({
  temporaryFiles,
  ...world
}: DatabaseWorld & ClockWorld & TemporaryFilesWorld) =>
  taskHandler(world, DATA_EXPORT, 'removeFile', async (_: unknown, { sponsorKey, processKey }) => {
    await temporaryFiles.remove(processKey);
    await inSponsor(world.db, sponsorKey, (trx) =>
      updateExport(trx, sponsorKey, processKey, { state: 'expired' }),
    );
    return null;
  });
