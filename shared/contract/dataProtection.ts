/** Who sees personal data: support accesses of system administrators, and who read which case. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Signature } from './caseStatus.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const Moment = Type.String({ format: 'date-time' });
const SUPPORT = '/1.0/sponsors/:sponsorKey/support-accesses';

/** Days for which a sponsor lets a system administrator see its data at most. */
export const MAX_SUPPORT_DAYS = 30;

export const readSupportAccesses = defineCall({
  method: 'GET',
  path: SUPPORT,
  summary: 'The system administrators whom the sponsor lets or let see its data, the newest first',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    /** false for the sponsor of administration mode, which grants none */
    possible: Type.Boolean(),
    listInfo: Type.Array(
      Type.Object({
        accessNo: Type.Integer(),
        userId: Type.String(),
        userName: Type.String(),
        reason: Type.String(),
        grantedBy: Type.String(),
        grantedAt: Moment,
        until: Moment,
        endedAt: Nullable(Moment),
        endedBy: Nullable(Type.String()),
        /** when a session of the user was last opened by it */
        lastUsedAt: Nullable(Moment),
        /** it is neither over nor ended */
        open: Type.Boolean(),
      }),
    ),
  }),
});

/** 409 NO_SUPPORT_ACCESS for the sponsor of administration mode; 422 INVALID_USER_ID where no active system administrator has the id. */
export const grantSupportAccess = defineCall({
  method: 'POST',
  path: SUPPORT,
  summary: 'Lets a system administrator see the data of the sponsor for some days, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    userId: Type.String({ minLength: 1, maxLength: 100 }),
    days: Type.Integer({ minimum: 1, maximum: MAX_SUPPORT_DAYS }),
    reason: Reason,
  }),
});

/** 404 NOT_FOUND for an access that is over. */
export const endSupportAccess = defineCall({
  method: 'DELETE',
  path: `${SUPPORT}/:accessNo`,
  summary: 'Ends a support access at once, with the reason',
  access: ['EDIT.ADMIN'],
  params: Type.Object({ sponsorKey: Type.Integer(), accessNo: Type.Integer() }),
  query: Type.Object({ reason: Reason }),
});

const AUDIT = {
  path: `${SUPPORT}/audit-trail`,
  menuId: 'MU-AD-DP-AT',
  summary: 'Which support accesses were granted and ended, by whom and why',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
} as const;
export const listSupportAudit = defineCall({ ...defineList(AUDIT), params: InSponsor });
export const exportSupportAudit = defineCall({ ...defineListExport(AUDIT), params: InSponsor });

const READS = {
  path: '/1.0/case-reads',
  menuId: 'MU-AD-DP',
  summary: 'Who read which case, or took a file of it away, once an hour for each user',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
} as const;
export const listCaseReads = defineList(READS);
export const exportCaseReads = defineListExport(READS);

/** Characters of a name, a date or a number that a person is searched by. */
export const PERSON_TEXT = { min: 2, max: 200 } as const;
/** Values and records that a search answers at most. */
export const MAX_PERSON_HITS = 200;

/** A body, since a name does not belong in an address. 403 NO_PRIVILEGE for users who may not read cases. */
export const searchPersons = defineCall({
  method: 'POST',
  path: '/1.0/persons/search',
  summary:
    'Where a text occurs in personal items of cases, and in reporters, senders and users: for the right of access',
  access: ['EDIT.ADMIN'],
  body: Type.Object({ text: Type.String({ minLength: PERSON_TEXT.min, maxLength: PERSON_TEXT.max }) }),
  data: Type.Object({
    cases: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        caseNo: Type.String(),
        versionNo: Type.Integer(),
        page: Type.String(),
        itemId: Type.String(),
        value: Type.String(),
      }),
    ),
    records: Type.Array(
      Type.Object({
        kind: Type.String(),
        recordKey: Type.Integer(),
        name: Type.String(),
        deleted: Type.Boolean(),
      }),
    ),
    /** there is more than was answered */
    more: Type.Boolean(),
  }),
});

const RETENTION = {
  path: '/1.0/sponsors/:sponsorKey/retention',
  menuId: 'MU-AD-DP-RT',
  summary:
    'Cases past the retention period of the sponsor, with how many personal values they hold, and those on legal hold',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
} as const;
export const listRetention = defineCall({ ...defineList(RETENTION), params: InSponsor });
export const exportRetention = defineCall({ ...defineListExport(RETENTION), params: InSponsor });

/** Of all versions of the case. 404 CASE_NOT_FOUND; 422 NO_MODIFIED_DATA. */
export const setLegalHold = defineCall({
  method: 'PUT',
  path: '/1.0/legal-holds',
  summary: 'Sets or ends the legal hold of a case, with the reason in its audit trail',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    caseNo: Type.String({ minLength: 1, maxLength: 100 }),
    hold: OneOf('Y', 'N'),
    reason: Reason,
  }),
});

/** Why a case was left as it is: on legal hold, with a due report, not past its period any longer, or with a wrong audit trail. */
export const WHY_NOT_PSEUDONYMISED = ['hold', 'due', 'changed', 'trail'] as const;

/**
 * Puts pseudonyms in place of the personal values of cases past their retention period, by a job. 422 SIGNATURE_REQUIRED,
 * UNKNOWN_MEANING, WRONG_SIGNATURE_PASSWORD; 429 TOO_MANY_ATTEMPTS; 409 OWN_RETENTION_RULE; 404 CASE_NOT_FOUND.
 */
export const startPseudonymisation = defineCall({
  method: 'POST',
  path: '/1.0/pseudonymisations',
  summary: 'Releases the pseudonymisation of cases past their retention period, with a signature',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    caseKeys: Type.Array(Type.Integer(), { minItems: 1, maxItems: 1000 }),
    reason: Reason,
    signature: Signature,
  }),
  data: Type.Object({ runKey: Type.Integer() }),
});

export const readPseudonymisations = defineCall({
  method: 'GET',
  path: '/1.0/pseudonymisations',
  summary: 'The latest pseudonymisations, the newest first, with how far they are',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  data: Type.Object({
    runs: Type.Array(
      Type.Object({
        runKey: Type.Integer(),
        at: Type.String(),
        userName: Type.String(),
        reason: Type.String(),
        state: OneOf('running', 'done', 'cancelled', 'failed'),
        /** cases that were looked at */
        done: Type.Integer(),
        total: Type.Integer(),
        refused: Type.Array(Type.Object({ caseNo: Type.String(), why: OneOf(...WHY_NOT_PSEUDONYMISED) })),
      }),
    ),
  }),
});

/** What is done stays. 404 NOT_FOUND where it has ended. */
export const cancelPseudonymisation = defineCall({
  method: 'DELETE',
  path: '/1.0/pseudonymisations/:runKey',
  summary: 'Cancels a pseudonymisation: the remaining cases stay as they are',
  access: ['EDIT.ADMIN'],
  params: Type.Object({ runKey: Type.Integer() }),
});
