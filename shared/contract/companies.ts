/**
 * Companies (specification 1 section 2): records of the kind `company`, of the sponsor of administration mode, whom only
 * system administrators work for in that mode.
 */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { AuditEntry } from './caseAudit.ts';
import { ItemAddress, Nullable } from './common.ts';
import { defineList, defineListExport } from './lists.ts';
import { SaveBody, Saved } from './pageParts.ts';
import { RecordContent } from './records.ts';

const access = ['systemAdmin'] as const;
const PATH = '/1.0/sponsors/:sponsorKey/companies';
const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
/** Key 0 is a new company. */
const OfCompany = Type.Object({ ...InSponsor.properties, companyKey: Type.Integer({ minimum: 0 }) });
const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

const list = {
  path: PATH,
  menuId: 'AD-MU-CO',
  summary: 'All companies with their sponsors and users',
  access,
} as const;
export const listCompanies = defineCall({ ...defineList(list), params: InSponsor });
export const exportCompanies = defineCall({ ...defineListExport(list), params: InSponsor });

export const readCompany = defineCall({
  method: 'GET',
  path: `${PATH}/:companyKey`,
  summary: 'The form of a company; of key 0 an empty one',
  access,
  params: OfCompany,
  data: RecordContent,
});

/** As `saveRecord`. Throws 422 ITEM_REFUSED at the item, e.g. for a user id that is none or is taken. */
export const saveCompany = defineCall({
  method: 'PUT',
  path: `${PATH}/:companyKey`,
  summary:
    'Saves changes of a company with the reason for them; key 0 adds one, with its first sponsor and administrator',
  access,
  params: OfCompany,
  body: SaveBody,
  data: Type.Object({ ...Saved.properties, recordKey: Type.Integer() }),
});

const audit = {
  path: `${PATH}/:companyKey/audit-trail`,
  menuId: 'AD-MU-CO-AT',
  summary: 'The audit trail of a company',
  access,
} as const;
export const listCompanyAudit = defineCall({ ...defineList(audit), params: OfCompany });
export const exportCompanyAudit = defineCall({ ...defineListExport(audit), params: OfCompany });

export const readCompanyItemAudit = defineCall({
  method: 'GET',
  path: `${PATH}/:companyKey/item-audit`,
  summary: 'Every change of one item of a company, newest first',
  access,
  params: OfCompany,
  query: ItemAddress,
  data: Type.Object({ listInfo: Type.Array(AuditEntry) }),
});

const users = {
  path: `${PATH}/:companyKey/users`,
  menuId: 'AD-MU-CO-US',
  summary: 'The users of a company with their roles in each of its sponsors',
  access,
} as const;
export const listCompanyUsers = defineCall({ ...defineList(users), params: OfCompany });
export const exportCompanyUsers = defineCall({ ...defineListExport(users), params: OfCompany });

export const readCompanyAccess = defineCall({
  method: 'GET',
  path: `${PATH}/:companyKey/access`,
  summary: 'The sponsors of a company, and its users who have not set a password yet',
  access,
  params: OfCompany,
  data: Type.Object({
    /** whether it may work as further sponsors */
    severalSponsors: Type.Boolean(),
    sponsors: Type.Array(Type.Object({ sponsorKey: Type.Integer(), name: Type.String() })),
    invited: Type.Array(
      Type.Object({
        userKey: Type.Integer(),
        userId: Type.String(),
        userName: Type.String(),
        /** a mail is set up, and the user has an address */
        byMail: Type.Boolean(),
        /** until when the last invitation can be used; null: there is none */
        until: Nullable(Type.String({ format: 'date-time' })),
      }),
    ),
  }),
});

/** Throws 404 USER_NOT_FOUND for a user who does not take part in the company, or has set a password. */
export const inviteCompanyUser = defineCall({
  method: 'POST',
  path: `${PATH}/:companyKey/invitations`,
  summary: 'Invites a user who has not set a password yet once more; earlier links are void',
  access,
  params: OfCompany,
  body: Type.Object({ userKey: Type.Integer({ minimum: 1 }), reason: Reason }),
  data: Type.Object({
    /** where no mail was sent: the path of the link, shown this once */
    link: Nullable(Type.String()),
  }),
});

/** Throws 409 NO_FURTHER_SPONSOR for a company that is no contract research organisation, 409 SPONSOR_NAME_TAKEN. */
export const addCompanySponsor = defineCall({
  method: 'POST',
  path: `${PATH}/:companyKey/sponsors`,
  summary:
    'Adds a sponsor as which a contract research organisation works, administered by its administrators',
  access,
  params: OfCompany,
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    reason: Reason,
  }),
  data: Type.Object({ sponsorKey: Type.Integer() }),
});
