/** What a new company begins with: a sponsor with roles and workflow, and its first administrator, who is invited. */
import { sendInvitation, tryUser, userKindOf } from '../accounts/inviteUser.ts';
import type { InvitationWorld, NewUserSave } from '../accounts/inviteUser.ts';
import { NO_REGION, STANDARD } from '../../shared/rules/receivers.ts';
import { insertSponsorOf } from '../accounts/tenants.store.ts';
import { insertUsualRoles, ROLE } from '../accounts/usualRoles.ts';
import type { Language } from '../http/language.ts';
import type { Refusal } from '../page-save/refusal.ts';
import type { AppliedRecord } from '../records/recordConsequence.ts';
import { setSponsor, type Trx } from '../storage/database.ts';
import { isSponsorName } from './company.store.ts';
import { beginningOf, factsOf, refusedAt, type Beginning, type CompanyItem } from './companyRecord.ts';

/**
 * Makes them for the company of a new record, in the transaction of its save, which works for the sponsor of the record
 * again afterwards. `deps`: with the catalogue of the product, which a new sponsor uses. A mail invites the administrator
 * where one can be sent. Answers at which items of the company something was refused; then the transaction must end.
 */
export async function beginCompany(
  trx: Trx,
  deps: InvitationWorld,
  { kind, ref, content }: AppliedRecord,
  save: NewUserSave & { language: Language },
): Promise<Refusal[]> {
  const { name } = factsOf(kind, content);
  if (await isSponsorName(trx, name)) return refusedAt(kind, [['companyName', 'value.exists']]);
  const begins = beginningOf(kind, content);
  const sponsorKey = await insertSponsorOf(trx, ref.recordKey, {
    name,
    timeZone: begins.timeZone ?? 'UTC',
    useWorkflow: begins.workflow === 'true',
    defaultAppendix: begins.region === null || begins.region === NO_REGION ? STANDARD : begins.region,
  });
  await insertUsualRoles(trx, deps, { ...save, sponsorKey });
  const { userKey, refused } = await tryUser(trx, deps, save, { sponsorKey, ...administrator(begins) });
  if (refused.length > 0) return atCompany(refused, userKindOf(deps).catalogue.roles, kind.catalogue.roles);
  if (deps.mail && begins.adminMail !== null)
    await sendInvitation(trx, deps, { sponsorKey, userKey, language: save.language });
  await setSponsor(trx, ref.sponsorKey);
  return [];
}

const administrator = ({ adminId, adminName, adminMail }: Beginning) => ({
  userId: adminId ?? '',
  name: adminName ?? '',
  mail: adminMail,
  roleIds: [ROLE.administrator],
  unblind: true,
});

/** Where the form of a company has what the form of a user has. */
const AT_COMPANY: Readonly<Record<string, CompanyItem>> = {
  userId: 'companyAdminId',
  userName: 'companyAdminName',
  userMail: 'companyAdminMail',
};

type Roles = Readonly<Record<string, string>>;

const atCompany = (refused: readonly Refusal[], ofUser: Roles, ofCompany: Roles): Refusal[] =>
  refused.map((one) => {
    const role = Object.keys(AT_COMPANY).find((name) => ofUser[name] === one.itemId) ?? 'userId';
    return { ...one, itemId: ofCompany[AT_COMPANY[role] ?? ''] ?? one.itemId };
  });
