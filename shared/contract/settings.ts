/** Settings of a sponsor (specification 1 sections 3 and 7). Currently: case numbering. */
import { Type } from 'typebox';
import { FACT_TOKENS } from '../case-number/caseNumberFormat.ts';
import { MAX_ADDRESS } from '../mail/mailAddress.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const Pattern = Type.String({ minLength: 1, maxLength: 200 });

/** For the syntax see shared/case-number/caseNumberFormat.ts. */
export const CaseNumberSetting = Type.Object({
  identifier: Type.String({ maxLength: 60 }),
  pattern: Pattern,
  condition: Type.Array(OneOf(...FACT_TOKENS), { maxItems: FACT_TOKENS.length, uniqueItems: true }),
  reportPattern: Pattern,
});

/**
 * How cases are edited, by setting; the first choice is the product's default.
 * `leavePage`: what becomes of unsaved edits when their page is left. `newCase`: is a case that is added on the screen
 * filled with the initial values of its items? `readiness`: what do errors mean to a review or a lock: nothing, a reason to
 * override them, or that it is refused? `openQuestions`: what do open questions mean to a lock? `sending`: is a batch signed
 * when it is sent?
 */
export const EDITING_CHOICES = {
  leavePage: ['ask', 'keep'],
  newCase: ['empty', 'prefilled'],
  readiness: ['show', 'override', 'block'],
  openQuestions: ['show', 'override', 'block'],
  sending: ['confirm', 'sign'],
} as const;
export type EditingSettingName = keyof typeof EDITING_CHOICES;
export const EDITING_SETTINGS = Object.keys(EDITING_CHOICES) as EditingSettingName[];

export const LeavePage = OneOf(...EDITING_CHOICES.leavePage);

export const ReadinessSetting = OneOf(...EDITING_CHOICES.readiness);

export const EditingSetting = Type.Object({
  leavePage: LeavePage,
  newCase: OneOf(...EDITING_CHOICES.newCase),
  readiness: ReadinessSetting,
  openQuestions: ReadinessSetting,
  sending: OneOf(...EDITING_CHOICES.sending),
});

/** Entries of the addresses that reports may be mailed to. */
export const MAX_ALLOWED = 500;

/** Addresses, and domains as `@example.com`, that reports may be mailed to; users of the sponsor always may get them. */
export const MailSetting = Type.Object({
  allowed: Type.Array(Type.String({ minLength: 1, maxLength: MAX_ADDRESS }), {
    maxItems: MAX_ALLOWED,
    uniqueItems: true,
  }),
});

/** ISO 8601: when the sponsor set it; null: the product's default */
const SetAt = Nullable(Type.String({ format: 'date-time' }));

export const readSettings = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/settings',
  summary: 'The settings of the sponsor, and what they are previewed with',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
  params: InSponsor,
  data: Type.Object({
    /** when the sponsor set it; null: the product's default */
    setAt: Nullable(Type.String({ format: 'date-time' })),
    caseNumber: CaseNumberSetting,
    editing: Type.Object({ ...EditingSetting.properties, setAt: SetAt }),
    mail: Type.Object({ ...MailSetting.properties, setAt: SetAt }),
    preview: Type.Object({
      /** CCYYMMDD in the sponsor's time zone */
      day: Type.String(),
      timeZone: Type.String(),
      /** maximum characters of the item for the sender's number; null: unlimited */
      limit: Nullable(Type.Integer()),
      senders: Type.Array(
        Type.Object({ senderKey: Type.Integer(), name: Type.String(), country: Nullable(Type.String()) }),
      ),
      /** sequences with assigned numbers, the latest first */
      sequences: Type.Array(Type.Object({ name: Type.String(), lastNo: Type.Integer() })),
    }),
  }),
});

/** 422 SETTING_REFUSED with the problems per field; 409 SETTINGS_CHANGED if `setAt` is not the newest. */
export const saveSettings = defineCall({
  method: 'POST',
  path: '/1.1/sponsors/:sponsorKey/settings',
  summary: 'Changes settings of the sponsor, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({
    reason: Reason,
    /** the value at the time of reading */
    setAt: Nullable(Type.String({ format: 'date-time' })),
    caseNumber: CaseNumberSetting,
  }),
  data: Type.Object({ setAt: Type.String({ format: 'date-time' }) }),
});

const AUDIT = {
  path: '/1.0/sponsors/:sponsorKey/settings/audit-trail',
  menuId: 'MU-AD-ST',
  summary: 'What was changed in the settings of the sponsor',
  access: ['READ.ADMIN', 'EDIT.ADMIN'],
} as const;

export const listSettingsAudit = defineCall({ ...defineList(AUDIT), params: InSponsor });
export const exportSettingsAudit = defineCall({ ...defineListExport(AUDIT), params: InSponsor });

/** 409 SETTINGS_CHANGED if `setAt` is not the newest. */
export const saveEditingSettings = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/settings/editing',
  summary: 'Changes how cases of the sponsor are edited, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({ reason: Reason, setAt: SetAt, ...EditingSetting.properties }),
  data: Type.Object({ setAt: Type.String({ format: 'date-time' }) }),
});

/** 422 SETTING_REFUSED with the entries that are neither an address nor a domain; 409 SETTINGS_CHANGED. */
export const saveMailSettings = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/settings/mail',
  summary: 'Changes which addresses reports may be mailed to, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({ reason: Reason, setAt: SetAt, ...MailSetting.properties }),
  data: Type.Object({ setAt: Type.String({ format: 'date-time' }) }),
});
