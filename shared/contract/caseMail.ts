/** Mailing a report of a case (specification 2 sections 3, 5 and 7). */
import { Type, type Static } from 'typebox';
import { FILE_PASSWORD, MAX_FILE_PASSWORD } from '../mail/filePassword.ts';
import { MAX_ADDRESS } from '../mail/mailAddress.ts';
import { defineCall } from './call.ts';
import { NamedReceiver } from './caseReceivers.ts';
import { CreationKey, OneOf } from './common.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
const YesOrNo = OneOf('Y', 'N');

export const MAX_COMMENT = 20_000;
export const MAX_RECIPIENTS = 100;
/** Bytes of a mailed file: mail servers refuse more, encoded in base64. */
export const MAX_MAILED_BYTES = 15 * 1024 * 1024;

export const readCaseMailForm = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/email',
  summary: 'Whom a report of the case may be mailed to',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  data: Type.Object({
    /** false: no mail server is set up */
    available: Type.Boolean(),
    /** users of the sponsor and addresses of its records that are allowed */
    userList: Type.Array(Type.Object({ userName: Type.String(), address: Type.String() })),
    /** addresses and domains that may be typed, beside those of the list */
    allowed: Type.Array(Type.String()),
  }),
});

export const CaseMailForm = Type.Object({
  ...CreationKey,
  reportId: Type.String({ pattern: '^[A-Za-z0-9-]{1,40}$' }),
  recipients: Type.Array(Type.Object({ address: Type.String({ maxLength: MAX_ADDRESS }) }), {
    maxItems: MAX_RECIPIENTS,
  }),
  content: Type.String({ maxLength: MAX_COMMENT }),
  /** empty: the file is sent without one */
  password: Type.Optional(Type.String({ maxLength: MAX_FILE_PASSWORD, pattern: FILE_PASSWORD })),
  /** of XML: for a CRO */
  senderKey: Type.Optional(Type.Integer()),
  /** of XML: required */
  ...NamedReceiver,
  notation: Type.Optional(YesOrNo),
  language: Type.Optional(OneOf('en', 'ko', 'ja', 'zh')),
  ciomsOrientation: Type.Optional(OneOf('portrait', 'landscape')),
  ciomsDataOrdering: Type.Optional(OneOf('primary', 'latest', 'basic')),
  unblindedValueApplicable: Type.Optional(YesOrNo),
  findings: Type.Optional(YesOrNo),
  audit: Type.Optional(YesOrNo),
});
export type CaseMailForm = Static<typeof CaseMailForm>;

/**
 * 422 MAIL_REFUSED with the reasons: `receiver`, `sender`, `recipients`, and per address `invalid`, `duplicate`,
 * `notAllowed`. 422 MAIL_TOO_LARGE. 409 MAIL_NOT_CONFIGURED.
 */
export const sendCaseMail = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/email',
  summary: 'Mails a report of the case to each of the recipients',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  body: CaseMailForm,
  data: Type.Object({ emailKey: Type.Integer() }),
});
