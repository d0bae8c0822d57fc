/**
 * How many of the cases that lists show have the same codes, kept beside the cases (`0033_case_counts.sql`): a total is their
 * sum. Each change of a case adds a row, so that no save waits for another; from time to time they are added up.
 */
import { sql, type RawBuilder } from 'kysely';
import type { DatabaseWorld } from '../storage/database.ts';
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import { rollUpTextCounts } from './caseTextCounts.store.ts';

/** Columns of `pv_case` that the cases are counted by. */
const CODES = sql.raw(
  'sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status, sender_key, owed, product_keys, study_keys',
);

/** After `from`: in place of `pv_case c`, a row with these columns for `c.cases` cases. */
export const countedCases: RawBuilder<unknown> = sql`(
  select ${CODES}, cases, true as latest, 'N' as del_flag from case_count
) c`;

/** One row for cases with the same codes, where changes have added more. Lists count the same before, meanwhile and after. */
export const rollUpCounts = ({ db }: DatabaseWorld): Promise<void> =>
  inEverySponsor(db, async (trx, sponsorKey) => {
    await rollUpTextCounts(trx, sponsorKey);
    // rows are found by their codes as one text, which tells nothing from empty, and which can be hashed
    await sql`
      with counted as (
        delete from case_count
        where sponsor_key = ${sponsorKey} and row(${CODES})::text in (
          select row(${CODES})::text from case_count where sponsor_key = ${sponsorKey} and not added_up)
        returning *
      )
      insert into case_count (${CODES}, cases, added_up)
      select ${CODES}, sum(cases), true from counted group by ${CODES} having sum(cases) <> 0`.execute(trx);
  });
