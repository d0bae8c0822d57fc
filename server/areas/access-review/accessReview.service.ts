/**
 * Reviews of access: every user of the sponsor is decided about, then the review is signed. Each decision and the signature
 * are in the audit trails of the users that they are about.
 */
import { createHash } from 'node:crypto';
import type {
  BodyOf,
  DataOf,
  decideAccess,
  readAccessReviews,
  signAccessReview,
} from '../../../shared/contract/index.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { USER, userKindOf } from '../../accounts/inviteUser.ts';
import { provenMeaning } from '../../accounts/signing.ts';
import { lockSponsor } from '../../accounts/sponsors.store.ts';
import { appendChange, type Author as AuditAuthor } from '../../audit/appendChange.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { notFound, ownAccount, reviewUndecided, reviewUnderWay } from '../../problems.ts';
import { recordChain } from '../../records/saveRecord.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { findDecided, findReviews, insertReview, putDecision, putSignature } from './accessReview.store.ts';

/** What this module needs of the server. */
type ReviewWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

interface Author extends AuditAuthor {
  user: SessionUser;
}

export const reviewsOf = (
  { db }: DatabaseWorld,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readAccessReviews>> =>
  readInSponsor(db, sponsorKey, async (trx) => ({
    listInfo: (await findReviews(trx, sponsorKey)).map((one) => ({
      reviewNo: one.review_no,
      reason: one.reason,
      startedAt: one.started_at.toISOString(),
      startedBy: one.started_by,
      users: Number(one.users),
      undecided: Number(one.undecided),
      signature: one.signed_at && {
        at: one.signed_at.toISOString(),
        by: one.signed_by ?? '',
        meaning: one.meaning ?? '',
        comment: one.comment ?? '',
        contentHash: one.content_hash ?? '',
      },
    })),
  }));

/** Throws 409 REVIEW_UNDER_WAY. */
export const start = (deps: ReviewWorld, { user }: Author, reason: string): Promise<{ reviewNo: number }> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { sponsorKey, timeZone, userName } = user;
    await lockSponsor(trx, sponsorKey);
    if ((await findReviews(trx, sponsorKey)).some(isUnderWay)) throw reviewUnderWay();
    const at = deps.clock.now();
    const moment = { kind: userKindOf(deps), sponsorKey, at, day: dayAt(at.getTime(), timeZone) };
    return { reviewNo: await insertReview(trx, moment, { reason, by: userName }) };
  });

type Review = Awaited<ReturnType<typeof findReviews>>[number];
const isUnderWay = ({ signed_at }: Review): boolean => signed_at === null;

/** Throws 404 NOT_FOUND for a review that is signed. */
async function underWay(trx: Trx, sponsorKey: number, reviewNo: number): Promise<Review> {
  await lockSponsor(trx, sponsorKey);
  const found = (await findReviews(trx, sponsorKey)).find((one) => one.review_no === reviewNo);
  if (!found || !isUnderWay(found)) throw notFound();
  return found;
}

/** Throws 404 NOT_FOUND, 409 OWN_ACCOUNT. */
export const decide = (
  deps: ReviewWorld,
  author: Author,
  { reviewNo, userKeys, decision, reason }: { reviewNo: number } & BodyOf<typeof decideAccess>,
): Promise<void> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const { sponsorKey, userKey, userName } = author.user;
    await underWay(trx, sponsorKey, reviewNo);
    if (userKeys.includes(userKey)) throw ownAccount();
    const at = deps.clock.now();
    const decided = { userKeys, decision, comment: reason, at, by: userName };
    if ((await putDecision(trx, { sponsorKey, reviewNo }, decided)) !== userKeys.length) throw notFound();
    for (const one of userKeys)
      await note(trx, deps, author, { userKey: one, value: decision, item: 'accessDecision', reason, at });
  });

/**
 * The signer is decided about by another administrator, where there is one: their own row may stay open. Throws 404
 * NOT_FOUND, 409 REVIEW_UNDECIDED, and what `provenMeaning` does.
 */
export async function sign(
  deps: ReviewWorld,
  author: Author & { ip: string },
  { reviewNo, signature, reason }: { reviewNo: number } & BodyOf<typeof signAccessReview>,
): Promise<void> {
  const meaning = await provenMeaning(deps, author, signature);
  const { sponsorKey, userKey, userName, userId } = author.user;
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    await underWay(trx, sponsorKey, reviewNo);
    const users = await findDecided(trx, { sponsorKey, reviewNo });
    const open = users.filter((one) => one.decision === null && one.user_key !== userKey);
    if (open.length > 0) throw reviewUndecided(open.length);
    const at = deps.clock.now();
    const contentHash = createHash('sha256').update(JSON.stringify(users)).digest('hex');
    const by = `${userName} (${userId})`;
    await putSignature(trx, { sponsorKey, reviewNo }, { at, by, meaning, comment: reason, contentHash });
    for (const one of users)
      await note(trx, deps, author, {
        userKey: one.user_key,
        value: `${meaning}, ${contentHash}`,
        item: 'accessReview',
        reason,
        at,
      });
  });
}

interface Note {
  userKey: number;
  item: 'accessDecision' | 'accessReview';
  value: string;
  reason: string;
  at: Date;
}

/** Into the audit trail of a user. */
async function note(trx: Trx, deps: ReviewWorld, author: Author, noted: Note): Promise<void> {
  const { userKey, item, value, reason, at } = noted;
  const chain = recordChain({ sponsorKey: author.user.sponsorKey, kind: USER, recordKey: userKey });
  await appendChange(trx, deps, author, { ...chain, at, reason }, [caseEntry('status', value, item)]);
}
