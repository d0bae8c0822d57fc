/** Queries on the texts of an upgrade within what the reader may see. They decide nothing. */
import { sql } from 'kysely';
import type { DataOf, readUpgrade } from '../../../shared/contract/index.ts';
import { findTexts, type UpgradeText } from '../../dictionary-upgrade/upgrade.store.ts';
import { findJobProgress } from '../../jobs/jobProgress.store.ts';
import type { ListReading } from '../../lists/listSource.ts';
import type { Process } from '../../processes/process.types.ts';
import type { Trx } from '../../storage/database.ts';
import { DECISION, termsOfText, visibleTexts, type OpenedUpgrade } from './upgradeList.ts';

type Read = DataOf<typeof readUpgrade>;

/** Texts of these keys of which the reader may see a term. */
export const findVisibleTexts = (
  trx: Trx,
  reading: ListReading,
  { upgrade, dictionaries }: OpenedUpgrade,
  textKeys: readonly number[],
  options?: { lock: boolean },
): Promise<UpgradeText[]> =>
  findTexts(
    trx,
    upgrade,
    sql<boolean>`t.text_no = any(${[...textKeys]}::int[])
      and exists (select from ${termsOfText(reading, dictionaries)})`,
    options,
  );

/** How many texts have which decision. */
export async function countDecisions(
  trx: Trx,
  reading: ListReading,
  opened: OpenedUpgrade,
): Promise<Read['decided']> {
  const { rows } = await sql<{ decision: keyof Read['decided']; texts: number }>`
    select decision, count(*)::int as texts
    from (select ${DECISION} as decision from ${visibleTexts(reading, opened)}) d group by 1`.execute(trx);
  const none: Read['decided'] = { open: 0, stay: 0, recode: 0, approved: 0 };
  return rows.reduce((all, { decision, texts }) => ({ ...all, [decision]: texts }), none);
}

/** Cases with one of the texts, and how many of them are locked. */
export async function countCases(
  trx: Trx,
  reading: ListReading,
  { upgrade, dictionaries }: OpenedUpgrade,
): Promise<Pick<Read, 'cases' | 'closedCases'>> {
  const { rows } = await sql<Pick<Read, 'cases' | 'closedCases'>>`
    select count(*)::int as cases, count(*) filter (where locked)::int as "closedCases" from (
      select distinct of.case_key, of.locked
      from dictionary_upgrade_text t,
        lateral (select c.case_key, c.locked from ${termsOfText(reading, dictionaries)}) of
      where t.sponsor_key = ${upgrade.sponsor_key} and t.upgrade_key = ${upgrade.upgrade_key}
    ) counted`.execute(trx);
  return rows[0] ?? { cases: 0, closedCases: 0 };
}

/** Codes that the other version changes; not those for which it only has a better term. */
export async function findChangedCodes(
  trx: Trx,
  reading: ListReading,
  opened: OpenedUpgrade,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct t.code from ${visibleTexts(reading, opened)} and t.changes <> '{better}'`.execute(trx);
  return rows.map(({ code }) => code);
}

/** Of the task that runs; null: none does, or it has reported nothing yet. */
export async function findTaskProgress(trx: Trx, { sponsorKey, tasks }: Process): Promise<Read['progress']> {
  const [jobKey] = Object.values(tasks);
  const found = await findJobProgress(trx, sponsorKey, jobKey);
  return found && found.done !== null && found.total !== null
    ? { done: found.done, total: found.total }
    : null;
}
