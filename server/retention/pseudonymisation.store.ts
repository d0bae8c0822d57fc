/** Queries of pseudonymisations. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';
import type { RefusedCase } from '../storage/privacyTables.ts';
import { isPastRetention, PSEUDONYMISED, type RetentionRule } from './retentionRule.store.ts';

const runQuery = (trx: Trx, sponsorKey: number, runKey: number) =>
  trx
    .selectFrom('pseudonymisation')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey);

/** A pseudonymisation as its job takes it. */
export const findRun = (trx: Trx, sponsorKey: number, runKey: number) =>
  runQuery(trx, sponsorKey, runKey).executeTakeFirst();

/** A user who cancels it waits until the transaction ends. */
export const lockRun = (trx: Trx, { sponsor_key, run_key }: Pick<Run, 'sponsor_key' | 'run_key'>) =>
  runQuery(trx, sponsor_key, run_key).forUpdate().executeTakeFirst();

export type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** The newest ones first. */
export const findRuns = (trx: Trx, sponsorKey: number, limit: number): Promise<Run[]> =>
  trx
    .selectFrom('pseudonymisation')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('run_key', 'desc')
    .limit(limit)
    .execute();

/** Answers its key. */
export async function insertRun(
  trx: Trx,
  run: Pick<
    Run,
    | 'sponsor_key'
    | 'case_keys'
    | 'reason'
    | 'meaning'
    | 'started_at'
    | 'user_key'
    | 'user_id'
    | 'user_name'
    | 'request_id'
  >,
): Promise<number> {
  const { run_key } = await trx
    .insertInto('pseudonymisation')
    .values(run)
    .returning('run_key')
    .executeTakeFirstOrThrow();
  return run_key;
}

/** Notes one more case; `refused`: it was left as it is. */
export const noteCase = (
  trx: Trx,
  { sponsor_key, run_key }: Pick<Run, 'sponsor_key' | 'run_key'>,
  refused: RefusedCase | null,
) =>
  trx
    .updateTable('pseudonymisation')
    .set({
      done: sql<number>`done + 1`,
      refused: sql<string>`refused || ${JSON.stringify(refused ? [refused] : [])}::jsonb`,
    })
    .where('sponsor_key', '=', sponsor_key)
    .where('run_key', '=', run_key)
    .execute();

/** Answers false where it has ended already. */
export async function endRun(
  trx: Trx,
  { sponsor_key, run_key }: Pick<Run, 'sponsor_key' | 'run_key'>,
  state: 'done' | 'cancelled' | 'failed',
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('pseudonymisation')
    .set({ state, ended_at: at })
    .where('sponsor_key', '=', sponsor_key)
    .where('run_key', '=', run_key)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Goes on with one that failed. */
export const reopenRun = (trx: Trx, sponsorKey: number, runKey: number) =>
  trx
    .updateTable('pseudonymisation')
    .set({ state: 'running', ended_at: null })
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', runKey)
    .where('state', '=', 'failed')
    .execute();

/** All versions of a case, the newest one first, locked until the transaction ends. */
export const lockVersions = (trx: Trx, sponsorKey: number, rootCaseKey: number) =>
  trx
    .selectFrom('pv_case')
    .select(['case_key', 'case_no', 'updated_at', sql<boolean>`owed <> ''`.as('isReportDue')])
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .orderBy('case_key', 'desc')
    .forUpdate()
    .execute();

/** Nothing is appended to the chain of a case until the transaction ends. */
export const lockChain = (trx: Trx, sponsorKey: number, rootCaseKey: number) =>
  trx
    .selectFrom('audit_head')
    .select('save_no')
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', 'case')
    .where('scope_key', '=', rootCaseKey)
    .forUpdate()
    .executeTakeFirst();

interface DueCase {
  sponsorKey: number;
  rootCaseKey: number;
  rule: RetentionRule;
  now: Date;
}

/** Whether the retention period of the case is over. */
export async function isDue(
  trx: Trx,
  { appendices }: Pick<Catalogue, 'appendices'>,
  { sponsorKey, rootCaseKey, rule, now }: DueCase,
): Promise<boolean> {
  const found = await trx
    .selectFrom('pv_case as c')
    .select('c.case_key')
    .where('c.sponsor_key', '=', sponsorKey)
    .where('c.root_case_key', '=', rootCaseKey)
    .where('c.latest', '=', true)
    .where(isPastRetention(rule, { appendices }, now))
    .executeTakeFirst();
  return found !== undefined;
}

/** Puts pseudonyms in place of the values of these items in the chain of a case, and the seals on its saves. */
export const pseudonymiseChain = (
  trx: Trx,
  rootCaseKey: number,
  itemIds: readonly string[],
  seals: readonly string[],
) =>
  sql`select pseudonymise_chain(${rootCaseKey}::bigint, ${[...itemIds]}::text[], ${[...seals]}::text[])`.execute(
    trx,
  );

/** Puts pseudonyms in place of the values of these items that were synchronised into a case. */
export const pseudonymiseSynchronised = (trx: Trx, rootCaseKey: number, itemIds: readonly string[]) =>
  sql`select pseudonymise_synchronised(${rootCaseKey}::bigint, ${[...itemIds]}::text[])`.execute(trx);

/** What imported messages held that no item takes: nobody knows what of it is personal. */
export const removeResidue = (trx: Trx, sponsorKey: number, caseKeys: readonly number[]) =>
  trx
    .deleteFrom('case_residue')
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', 'in', caseKeys)
    .execute();

/** Cases whose personal values became pseudonyms, and when they last did. */
export async function findPseudonymised(
  trx: Trx,
  sponsorKey: number,
): Promise<{ rootCaseKey: number; at: Date }[]> {
  const { rows } = await sql<{ rootCaseKey: number; at: Date }>`
    select e.scope_key::int as "rootCaseKey", max(s.at) as at from audit_entry e
      join audit_save s on s.sponsor_key = e.sponsor_key and s.scope = e.scope and s.scope_key = e.scope_key
        and s.save_no = e.save_no
    where e.sponsor_key = ${sponsorKey} and e.scope = 'case' and e.item_id = ${sql.lit(PSEUDONYMISED)}
    group by e.scope_key order by e.scope_key`.execute(trx);
  return rows;
}

/**
 * What imports that were begun by then hold of the messages that became versions of a case by then, or became none; not of those
 * that a user may still import.
 */
export const findImportedMessages = (
  trx: Trx,
  sponsorKey: number,
  { rootCaseKey, caseKeys, until }: { rootCaseKey: number; caseKeys: readonly number[]; until: Date },
) =>
  trx
    .selectFrom('import_message as m')
    .innerJoin('import_run as r', (join) =>
      join.onRef('r.sponsor_key', '=', 'm.sponsor_key').onRef('r.run_key', '=', 'm.run_key'),
    )
    .select(['m.run_key', 'm.seq', 'm.document', 'm.difference', 'm.printed', 'm.details'])
    .where('m.sponsor_key', '=', sponsorKey)
    .leftJoin('pv_case as v', (join) =>
      join.onRef('v.sponsor_key', '=', 'm.sponsor_key').onRef('v.case_key', '=', 'm.case_key'),
    )
    .where('r.at', '<=', until)
    .where('m.outcome', 'is not', null)
    .where((of) =>
      of.or([
        of.and([of('m.case_key', 'in', caseKeys), of('v.created_at', '<=', until)]),
        of.and([
          of('m.case_key', 'is', null),
          of(of.fn.coalesce('m.decision_root', 'm.target_root'), '=', rootCaseKey),
        ]),
      ]),
    )
    .execute();

/** Whether a case became pseudonyms since an import was begun that has messages of it, which became no version. */
export async function isPseudonymisedSince(
  trx: Trx,
  { sponsorKey, runKey }: { sponsorKey: number; runKey: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from import_message m
        join import_run r on r.sponsor_key = m.sponsor_key and r.run_key = m.run_key
        join audit_entry e on e.sponsor_key = m.sponsor_key and e.scope = 'case'
          and e.scope_key = coalesce(m.decision_root, m.target_root) and e.item_id = ${sql.lit(PSEUDONYMISED)}
        join audit_save s on s.sponsor_key = e.sponsor_key and s.scope = e.scope and s.scope_key = e.scope_key
          and s.save_no = e.save_no
      where m.sponsor_key = ${sponsorKey} and m.run_key = ${runKey} and m.case_key is null and s.at >= r.at
    ) as found`.execute(trx);
  return rows[0]?.found === true;
}

export type ImportedMessage = Awaited<ReturnType<typeof findImportedMessages>>[number];

export const putImportedMessage = (trx: Trx, sponsorKey: number, message: ImportedMessage) =>
  trx
    .updateTable('import_message')
    .set({
      ...(message.document && { document: JSON.stringify(message.document) }),
      ...(message.difference && { difference: JSON.stringify(message.difference) }),
      ...(message.printed && { printed: JSON.stringify(message.printed) }),
      details: JSON.stringify(message.details),
    })
    .where('sponsor_key', '=', sponsorKey)
    .where('run_key', '=', message.run_key)
    .where('seq', '=', message.seq)
    .execute();
