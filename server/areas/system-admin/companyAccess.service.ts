/** Who works for a company: its sponsors, and the invitations of its users. */
import type { DataOf, inviteCompanyUser, readCompanyAccess } from '../../../shared/contract/index.ts';
import { sendInvitation, tryUser, USER, type InvitationWorld } from '../../accounts/inviteUser.ts';
import { insertSponsorOf } from '../../accounts/tenants.store.ts';
import { insertUsualRoles, ROLE } from '../../accounts/usualRoles.ts';
import { appendChange, type Author } from '../../audit/appendChange.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import {
  findCompany,
  findSponsorsOfCompany,
  isSponsorName,
  lockCompany,
} from '../../companies/company.store.ts';
import { COMPANY } from '../../companies/describeCompany.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { throwRefused } from '../../page-save/throwRefused.ts';
import { noFurtherSponsor, recordNotFound, sponsorNameTaken, userNotFound } from '../../problems.ts';
import { recordChain } from '../../records/saveRecord.ts';
import { inSponsor, readInSponsor, setSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findAdministratorsOf, findInvited } from './companyAccess.store.ts';

type CompanyWorld = DatabaseWorld & InvitationWorld;

interface SystemAuthor extends Author {
  user: SessionUser;
  language: Language;
}

interface OfCompany {
  companyKey: number;
  reason: string;
}

/** Throws 404 RECORD_NOT_FOUND. */
export const accessOf = (
  deps: CompanyWorld,
  { sponsorKey }: SessionUser,
  companyKey: number,
): Promise<DataOf<typeof readCompanyAccess>> =>
  readInSponsor(deps.db, sponsorKey, async (trx) => {
    const company = await findCompany(trx, companyKey);
    if (!company) throw recordNotFound(COMPANY, companyKey);
    const sponsors = await findSponsorsOfCompany(trx, companyKey);
    const invited = await findInvited(trx, companyKey, deps.clock.now());
    return {
      severalSponsors: company.active && company.client_type === 'CRO',
      sponsors: sponsors.map(({ sponsor_key, name }) => ({ sponsorKey: sponsor_key, name })),
      invited: invited.map((user) => ({
        userKey: user.user_key,
        userId: user.user_id,
        userName: user.name,
        byMail: deps.mail !== null && user.email !== null,
        until: user.until?.toISOString() ?? null,
      })),
    };
  });

/** Throws 404 USER_NOT_FOUND. The invitation is in the audit trail of the user. */
export const inviteAgain = (
  deps: CompanyWorld,
  { language, ...author }: SystemAuthor,
  { companyKey, userKey, reason }: OfCompany & { userKey: number },
): Promise<DataOf<typeof inviteCompanyUser>> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const at = deps.clock.now();
    const user = (await findInvited(trx, companyKey, at)).find((one) => one.user_key === userKey);
    if (!user) throw userNotFound();
    const { sponsor_key: sponsorKey, email } = user;
    await setSponsor(trx, sponsorKey);
    const { link } = await sendInvitation(trx, deps, { sponsorKey, userKey, language });
    const chain = recordChain({ sponsorKey, kind: USER, recordKey: userKey });
    await appendChange(trx, deps, author, { ...chain, at, reason }, [
      caseEntry('status', link === null ? (email ?? '') : 'link', 'userInvitation'),
    ]);
    return { link };
  });

/**
 * Adds a sponsor as which the company works, set up as its first one and administered by the administrators of that one.
 * Throws 404 RECORD_NOT_FOUND, 409 NO_FURTHER_SPONSOR, SPONSOR_NAME_TAKEN.
 */
export const addSponsor = (
  deps: CompanyWorld,
  author: SystemAuthor,
  { companyKey, name: typed, reason }: OfCompany & { name: string },
): Promise<{ sponsorKey: number }> =>
  inSponsor(deps.db, author.user.sponsorKey, async (trx) => {
    const at = deps.clock.now();
    const name = typed.trim();
    const company = await lockCompany(trx, companyKey);
    if (!company) throw recordNotFound(COMPANY, companyKey);
    const [first] = await findSponsorsOfCompany(trx, companyKey);
    if (!first || !company.active || company.client_type !== 'CRO') throw noFurtherSponsor();
    if (await isSponsorName(trx, name)) throw sponsorNameTaken();
    const chain = recordChain({ sponsorKey: author.user.sponsorKey, kind: COMPANY, recordKey: companyKey });
    await appendChange(trx, deps, author, { ...chain, at, reason }, [
      caseEntry('add', name, 'companySponsor'),
    ]);
    const sponsorKey = await insertSponsorOf(trx, companyKey, {
      name,
      timeZone: first.time_zone,
      useWorkflow: first.use_workflow,
      defaultAppendix: first.default_appendix,
    });
    await insertUsualRoles(trx, deps, { ...author, reason, sponsorKey });
    for (const user of await findAdministratorsOf(trx, first.sponsor_key, at)) {
      const joining = { ...user, sponsorKey, roleIds: [ROLE.administrator] };
      const { refused } = await tryUser(trx, deps, { ...author, reason }, joining);
      throwRefused(refused, author.language);
    }
    return { sponsorKey };
  });
