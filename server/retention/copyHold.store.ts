/** A query of legal holds: what belonged to a case on hold is on hold as a case of its own, too. */
import type { Trx } from '../storage/database.ts';

/** Answers false where the case is on no hold. */
export async function copyHold(
  trx: Trx,
  { sponsorKey, rootCaseKey, toCaseKey }: { sponsorKey: number; rootCaseKey: number; toCaseKey: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('legal_hold')
    .columns(['sponsor_key', 'root_case_key', 'reason', 'set_at', 'set_by'])
    .expression((of) =>
      of
        .selectFrom('legal_hold')
        .select((the) => [
          'sponsor_key',
          the.val(toCaseKey).as('root_case_key'),
          'reason',
          'set_at',
          'set_by',
        ])
        .where('sponsor_key', '=', sponsorKey)
        .where('root_case_key', '=', rootCaseKey),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
