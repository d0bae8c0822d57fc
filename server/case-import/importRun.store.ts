/** Queries on runs of imports, their files, batches and messages. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable, type Updateable, type NotNull } from 'kysely';
import type { ResidueLine } from '../../shared/e2b/index.ts';
import type { RunState } from '../../shared/import/import.types.ts';
import type {
  ImportBatchTable,
  ImportFileTable,
  ImportMessageTable,
  ImportRunTable,
} from '../storage/importTables.ts';
import type { Trx } from '../storage/database.ts';
import { portionsOf } from '../storage/portions.ts';

export type StoredRun = Selectable<ImportRunTable>;
export type StoredImportFile = Selectable<ImportFileTable>;
export type StoredBatch = Selectable<ImportBatchTable>;
export type StoredMessage = Selectable<ImportMessageTable>;
export type NewMessage = Insertable<ImportMessageTable>;
export type NewBatch = Insertable<ImportBatchTable>;

export interface RunRef {
  sponsorKey: number;
  runKey: string;
}

const TABLES = ['import_message', 'import_batch', 'import_file', 'import_run'] as const;

/** A run that is there stays as it is. */
export const insertRun = (trx: Trx, row: Insertable<ImportRunTable>) =>
  trx
    .insertInto('import_run')
    .values(row)
    .onConflict((same) => same.columns(['sponsor_key', 'run_key']).doNothing())
    .execute();

export const findRun = (trx: Trx, { sponsorKey, runKey }: RunRef): Promise<StoredRun | undefined> =>
  trx
    .selectFrom('import_run')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .executeTakeFirst();

/** Whether the messages of a run are being imported; a user does not stop that before the transaction ends. */
export const isImporting = async (trx: Trx, { sponsorKey, runKey }: RunRef): Promise<boolean> =>
  (
    await trx
      .selectFrom('import_run')
      .select('state')
      .where('sponsor_key', '=', sponsorKey)
      .where('run_key', '=', runKey)
      .forShare()
      .executeTakeFirst()
  )?.state === 'importing';

/** The runs of a user that have not ended, the newest first. */
export const findOpenRuns = (trx: Trx, sponsorKey: number, userKey: number): Promise<StoredRun[]> =>
  trx
    .selectFrom('import_run')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('user_key', '=', userKey)
    .where('state', 'not in', ['done', 'closed'] satisfies RunState[])
    .orderBy('at', 'desc')
    .execute();

export const updateRun = (trx: Trx, { sponsorKey, runKey }: RunRef, change: Updateable<ImportRunTable>) =>
  trx
    .updateTable('import_run')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .execute();

/** Deletes a run with all that was read of it. */
export async function deleteRun(trx: Trx, run: RunRef): Promise<void> {
  for (const table of TABLES) await deleteOf(trx, run, table);
}

/** Deletes what was read of the files. */
export async function deleteReading(trx: Trx, run: RunRef): Promise<void> {
  await deleteOf(trx, run, 'import_message');
  await deleteOf(trx, run, 'import_batch');
}

const deleteOf = (trx: Trx, { sponsorKey, runKey }: RunRef, table: (typeof TABLES)[number]) =>
  trx.deleteFrom(table).where('sponsor_key', '=', sponsorKey).where('run_key', '=', runKey).execute();

export const insertFile = (trx: Trx, row: Insertable<ImportFileTable>) =>
  trx.insertInto('import_file').values(row).execute();

export const findFiles = (trx: Trx, { sponsorKey, runKey }: RunRef): Promise<StoredImportFile[]> =>
  trx
    .selectFrom('import_file')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .orderBy('file_no')
    .execute();

export const updateFile = (
  trx: Trx,
  { sponsor_key, run_key, file_no }: StoredImportFile,
  change: Updateable<ImportFileTable>,
) =>
  trx
    .updateTable('import_file')
    .set(change)
    .where('sponsor_key', '=', sponsor_key)
    .where('run_key', '=', run_key)
    .where('file_no', '=', file_no)
    .execute();

const importedFiles = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('import_file as f')
    .innerJoin('import_run as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'f.sponsor_key').onRef('r.run_key', '=', 'f.run_key'),
    )
    .select([
      'f.run_key',
      'f.file_no',
      'f.file_name',
      'f.file_key',
      'f.size',
      'f.data_key',
      'r.user_id',
      'r.user_name',
      'r.state',
      sql<Date>`coalesce(r.confirmed_at, r.at)`.as('at'),
    ])
    .where('f.sponsor_key', '=', sponsorKey);

/** A file of the history. */
export const findImportedFile = (trx: Trx, sponsorKey: number, dataKey: number) =>
  importedFiles(trx, sponsorKey).where('f.data_key', '=', dataKey).executeTakeFirst();

const MAX_EARLIER = 20;

/** Entries of the history with the same content. */
export const findSameFiles = (trx: Trx, sponsorKey: number, fileKey: string) =>
  importedFiles(trx, sponsorKey)
    .where('f.file_key', '=', fileKey)
    .where('f.data_key', 'is not', null)
    .orderBy('f.data_key')
    .limit(MAX_EARLIER)
    .execute();

/** A batch that is there stays as it is. */
export const insertBatch = (trx: Trx, row: NewBatch) =>
  trx
    .insertInto('import_batch')
    .values(row)
    .onConflict((same) => same.columns(['sponsor_key', 'run_key', 'batch_no']).doNothing())
    .execute();

export const updateBatch = (
  trx: Trx,
  { sponsorKey, runKey, batchNo }: RunRef & { batchNo: number },
  change: Updateable<ImportBatchTable>,
) =>
  trx
    .updateTable('import_batch')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('batch_no', '=', batchNo)
    .execute();

export const findBatches = (trx: Trx, { sponsorKey, runKey }: RunRef): Promise<StoredBatch[]> =>
  trx
    .selectFrom('import_batch')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .orderBy('batch_no')
    .execute();

export async function insertMessages(trx: Trx, rows: readonly NewMessage[]): Promise<void> {
  for (const portion of portionsOf(rows)) await trx.insertInto('import_message').values(portion).execute();
}

/** Adds what the batch holds around its messages to the residue of the first one. */
export const addBatchResidue = (
  trx: Trx,
  { sponsorKey, runKey, batchNo }: RunRef & { batchNo: number },
  lines: readonly ResidueLine[],
) =>
  trx
    .updateTable('import_message')
    .set({
      details: sql`jsonb_set(details, '{residue}', details -> 'residue' || ${JSON.stringify(lines)}::jsonb)`,
    })
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('batch_no', '=', batchNo)
    .where('message_no', '=', 1)
    .execute();

/** Deletes the messages of a batch that turned out to be unreadable. */
export const deleteMessages = (trx: Trx, { sponsorKey, runKey, batchNo }: RunRef & { batchNo: number }) =>
  trx
    .deleteFrom('import_message')
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('batch_no', '=', batchNo)
    .execute();

const messagesOf = (trx: Trx, { sponsorKey, runKey }: RunRef) =>
  trx
    .selectFrom('import_message')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .orderBy('seq');

const batchesOfFile = (trx: Trx, { sponsorKey, runKey }: RunRef, fileNo: number) =>
  trx
    .selectFrom('import_batch')
    .select('batch_no')
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('file_no', '=', fileNo);

/** Messages of the run, or of one of its files. */
export const findMessages = (trx: Trx, run: RunRef, fileNo?: number): Promise<StoredMessage[]> => {
  const all = messagesOf(trx, run);
  return fileNo === undefined
    ? all.execute()
    : all.where('batch_no', 'in', batchesOfFile(trx, run, fileNo)).execute();
};

/** What became of each message of a file, without its details. */
export const findOutcomes = (
  trx: Trx,
  run: RunRef,
  fileNo: number,
): Promise<Pick<StoredMessage, 'seq' | 'batch_no' | 'message_no' | 'outcome' | 'case_key'>[]> =>
  trx
    .selectFrom('import_message')
    .select(['seq', 'batch_no', 'message_no', 'outcome', 'case_key'])
    .where('sponsor_key', '=', run.sponsorKey)
    .where('run_key', '=', run.runKey)
    .where('batch_no', 'in', batchesOfFile(trx, run, fileNo))
    .orderBy('seq')
    .execute();

export const findMessagesOf = (trx: Trx, run: RunRef, seqs: readonly number[]): Promise<StoredMessage[]> =>
  seqs.length === 0 ? Promise.resolve([]) : messagesOf(trx, run).where('seq', 'in', seqs).execute();

/** The messages that versions of a case were made of, the newest first, each with its batch and file. */
export const findMessagesOfCase = (trx: Trx, sponsorKey: number, rootCaseKey: number) =>
  trx
    .selectFrom('import_message as m')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'm.sponsor_key').onRef('c.case_key', '=', 'm.case_key'),
    )
    .innerJoin('import_batch as b', (join) =>
      join
        .onRef('b.sponsor_key', '=', 'm.sponsor_key')
        .onRef('b.run_key', '=', 'm.run_key')
        .onRef('b.batch_no', '=', 'm.batch_no'),
    )
    .innerJoin('import_file as f', (join) =>
      join
        .onRef('f.sponsor_key', '=', 'b.sponsor_key')
        .onRef('f.run_key', '=', 'b.run_key')
        .onRef('f.file_no', '=', 'b.file_no'),
    )
    .innerJoin('import_run as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'm.sponsor_key').onRef('r.run_key', '=', 'm.run_key'),
    )
    .selectAll('m')
    .select(['b.form', 'b.file_name', 'f.data_key', 'r.user_key', 'r.user_name'])
    .select(sql<Date>`coalesce(r.confirmed_at, r.at)`.as('imported_at'))
    .where('m.sponsor_key', '=', sponsorKey)
    .where('c.root_case_key', '=', rootCaseKey)
    .where('f.data_key', 'is not', null)
    .$narrowType<{ data_key: NotNull }>()
    .orderBy('f.data_key', 'desc')
    .orderBy('m.seq')
    .execute();
