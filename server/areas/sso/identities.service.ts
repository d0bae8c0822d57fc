/** The identities an account is linked with, and the products the same sign-on opens. */
import type { BodyOf, DataOf } from '../../../shared/contract/call.ts';
import type { linkIdentity, listIdentities, listSiblings } from '../../../shared/contract/sso.ts';
import { checkPassword, stillHolds } from '../../accounts/checkPassword.ts';
import type { Proof } from '../../accounts/checkPassword.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ConfigWorld } from '../../config.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
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
type IdentitiesWorld = ClockWorld & ConfigWorld & DatabaseWorld & LogWorld & SignOnWorld;

interface Person {
  issuer: string;
  subject: string;
  email: string | null;
}

/**
 * Links the identity to this account. Issuer and subject identify it: an e-mail address can be claimed, and
 * reassigned to another person. Throws 409 LINKED_ELSEWHERE, and 401 WRONG_PASSWORD if the password changed in the
 * meantime.
 */
export async function linkPerson(
  { db, clock }: IdentitiesWorld,
  person: Person,
  proof: Proof,
): Promise<void> {
  const { issuer, subject, email } = person;
  await db.transaction().execute(async (trx) => {
    if (!(await stillHolds(trx, proof))) throw wrongPassword();
    await insertLink(trx, { issuer, subject, email }, proof.userKey, clock.now());
    const link = await findLink(trx, person);
    if (link?.user_key !== proof.userKey) throw linkedElsewhere();
  });
}

/** Links the account of a session. The password is required again, since a link is a permanent way to sign in. */
export async function linkOwn(
  deps: IdentitiesWorld,
  { userId }: SessionUser,
  { ticket, password }: BodyOf<typeof linkIdentity>,
  ip: string,
): Promise<void> {
  const found = await findTicket(deps.db, hashOf(ticket), deps.clock.now());
  if (!found) throw signOnOver();
  const proof = await checkPassword(deps, { userId, password, ip });
  if (!proof) throw wrongPassword();
  await linkPerson(deps, found, proof);
  if (!(await takeTicket(deps.db, found.ticket_hash))) return;
  // this session stays the one it was, so it has no use for the provider's tokens
  const provider = providerOf(deps.signOn, found.realm_id);
  if (provider && deps.signOn) await giveBack(deps.log, provider, deps.signOn.openTokens(found.tokens));
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
  { db, clock }: IdentitiesWorld,
  { userKey, tokenHash }: SessionUser,
  identityKey: number,
): Promise<void> {
  const at = clock.now();
  if (!(await endLink(db, userKey, identityKey, at))) throw notFound();
  await endSessionsOfLink(db, identityKey, tokenHash, { reason: 'Identity unlinked', at });
}

/** The products beside this one, for those who came by the sign-on that opens them. */
export async function siblingsFor(
  deps: IdentitiesWorld,
  { tokenHash }: SessionUser,
): Promise<DataOf<typeof listSiblings>> {
  const { realmId } = await signedInWith(deps, tokenHash);
  return { clientList: realmId === null ? [] : deps.config.signOn.siblings };
}
