/** Who has access: on any day, as reviews confirm it, and by tokens of programs. */
import { Type } from 'typebox';
import { Signature } from './caseStatus.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const Moment = Type.String({ format: 'date-time' });
const READ = ['READ.ADMIN', 'EDIT.ADMIN'] as const;
const EDIT = ['EDIT.ADMIN'] as const;

const ON_DAY = {
  path: '/1.0/sponsors/:sponsorKey/access/:day',
  menuId: 'MU-AD-AC',
  summary:
    'Who had which roles and limits at the end of a day (YYYYMMDD of the sponsor) or at any time of a month (YYYYMM), from the audit trail',
  access: READ,
} as const;
const OfDay = Type.Object({
  sponsorKey: Type.Integer(),
  day: Type.Union([
    Type.Integer({ minimum: 1_900_01, maximum: 2_999_12 }),
    Type.Integer({ minimum: 1_900_01_01, maximum: 2_999_12_31 }),
  ]),
});
export const listAccess = defineCall({ ...defineList(ON_DAY), params: OfDay });
export const exportAccess = defineCall({ ...defineListExport(ON_DAY), params: OfDay });

const REVIEWS = '/1.0/sponsors/:sponsorKey/access-reviews';
const OfReview = Type.Object({ sponsorKey: Type.Integer(), reviewNo: Type.Integer({ minimum: 1 }) });

export const readAccessReviews = defineCall({
  method: 'GET',
  path: REVIEWS,
  summary: 'The reviews of access, the newest first',
  access: READ,
  params: InSponsor,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        reviewNo: Type.Integer(),
        reason: Type.String(),
        startedAt: Moment,
        startedBy: Type.String(),
        users: Type.Integer(),
        undecided: Type.Integer(),
        /** null: it is under way */
        signature: Nullable(
          Type.Object({
            at: Moment,
            by: Type.String(),
            meaning: Type.String(),
            comment: Type.String(),
            contentHash: Type.String(),
          }),
        ),
      }),
    ),
  }),
});

/** 409 REVIEW_UNDER_WAY. */
export const startAccessReview = defineCall({
  method: 'POST',
  path: REVIEWS,
  summary: 'Begins a review of all users of the sponsor, with the reason',
  access: EDIT,
  params: InSponsor,
  body: Type.Object({ reason: Reason }),
  data: Type.Object({ reviewNo: Type.Integer() }),
});

const USERS = {
  path: `${REVIEWS}/:reviewNo/users`,
  menuId: 'MU-AD-AC-RV',
  summary: 'The users of a review, what each had when it began, and what was decided',
  access: READ,
} as const;
export const listAccessReview = defineCall({ ...defineList(USERS), params: OfReview });
export const exportAccessReview = defineCall({ ...defineListExport(USERS), params: OfReview });

export const ACCESS_DECISIONS = ['keep', 'change', 'remove'] as const;
/** Users that one call decides about. */
const MAX_DECIDED = 1000;

/**
 * Nothing is changed by it: an administrator carries it out on the record of the user. 404 NOT_FOUND for a review that is
 * signed, or has no such user; 409 OWN_ACCOUNT.
 */
export const decideAccess = defineCall({
  method: 'PUT',
  path: USERS.path,
  summary: 'Decides about users of a review: their access stays, is to be changed or removed',
  access: EDIT,
  params: OfReview,
  body: Type.Object({
    userKeys: Type.Array(Type.Integer(), { minItems: 1, maxItems: MAX_DECIDED, uniqueItems: true }),
    decision: OneOf(...ACCESS_DECISIONS),
    reason: Reason,
  }),
});

/** 404 NOT_FOUND for a review that is signed; 409 REVIEW_UNDECIDED; 422 WRONG_SIGNATURE_PASSWORD, UNKNOWN_MEANING. */
export const signAccessReview = defineCall({
  method: 'POST',
  path: `${REVIEWS}/:reviewNo/signature`,
  summary: 'Signs a review in which every user is decided about, which ends it',
  access: EDIT,
  params: OfReview,
  body: Type.Object({ signature: Signature, reason: Reason }),
});

const TOKENS = {
  path: '/1.0/sponsors/:sponsorKey/api-tokens',
  menuId: 'MU-AD-AC-TK',
  summary: 'The tokens of programs of all users of the sponsor',
  access: READ,
} as const;
export const listSponsorTokens = defineCall({ ...defineList(TOKENS), params: InSponsor });
export const exportSponsorTokens = defineCall({ ...defineListExport(TOKENS), params: InSponsor });

/** 404 NOT_FOUND for one that has ended. */
export const endSponsorToken = defineCall({
  method: 'DELETE',
  path: `${TOKENS.path}/:tokenKey`,
  summary: 'Ends a token of a program of any user, with the reason',
  access: EDIT,
  params: Type.Object({ sponsorKey: Type.Integer(), tokenKey: Type.String({ format: 'uuid' }) }),
  query: Type.Object({ reason: Reason }),
});
