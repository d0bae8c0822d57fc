/** The identities an account is linked with, and the products the same sign-on opens. */
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { linkIdentity, listIdentities, listSiblings } from '../../../shared/contract/sso.ts';
import { checkPassword, stillHolds } from '../../accounts/checkPassword.ts';
import type { Proof } from '../../accounts/checkPassword.ts';
import { requireOwnFactor } from '../../accounts/secondFactor.ts';
import { recordUserEvent, type UserAuditWorld } from '../../accounts/userAudit.ts';
import type { Author } from '../../audit/appendChange.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ConfigWorld } from '../../config.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { LogWorld } from '../../ports/log.ts';
import { hashOf } from '../../http/session.ts';
import type { SessionUser } from '../../http/session.ts';
import { linkedElsewhere, notFound, signOnOver, wrongPassword } from '../../problems.ts';
import { giveBack, signedInWith } from '../../sign-on/sessionSso.ts';
import { providerOf, type SignOnWorld } from '../../sign-on/signOn.ts';
import {
  endLink,
  endSessionsOfLink,
  findLink,
  findLinksOf,
  findTicket,
  insertLink,
  takeTicket,
} from './sso.store.ts';

/** What this module needs of the server. */
type IdentitiesWorld = ClockWorld & ConfigWorld & DatabaseWorld & LogWorld & SignOnWorld & UserAuditWorld;

interface Person {
  issuer: string;
  subject: string;
  email: string | null;
}

/** Who links, and the sponsor in whose audit trail of the user it is. */
interface LinkAuthor extends Author {
  sponsorKey: number;
}

/**
 * Links the identity to this account. Issuer and subject identify it: an e-mail address can be claimed, and
 * reassigned to another person. Throws 409 LINKED_ELSEWHERE, and 401 WRONG_PASSWORD if the password changed in the
 * meantime.
 */
export async function linkPerson(
  deps: IdentitiesWorld,
  { sponsorKey, ...author }: LinkAuthor,
  { issuer, subject, email }: Person,
  proof: Proof,
): Promise<void> {
  const { userKey } = proof;
  const person = { issuer, subject, email };
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    if (!(await stillHolds(trx, proof))) throw wrongPassword();
    const at = deps.clock.now();
    const isNew = await insertLink(trx, person, userKey, at);
    const link = await findLink(trx, person);
    if (link?.user_key !== userKey) throw linkedElsewhere();
    if (!isNew) return;
    const event = { sponsorKey, userKey, at, what: 'userIdentity', event: 'setUp' } as const;
    await recordUserEvent(trx, deps, author, { ...event, names: [nameOf(person)] });
  });
}

/** How an audit trail names the identity. */
const nameOf = ({ issuer, subject, email }: Person): string => `${email ?? subject} (${issuer})`;

/**
 * Links the account of a session. Password and second factor are required again, since a link is a permanent way to sign in
 * that asks for neither. Throws as a sign-in by password.
 */
export async function linkOwn(
  deps: IdentitiesWorld,
  { user, requestId, ip }: { user: SessionUser; requestId: string; ip: string },
  { ticket, password, code }: BodyOf<typeof linkIdentity>,
): Promise<void> {
  const found = await findTicket(deps.db, hashOf(ticket), deps.clock.now());
  if (!found) throw signOnOver();
  const proof = await checkPassword(deps, { userId: user.userId, password, ip });
  if (!proof) throw wrongPassword();
  await requireOwnFactor(deps, { ...proof, ip }, code);
  await linkPerson(deps, { user, requestId, sponsorKey: user.sponsorKey }, found, proof);
  if (!(await takeTicket(deps.db, found.ticket_hash))) return;
  // this session stays the one it was, so it has no use for the provider's tokens
  const provider = providerOf(deps.signOn, found.realm_id);
  const tokens = deps.signOn?.openTokens(found.tokens);
  if (provider && tokens) await giveBack(deps.log, provider, tokens);
}

export async function linksOf(
  { db, config }: IdentitiesWorld,
  { userKey }: SessionUser,
): Promise<DataOf<typeof listIdentities>> {
  const links = await findLinksOf(db, userKey);
  const labelOf = (issuer: string) =>
    config.signOn.realms.find((realm) => realm.issuer === issuer)?.label ?? issuer;
  return {
    identityList: links.map(({ identity_key, issuer, email, linked_at, last_used_at }) => ({
      identityKey: identity_key,
      label: labelOf(issuer),
      email,
      linkedAt: linked_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Takes a link back. Other sessions that it opened end with it. Throws 404 NOT_FOUND. */
export async function unlink(
  deps: IdentitiesWorld,
  { user, requestId }: { user: SessionUser; requestId: string },
  identityKey: number,
): Promise<void> {
  const { sponsorKey, userKey, tokenHash } = user;
  await inSponsor(deps.db, sponsorKey, async (trx) => {
    const at = deps.clock.now();
    const ended = await endLink(trx, userKey, identityKey, at);
    if (!ended) throw notFound();
    await endSessionsOfLink(trx, identityKey, tokenHash, { reason: 'Identity unlinked', at });
    const event = { sponsorKey, userKey, at, what: 'userIdentity', event: 'removed' } as const;
    await recordUserEvent(trx, deps, { user, requestId }, { ...event, names: [nameOf(ended)] });
  });
}

/** The products beside this one, for those who came by the sign-on that opens them. */
export async function siblingsFor(
  deps: IdentitiesWorld,
  { tokenHash }: SessionUser,
): Promise<DataOf<typeof listSiblings>> {
  const { realmId } = await signedInWith(deps, tokenHash);
  return { clientList: realmId === null ? [] : deps.config.signOn.siblings };
}
