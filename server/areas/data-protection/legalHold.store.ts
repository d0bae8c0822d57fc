/** Queries of legal holds. They take the transaction they are part of, and decide nothing. */
import type { Scope } from '../../../shared/access/scope.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { Trx } from '../../storage/database.ts';

/** The newest version of the case with the number, locked, if it is in the scope of the user. */
export async function lockNewestOf(
  trx: Trx,
  user: Scope & { sponsorKey: number },
  caseNo: string,
): Promise<Pick<CaseRecord, 'case_key' | 'root_case_key'> | undefined> {
  const newest = trx
    .selectFrom('pv_case as c')
    .select(['c.case_key', 'c.root_case_key'])
    .where('c.sponsor_key', '=', user.sponsorKey)
    .where('c.case_no', '=', caseNo)
    .where('c.latest', '=', true)
    .where(caseInScope(user))
    .forUpdate('c');
  // while we waited, the version may have been superseded or have left the case: look again
  return (await newest.executeTakeFirst()) ?? newest.executeTakeFirst();
}

interface HeldCase {
  sponsorKey: number;
  rootCaseKey: number;
}

/** null: it ends. Answers false where it was so already. */
export async function putHold(
  trx: Trx,
  { sponsorKey, rootCaseKey }: HeldCase,
  hold: { reason: string; at: Date; by: string } | null,
): Promise<boolean> {
  if (hold === null) {
    const { numDeletedRows } = await trx
      .deleteFrom('legal_hold')
      .where('sponsor_key', '=', sponsorKey)
      .where('root_case_key', '=', rootCaseKey)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('legal_hold')
    .values({
      sponsor_key: sponsorKey,
      root_case_key: rootCaseKey,
      reason: hold.reason,
      set_at: hold.at,
      set_by: hold.by,
    })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
