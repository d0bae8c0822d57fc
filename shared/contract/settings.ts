/** Settings of a sponsor (specification 1 sections 3 and 7). Currently: case numbering. */
import { Type } from 'typebox';
import { FACT_TOKENS } from '../case-number/caseNumberFormat.ts';
import { MAX_ADDRESS } from '../mail/mailAddress.ts';
import { DESCRIBED_PARTS, DESCRIBED_SETTINGS } from '../settings/describedSettings.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const Pattern = Type.String({ minLength: 1, maxLength: 200 });

/** For the syntax see shared/case-number/caseNumberFormat.ts. */
export const CaseNumberSetting = Type.Object({
  identifier: Type.String({ maxLength: 60 }),
  pattern: Pattern,
  condition: Type.Array(OneOf(...FACT_TOKENS), { maxItems: FACT_TOKENS.length, uniqueItems: true }),
  reportPattern: Pattern,
});

export const LeavePage = OneOf(...DESCRIBED_SETTINGS.editing.leavePage.values);

export const ReadinessSetting = OneOf(...DESCRIBED_SETTINGS.editing.readiness.values);

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

/** the longest are lists of texts */
const SettingValue = Nullable(Type.Union([Type.String({ maxLength: 5000 }), Type.Number()]));
const Part = Type.Object({ setAt: SetAt, values: Type.Record(Type.String(), SettingValue) });

/** Bytes of a logo: it is part of the first answer to every browser. */
export const MAX_LOGO_BYTES = 256 * 1024;
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;

/** An image as text; null: the product's own logo is shown. */
const Image = Type.Object({
  fileName: Type.String({ minLength: 1, maxLength: 255 }),
  mediaType: OneOf(...LOGO_TYPES),
  /** in base 64 */
  content: Type.String({ maxLength: Math.ceil(MAX_LOGO_BYTES / 3) * 4 }),
});
const Logo = Type.Object({ logo: Nullable(Image) });

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
    /** those that are single values; see shared/settings/describedSettings.ts */
    parts: Type.Object({
      editing: Part,
      reasons: Part,
      general: Part,
      dictionaries: Part,
      coding: Part,
      accounts: Part,
      navigation: Part,
      retention: Part,
      receivers: Part,
      reports: Part,
    }),
    logo: Type.Object({ setAt: SetAt, ...Logo.properties }),
    /** those that code items */
    dictionaries: Type.Array(
      Type.Object({
        dictionary: Type.String(),
        label: Type.Object({
          en: Type.String(),
          ko: Type.String(),
          ja: Type.String(),
          zh: Type.String(),
        }),
      }),
    ),
    /** what can be chosen: versions that can be searched, by dictionary, and names of receivers */
    loaded: Type.Record(Type.String(), Type.Array(Type.String())),
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

/** 422 SETTING_REFUSED with the names of the settings whose values are not allowed; 409 SETTINGS_CHANGED. */
export const saveSettingsPart = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/settings/parts/:part',
  summary: 'Changes a part of the settings of the sponsor, with the reason',
  access: ['EDIT.ADMIN'],
  params: Type.Object({ sponsorKey: Type.Integer(), part: OneOf(...DESCRIBED_PARTS) }),
  body: Type.Object({
    reason: Reason,
    setAt: SetAt,
    values: Type.Record(Type.String({ maxLength: 60 }), SettingValue, { maxProperties: 100 }),
  }),
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

export const readLogo = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/logo',
  summary: 'The logo that the sponsor shows in the header and in reports',
  access: 'session',
  params: InSponsor,
  data: Logo,
});

/** 422 LOGO_REFUSED if the content is no image of its type; 409 SETTINGS_CHANGED. */
export const saveLogo = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/settings/logo',
  summary: 'Changes the logo of the sponsor, or goes back to that of the product, with the reason',
  access: ['EDIT.ADMIN'],
  params: InSponsor,
  body: Type.Object({ reason: Reason, setAt: SetAt, ...Logo.properties }),
  data: Type.Object({ setAt: Type.String({ format: 'date-time' }) }),
});
