/** Queries of the checks before submission. They take the transaction they are part of, and decide nothing. */
import { sql, type Selectable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { SubmissionFindingTable } from '../storage/submissionTables.ts';
import type { BatchRef, Message } from './batch.store.ts';

export type StoredFinding = Selectable<SubmissionFindingTable>;

/** Versions that are approved: not those that have left no approving step for a later one, where the workflow has such steps. */
export async function findApproved(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ case_key: number }>`
    select c.case_key from unnest(${[...caseKeys]}::bigint[]) as c(case_key)
    where not exists (
      select from workflow_step w join sponsor s on s.sponsor_key = w.sponsor_key and s.use_workflow
      where w.sponsor_key = ${sponsorKey} and w.approval and w.del_flag = 'N'
    ) or exists (
      select from case_workflow cw
      join workflow_step f on f.sponsor_key = cw.sponsor_key and f.workflow_key = cw.from_status and f.approval
      join workflow_step t on t.sponsor_key = cw.sponsor_key and t.workflow_key = cw.to_status and t.sort > f.sort
      where cw.sponsor_key = ${sponsorKey} and cw.case_key = c.case_key
    )`.execute(trx);
  return new Set(rows.map(({ case_key }) => case_key));
}

/** The current version of each dictionary and the one before, newest first. */
export async function findVersions(trx: Trx): Promise<Map<string, string[]>> {
  const found = await trx
    .selectFrom('dictionary_release')
    .select(['dictionary', 'version'])
    .where('activated_at', 'is not', null)
    .orderBy('dictionary')
    .orderBy('activated_at', 'desc')
    .execute();
  const all = Map.groupBy(found, ({ dictionary }) => dictionary);
  return new Map(
    [...all].map(([name, releases]) => [name, releases.slice(0, 2).map(({ version }) => version)]),
  );
}

/** A finding to store. */
export type NewFinding = Omit<StoredFinding, 'finding_key'>;

/** In one parameter: a batch has thousands of findings, and a statement with a parameter for each value is large. */
export const insertFindings = (trx: Trx, findings: readonly NewFinding[]) =>
  sql`
    insert into submission_finding (sponsor_key, batch_key, check_no, seq, check_id, severity, rule_id,
      item_id, row_no, row_no2, row_no3, message, reason, reason_name, reason_at)
    select sponsor_key, batch_key, check_no, seq, check_id, severity, rule_id,
      item_id, row_no, row_no2, row_no3, message, reason, reason_name, reason_at
    from jsonb_populate_recordset(null::submission_finding, ${JSON.stringify(findings)}::jsonb)`.execute(trx);

/** What the check found out of a message. */
export type CheckedMessage = Pick<
  Message,
  'seq' | 'kind' | 'message_number' | 'case_number' | 'version_time' | 'serious' | 'predicted'
>;

/** Of all messages of a batch, in one statement. */
export const putCheckedMessages = (
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  messages: readonly CheckedMessage[],
) =>
  sql`
    update submission_message m set kind = c.kind, message_number = c.message_number, case_number = c.case_number,
      version_time = c.version_time, serious = c.serious, predicted = c.predicted
    from jsonb_populate_recordset(null::submission_message, ${JSON.stringify(messages)}::jsonb) c
    where m.sponsor_key = ${sponsor_key} and m.batch_key = ${batch_key} and m.seq = c.seq`.execute(trx);

/** Findings of one run of the checks. */
export const findFindings = (
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  checkNo: number,
): Promise<StoredFinding[]> =>
  trx
    .selectFrom('submission_finding')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('check_no', '=', checkNo)
    .orderBy('finding_key')
    .execute();

/**
 * Gives warnings of the last run a reason; answers how many of it have none. Null: one of them has another reason by now, or is
 * of a run before.
 */
export async function putReason(
  trx: Trx,
  { sponsor_key, batch_key, check_no }: BatchRef & { check_no: number },
  findingKeys: readonly number[],
  { reason, name, at }: { reason: string; name: string; at: Date },
): Promise<number | null> {
  const { numUpdatedRows } = await trx
    .updateTable('submission_finding')
    .set({ reason, reason_name: name, reason_at: at })
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('check_no', '=', check_no)
    .where('severity', '=', 'warning')
    // the same once more is a call whose answer was lost
    .where(({ eb, or, and }) =>
      or([eb('reason', 'is', null), and([eb('reason', '=', reason), eb('reason_name', '=', name)])]),
    )
    .where('finding_key', 'in', findingKeys)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows < new Set(findingKeys).size) return null;
  const { open } = await trx
    .selectFrom('submission_finding')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .where('check_no', '=', check_no)
    .where('severity', '=', 'warning')
    .where('reason', 'is', null)
    .executeTakeFirstOrThrow();
  return open;
}
