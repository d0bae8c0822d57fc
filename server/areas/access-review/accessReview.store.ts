/** Queries of reviews of access. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { accessAt, type AccessMoment } from '../../accounts/accessAt.store.ts';
import type { Trx } from '../../storage/database.ts';

/** With how many users there are, and how many were not decided about. */
export const findReviews = (trx: Trx, sponsorKey: number) =>
  trx
    .selectFrom('access_review as r')
    .innerJoin('access_review_user as u', (join) =>
      join.onRef('u.sponsor_key', '=', 'r.sponsor_key').onRef('u.review_no', '=', 'r.review_no'),
    )
    .selectAll('r')
    .select((eb) => [
      eb.fn.countAll<number>().as('users'),
      sql<number>`count(*) filter (where u.decision is null)`.as('undecided'),
    ])
    .where('r.sponsor_key', '=', sponsorKey)
    .groupBy(['r.sponsor_key', 'r.review_no'])
    .orderBy('r.review_no', 'desc')
    .execute();

/** Answers the number of the review, of all users that there are at the moment. */
export async function insertReview(
  trx: Trx,
  moment: AccessMoment,
  { reason, by }: { reason: string; by: string },
): Promise<number> {
  const { sponsorKey, at, kind } = moment;
  const { review_no } = await trx
    .insertInto('access_review')
    .values({ sponsor_key: sponsorKey, reason, started_at: at, started_by: by })
    .returning('review_no')
    .executeTakeFirstOrThrow();
  await sql`insert into access_review_user (sponsor_key, review_no, user_key, access)
    select r.sponsor_key, ${review_no}::int, r.record_key, to_jsonb(x) from ${accessAt(moment)}
    where r.sponsor_key = ${sponsorKey} and r.kind = ${kind.kind}`.execute(trx);
  return review_no;
}

interface ReviewRef {
  sponsorKey: number;
  reviewNo: number;
}

/** Answers whom it decided about. */
export async function putDecision(
  trx: Trx,
  { sponsorKey, reviewNo }: ReviewRef,
  decided: { userKeys: readonly number[]; decision: string; comment: string; at: Date; by: string },
): Promise<number> {
  const { userKeys, decision, comment, at, by } = decided;
  const { numUpdatedRows } = await trx
    .updateTable('access_review_user')
    .set({ decision, comment, decided_at: at, decided_by: by })
    .where('sponsor_key', '=', sponsorKey)
    .where('review_no', '=', reviewNo)
    .where('user_key', 'in', userKeys)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The users as they were decided about, by their keys: what is signed. */
export const findDecided = (trx: Trx, { sponsorKey, reviewNo }: ReviewRef) =>
  trx
    .selectFrom('access_review_user')
    .select(['user_key', 'access', 'decision', 'comment', 'decided_at', 'decided_by'])
    .where('sponsor_key', '=', sponsorKey)
    .where('review_no', '=', reviewNo)
    .orderBy('user_key')
    .execute();

export async function putSignature(
  trx: Trx,
  { sponsorKey, reviewNo }: ReviewRef,
  signature: { at: Date; by: string; meaning: string; comment: string; contentHash: string },
): Promise<void> {
  await trx
    .updateTable('access_review')
    .set({
      signed_at: signature.at,
      signed_by: signature.by,
      meaning: signature.meaning,
      comment: signature.comment,
      content_hash: signature.contentHash,
    })
    .where('sponsor_key', '=', sponsorKey)
    .where('review_no', '=', reviewNo)
    .execute();
}
