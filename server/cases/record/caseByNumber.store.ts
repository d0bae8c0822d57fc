/** The query for a case by a number of it. Takes the transaction it is part of, and decides nothing. */
import { sql } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import { fold, lowerLetters } from '../../../shared/text/fold.ts';
import type { Trx } from '../../storage/database.ts';
import { caseInScope } from './caseScope.store.ts';

export interface CaseOfNumber {
  case_key: number;
  root_case_key: number;
  case_no: string;
  del_flag: string;
}

/**
 * The newest version of the case in scope that has the number as it is typed, in letters and digits of any width and case:
 * its own, the sender's or the worldwide one.
 */
export async function findByNumber(
  trx: Trx,
  user: Scope & { sponsorKey: number },
  number: string,
): Promise<CaseOfNumber | undefined> {
  // stored numbers are not normalized, which would take twice the time of a scan of all cases
  const typed = [fold(number), lowerLetters(number.trim())];
  const { rows } = await sql<CaseOfNumber>`
    select c.case_key, c.root_case_key, c.case_no, c.del_flag from pv_case c
    where c.sponsor_key = ${user.sponsorKey} and c.latest and ${caseInScope(user)}
      and array[lower(c.case_no), lower(c.sender_case_id), lower(c.worldwide_id)] && ${typed}::text[]
    order by lower(c.case_no) = any(${typed}::text[]) desc, c.del_flag, c.case_key desc limit 1`.execute(trx);
  return rows[0];
}
