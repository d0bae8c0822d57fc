/** Queries on what is shown of runs. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import type { DuplicateDocument } from '../../../shared/duplicates/index.ts';
import type { ImportForm, Proposal } from '../../../shared/import/import.types.ts';
import type { RunRef, StoredMessage } from '../../case-import/importRun.store.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { Trx } from '../../storage/database.ts';

export interface RunCounts extends Record<Proposal, number> {
  messages: number;
  chosen: number;
  /** of the chosen ones: become cases of their own */
  new_cases: number;
  open: number;
  imported: number;
  not_stored: number;
}

/** Messages by what is proposed, decided, and has become of them. */
export async function countMessages(trx: Trx, { sponsorKey, runKey }: RunRef): Promise<RunCounts> {
  const { rows } = await sql<RunCounts>`
    select count(*) as messages,
      count(*) filter (where proposal = 'new') as new,
      count(*) filter (where proposal = 'followUp') as "followUp",
      count(*) filter (where proposal = 'duplicate') as duplicate,
      count(*) filter (where proposal = 'nullification') as nullification,
      count(*) filter (where proposal = 'otherPatient') as "otherPatient",
      count(*) filter (where proposal = 'otherContent') as "otherContent",
      count(*) filter (where proposal = 'refused') as refused,
      count(*) filter (where decision in ('new', 'followUp')) as chosen,
      count(*) filter (where decision = 'new') as new_cases,
      count(*) filter (where decision is null and proposal <> 'refused') as open,
      count(*) filter (where outcome in ('new', 'followUp')) as imported,
      count(*) filter (where outcome = 'refused' and decision in ('new', 'followUp')) as not_stored
    from import_message
    where sponsor_key = ${sponsorKey} and run_key = ${runKey}`.execute(trx);
  const [counts] = rows;
  if (!counts) throw new Error('a count has no row');
  return counts;
}

/** Numbers of the files with cells that cannot be read; those of an archive are no spreadsheets themselves. */
export async function findCommentedFiles(
  trx: Trx,
  { sponsorKey, runKey }: RunRef,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ file_no: number }>`
    select distinct b.file_no from import_batch b
    join import_file f using (sponsor_key, run_key, file_no)
    join import_message m using (sponsor_key, run_key, batch_no)
    where b.sponsor_key = ${sponsorKey} and b.run_key = ${runKey} and b.form = 'XLSX'
      and b.file_name = f.file_name and jsonb_array_length(m.details -> 'cells') > 0`.execute(trx);
  return new Set(rows.map(({ file_no }) => file_no));
}

export type ShownMessage = StoredMessage & { file_name: string; form: ImportForm | null };

const shown = (trx: Trx, { sponsorKey, runKey }: RunRef) =>
  trx
    .selectFrom('import_message as m')
    .innerJoin('import_batch as b', (join) =>
      join
        .onRef('b.sponsor_key', '=', 'm.sponsor_key')
        .onRef('b.run_key', '=', 'm.run_key')
        .onRef('b.batch_no', '=', 'm.batch_no'),
    )
    .where('m.sponsor_key', '=', sponsorKey)
    .where('m.run_key', '=', runKey);

/** A page of the messages, and how many there are. */
export async function findShownMessages(
  trx: Trx,
  run: RunRef,
  { only, offset, rowCount }: { only: Proposal | 'open' | undefined; offset: number; rowCount: number },
): Promise<{ messages: ShownMessage[]; total: number }> {
  let found = shown(trx, run);
  if (only === 'open') found = found.where('m.decision', 'is', null).where('m.proposal', '<>', 'refused');
  else if (only !== undefined) found = found.where('m.proposal', '=', only);
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const messages = await found
    .selectAll('m')
    .select(['b.file_name', 'b.form'])
    .orderBy('m.seq')
    .limit(rowCount)
    .offset(offset)
    .execute();
  return { messages, total };
}

export const findShownMessage = (trx: Trx, run: RunRef, seq: number): Promise<ShownMessage | undefined> =>
  shown(trx, run)
    .selectAll('m')
    .select(['b.file_name', 'b.form'])
    .where('m.seq', '=', seq)
    .executeTakeFirst();

/** The messages with these numbers, locked. */
export const lockMessages = (
  trx: Trx,
  { sponsorKey, runKey }: RunRef,
  seqs: readonly number[],
): Promise<StoredMessage[]> =>
  trx
    .selectFrom('import_message')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('seq', 'in', seqs)
    .orderBy('seq')
    .forUpdate()
    .execute();

export const findDocuments = async (
  trx: Trx,
  { sponsorKey, runKey }: RunRef,
  seqs: readonly number[],
): Promise<Map<number, DuplicateDocument>> => {
  if (seqs.length === 0) return new Map();
  const found = await trx
    .selectFrom('import_message')
    .select(['seq', 'document'])
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('seq', 'in', seqs)
    .execute();
  return new Map(found.flatMap(({ seq, document }) => (document ? [[seq, document] as const] : [])));
};

export interface TargetCase {
  root_case_key: number;
  case_key: number;
  case_no: string;
  version_no: number;
  first_received: string | null;
  most_recent: string | null;
  document: DuplicateDocument | null;
}

/** The newest versions of cases in scope, by their first versions. */
export async function findTargets(
  trx: Trx,
  user: Scope & { sponsorKey: number },
  roots: readonly number[],
): Promise<Map<number, TargetCase>> {
  if (roots.length === 0) return new Map();
  const { rows } = await sql<TargetCase>`
    select c.root_case_key, c.case_key, c.case_no, c.version_no, c.first_received, c.most_recent, s.document
    from pv_case c
    left join case_search s on s.sponsor_key = c.sponsor_key and s.root_case_key = c.root_case_key
    where c.sponsor_key = ${user.sponsorKey} and c.root_case_key = any(${[...new Set(roots)]}::bigint[])
      and c.latest and ${caseInScope(user)}`.execute(trx);
  return new Map(rows.map((row) => [row.root_case_key, row]));
}
