/** Mails about cases that were sent (specification 1 sections 2 and 7, 2 sections 2, 3 and 7). What they said is not kept. */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { Nullable, OneOf } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const LIST = {
  path: '/1.0/email-logs',
  menuId: 'MU-CS-LOG',
  summary: 'Mails about the cases that the user may see',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;

export const listEmailLogs = defineList(LIST);
export const exportEmailLogs = defineListExport(LIST);

/** What became of a mail to one address: sent is taken by the mail server; notSent was never given to one. */
export const MAIL_RESULTS = ['sent', 'waiting', 'failed', 'notSent'] as const;

export const readEmailLog = defineCall({
  method: 'GET',
  path: '/1.0/email-logs/:emailKey',
  summary: 'A mail about a case, and what became of it at each of its recipients',
  access: LIST.access,
  params: Type.Object({ emailKey: Type.Integer({ minimum: 1 }) }),
  data: Type.Object({
    emailKey: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    userName: Type.String(),
    caseKey: Type.Integer(),
    caseNo: Type.String(),
    versionNo: Type.Integer(),
    /** which report it carried, e.g. `CIOMS` */
    reportId: Type.String(),
    receiver: Nullable(Type.String()),
    /** of what it carried, in bytes */
    size: Type.Integer(),
    password: OneOf('Y', 'N'),
    recipients: Type.Array(
      Type.Object({
        userName: Type.String(),
        address: Type.String(),
        result: OneOf(...MAIL_RESULTS),
        /** when it was sent, or is tried next; null: neither */
        at: Nullable(Type.String({ format: 'date-time' })),
        /** what the mail server said last, where it did not take the mail */
        why: Nullable(Type.String()),
      }),
    ),
  }),
});
