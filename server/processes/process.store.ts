/** Queries on durable processes. They take the transaction they are part of, and decide nothing. */
import { sql, type Selectable } from 'kysely';
import type { ProcessTable } from '../storage/processTables.ts';
import type { Trx } from '../storage/database.ts';
import type { Process, ProcessEvent } from './process.types.ts';

const processOf = (row: Selectable<ProcessTable>): Process => ({
  sponsorKey: row.sponsor_key,
  processKey: row.process_key,
  chart: row.chart,
  state: row.state,
  context: row.context,
  status: row.status,
  revision: row.revision,
  tasks: row.tasks,
  deadline: row.deadline,
  deadlineJob: row.deadline_job,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const select = (trx: Trx, sponsorKey: number, processKey: string) =>
  trx
    .selectFrom('process')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('process_key', '=', processKey);

/** Nobody else changes it until the transaction ends. */
export async function lockProcess(
  trx: Trx,
  sponsorKey: number,
  processKey: string,
): Promise<Process | undefined> {
  const row = await select(trx, sponsorKey, processKey).forUpdate().executeTakeFirst();
  return row && processOf(row);
}

export async function findProcess(
  trx: Trx,
  sponsorKey: number,
  processKey: string,
): Promise<Process | undefined> {
  const row = await select(trx, sponsorKey, processKey).executeTakeFirst();
  return row && processOf(row);
}

const columnsOf = (process: Process) => ({
  state: JSON.stringify(process.state),
  context: JSON.stringify(process.context),
  status: process.status,
  revision: process.revision,
  tasks: JSON.stringify(process.tasks),
  deadline: process.deadline,
  deadline_job: process.deadlineJob,
  updated_at: process.updatedAt,
});

/** False: there is a process of this key. */
export async function insertProcess(trx: Trx, process: Process): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('process')
    .values({
      sponsor_key: process.sponsorKey,
      process_key: process.processKey,
      chart: process.chart,
      created_by: process.createdBy,
      created_at: process.createdAt,
      ...columnsOf(process),
    })
    .onConflict((same) => same.columns(['sponsor_key', 'process_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const updateProcess = (trx: Trx, process: Process) =>
  trx
    .updateTable('process')
    .set(columnsOf(process))
    .where('sponsor_key', '=', process.sponsorKey)
    .where('process_key', '=', process.processKey)
    .execute();

export async function hasEvent(
  trx: Trx,
  { sponsorKey, processKey, eventId }: Pick<ProcessEvent, 'sponsorKey' | 'processKey' | 'eventId'>,
): Promise<boolean> {
  const found = await trx
    .selectFrom('process_event')
    .select('revision')
    .where('sponsor_key', '=', sponsorKey)
    .where('process_key', '=', processKey)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

export const appendEvent = (
  trx: Trx,
  { sponsorKey, processKey, eventId, event, at, userKey }: ProcessEvent,
  revision: number,
) =>
  trx
    .insertInto('process_event')
    .values({
      sponsor_key: sponsorKey,
      process_key: processKey,
      revision,
      event_id: eventId,
      event: JSON.stringify(event),
      at,
      user_key: userKey ?? null,
    })
    .execute();

/** Deletes processes that ended, with their events. */
export async function deleteProcessesFinishedBefore(
  trx: Trx,
  sponsorKey: number,
  before: Date,
): Promise<void> {
  const keys = trx
    .selectFrom('process')
    .select('process_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('status', '<>', 'active')
    .where('updated_at', '<', before);
  const ended = (await keys.forUpdate().execute()).map(({ process_key }) => process_key);
  if (ended.length === 0) return;
  for (const table of ['process_event', 'process'] as const)
    await trx
      .deleteFrom(table)
      .where('sponsor_key', '=', sponsorKey)
      // as one parameter: there may be more of them than a statement takes
      .where(sql<boolean>`process_key = any(${ended})`)
      .execute();
}
