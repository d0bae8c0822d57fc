/** Queries on the numbers of cases. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { NumberFacts, Sequence } from '../../shared/case-number/caseNumber.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import type { Trx } from '../storage/database.ts';

/** Longer numbers only come from imported files; an index entry must be at most 2.7 KB. */
export const MAX_NUMBER_LENGTH = 200;

/** Sequences of case numbers in `sponsor_seq`; their periods are named by shared/case-number. */
export const CASE_NO_SEQUENCE = 'caseNo';

export interface Claim {
  sponsorKey: number;
  number: string;
  caseKey: number;
  at: Date;
  generated?: boolean;
}

/** Keeps the number for the case; false where it was given before, or came with another case. */
export async function claimNumber(
  trx: Trx,
  { sponsorKey, number, caseKey, at, generated = false }: Claim,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('case_number')
    .values({ sponsor_key: sponsorKey, number, case_key: caseKey, at, generated })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Those of the numbers that were given before, or came with a case. */
export async function usedNumbers(
  trx: Trx,
  sponsorKey: number,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await trx
    .selectFrom('case_number')
    .select('number')
    .where('sponsor_key', '=', sponsorKey)
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .execute();
  return new Set(found.map(({ number }) => number));
}

/** A number that a version of the case has already, e.g. typed by hand and emptied again, counts as generated; else false. */
export async function claimOwnNumber(
  trx: Trx,
  { sponsorKey, number, caseKey }: Claim,
  rootCaseKey: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('case_number')
    .set({ generated: true, case_key: caseKey })
    .where('sponsor_key', '=', sponsorKey)
    .where('number', '=', number)
    .where('case_key', 'in', (of) =>
      of
        .selectFrom('pv_case')
        .select('case_key')
        .where('sponsor_key', '=', sponsorKey)
        .where('root_case_key', '=', rootCaseKey),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The number that was generated for a version of the case; undefined where none was. */
export async function generatedNumber(
  trx: Trx,
  sponsorKey: number,
  rootCaseKey: number,
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('case_number as n')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'n.sponsor_key').onRef('c.case_key', '=', 'n.case_key'),
    )
    .select('n.number')
    .where('n.sponsor_key', '=', sponsorKey)
    .where('c.root_case_key', '=', rootCaseKey)
    .where('n.generated', '=', true)
    .orderBy('n.at')
    .executeTakeFirst();
  return found?.number;
}

/** What a number is made of beside the setting: the sender, and the day in the sponsor's time zone. */
export async function numberFacts(
  trx: Trx,
  { sponsorKey, senderKey, at }: { sponsorKey: number; senderKey: number; at: Date },
): Promise<NumberFacts> {
  const { time_zone, organisation, country } = await trx
    .selectFrom('sponsor as s')
    .innerJoin('sender as o', 'o.sponsor_key', 's.sponsor_key')
    .select(['s.time_zone', 'o.organisation', 'o.country'])
    .where('s.sponsor_key', '=', sponsorKey)
    .where('o.sender_key', '=', senderKey)
    .executeTakeFirstOrThrow();
  return { country, sender: organisation, day: dayAt(at.getTime(), time_zone) };
}

/** The sequences of the sponsor's case numbers, the latest first. */
export async function runningSequences(trx: Trx, sponsorKey: number): Promise<Sequence[]> {
  const found = await trx
    .selectFrom('sponsor_seq')
    .select(['period', 'last_no'])
    .where('sponsor_key', '=', sponsorKey)
    .where('seq_name', '=', CASE_NO_SEQUENCE)
    .orderBy(sql`period collate "C"`, 'desc')
    .execute();
  return found.map(({ period, last_no }) => ({ name: period, lastNo: last_no }));
}
