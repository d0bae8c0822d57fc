/** Queries of cases whose blinded values a session may see. They decide nothing. */
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';

type Session = Pick<SessionUser, 'sponsorKey' | 'tokenHash'>;

/** Of any version of the case. */
export async function isUnblinded(
  trx: Trx,
  { sponsorKey, tokenHash }: Session,
  caseKey: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom('unblinding as u')
    .innerJoin('pv_case as c', (join) =>
      join.onRef('c.sponsor_key', '=', 'u.sponsor_key').onRef('c.root_case_key', '=', 'u.root_case_key'),
    )
    .select('u.at')
    .where('u.token_hash', '=', tokenHash)
    .where('u.sponsor_key', '=', sponsorKey)
    .where('c.case_key', '=', caseKey)
    .executeTakeFirst();
  return found !== undefined;
}

/** Answers false where it was so already. */
export async function putUnblinded(
  trx: Trx,
  { sponsorKey, tokenHash }: Session,
  rootCaseKey: number,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('unblinding')
    .values({ token_hash: tokenHash, sponsor_key: sponsorKey, root_case_key: rootCaseKey, at })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
