/** Queries on the messages of a run that a user has chosen. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Decision, Outcome } from '../../shared/import/import.types.ts';
import type { Trx } from '../storage/database.ts';
import type { RunRef, StoredMessage } from './importRun.store.ts';

interface MessageRef extends RunRef {
  seq: number;
}

/** The case that a message has become; null: it has become none. */
export async function findCaseOfMessage(
  trx: Trx,
  { sponsorKey, runKey, seq }: MessageRef,
): Promise<number | null> {
  const found = await trx
    .selectFrom('import_message')
    .select('case_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('seq', '=', seq)
    .where('outcome', 'in', ['new', 'followUp'])
    .executeTakeFirst();
  return found?.case_key ?? null;
}

export interface MessageOutcome {
  outcome: Outcome;
  case_key: number | null;
  case_no: string | null;
  why: string | null;
  why_items: string[];
}

/** False: the message has an outcome already. */
export async function recordOutcome(
  trx: Trx,
  { sponsorKey, runKey, seq }: MessageRef,
  outcome: MessageOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('import_message')
    .set(outcome)
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('seq', '=', seq)
    .where('outcome', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Messages that become cases. */
export const isChosen = ({ decision }: Pick<StoredMessage, 'decision'>): boolean =>
  decision === 'new' || decision === 'followUp';

/** Ends the messages that do not become cases: refused ones, those that the user skips, and those without a decision. */
export const endUnchosen = (trx: Trx, { sponsorKey, runKey }: RunRef) =>
  sql`
    update import_message set
      outcome = case when proposal = 'refused' then 'refused' else 'skipped' end,
      why = case when proposal = 'refused' then why when decision = 'skip' then 'skipped' else 'undecided' end,
      why_items = case when proposal = 'refused' then why_items else '{}' end
    where sponsor_key = ${sponsorKey} and run_key = ${runKey} and outcome is null
      and (decision is null or decision = 'skip')`.execute(trx);

/** Ends the messages that a stopped import has not come to. */
export const endRest = (trx: Trx, { sponsorKey, runKey }: RunRef) =>
  trx
    .updateTable('import_message')
    .set({ outcome: 'skipped', why: 'notImported', why_items: [] })
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('outcome', 'is', null)
    .execute();

/** What a user has accepted of a printed form. */
export const updateChecked = (
  trx: Trx,
  { sponsorKey, runKey, seq }: MessageRef,
  { accepted, at, userName, why }: { accepted: string[]; at: Date; userName: string; why: string | null },
) =>
  trx
    .updateTable('import_message')
    .set({ accepted, accepted_at: at, accepted_name: userName, why })
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('seq', '=', seq)
    .execute();

export interface UserDecision {
  decision: Decision;
  root: number | null;
  seq: number | null;
  /** compared fields of which the case stays as it is */
  stays: readonly string[];
  /** null: back to the proposal */
  decided: { at: Date; userId: string; userName: string; reason: string } | null;
}

export const updateDecision = (
  trx: Trx,
  { sponsorKey, runKey, seq }: MessageRef,
  {
    decision,
    root,
    seq: decisionSeq,
    stays,
    decided,
  }: Omit<UserDecision, 'decision'> & { decision: Decision | null },
) =>
  trx
    .updateTable('import_message')
    .set({
      decision,
      decision_root: root,
      decision_seq: decisionSeq,
      stays: [...stays],
      decided_at: decided?.at ?? null,
      decided_id: decided?.userId ?? null,
      decided_name: decided?.userName ?? null,
      reason: decided?.reason ?? null,
    })
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('seq', '=', seq)
    .execute();
