/** E-mails sent about cases (specification 1 sections 2 and 7, 2 sections 2, 3 and 7). Their text is not stored. */
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

/**
 * State of an e-mail to one address: `sent` means accepted by the mail server, `notSent` never submitted to one; `delivered`,
 * `delayed` and `bounced` are what mail servers reported after that.
 */
export const MAIL_RESULTS = [
  'sent',
  'delivered',
  'delayed',
  'bounced',
  'waiting',
  'failed',
  'notSent',
] as const;
export type MailResult = (typeof MAIL_RESULTS)[number];

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
    /** the attached report, e.g. `CIOMS` */
    reportId: Type.String(),
    receiver: Nullable(Type.String()),
    /** size of the attachment in bytes */
    size: Type.Integer(),
    password: OneOf('Y', 'N'),
    recipients: Type.Array(
      Type.Object({
        userName: Type.String(),
        address: Type.String(),
        result: OneOf(...MAIL_RESULTS),
        /** when it was sent or its state reported, or is retried; null: neither */
        at: Nullable(Type.String({ format: 'date-time' })),
        /** the last response of the mail server if it did not accept the e-mail, or what was reported */
        why: Nullable(Type.String()),
      }),
    ),
  }),
});
