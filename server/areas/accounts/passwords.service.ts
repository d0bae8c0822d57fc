/** Setting a new password: by a link that came by mail, or with the current one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { changePassword, setPasswordByLink } from '../../../shared/contract/accounts.ts';
import type { BodyOf } from '../../../shared/contract/call.ts';
import { lowerLetters } from '../../../shared/text/fold.ts';
import { checkPassword, stillHolds } from '../../accounts/checkPassword.ts';
import { sendPasswordMail } from '../../accounts/passwordMail.ts';
import { requireGoodPassword } from '../../accounts/newPassword.ts';
import { hashPassword } from '../../accounts/passwords.ts';
import {
  deleteOpenLinks,
  findAccount,
  findLink,
  putPasswordHash,
  useLink,
} from '../../accounts/passwordToken.store.ts';
import { endAccess } from '../../accounts/endAccess.ts';
import { endSessions } from '../../accounts/session.store.ts';
import type { UserAuditWorld } from '../../accounts/userAudit.ts';
import { refuseOften } from '../../accounts/refuseOften.ts';
import { forgetFailuresOf } from '../../accounts/throttle.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { DatabaseWorld } from '../../storage/database.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { Language } from '../../http/language.ts';
import { hashOf } from '../../http/session.ts';
import type { SessionUser } from '../../http/session.ts';
import { mailNotConfigured, passwordLinkClosed, tooManyMails, wrongCurrentPassword } from '../../problems.ts';
import type { Mail, MailWorld } from '../../mail/outbox.ts';

/** What this module needs of the server. */
type PasswordsWorld = ClockWorld & DatabaseWorld & LogWorld & MailWorld & UserAuditWorld & UuidWorld;

/** longer than finding a user and putting out a mail takes, so that the time of the answer does not tell which it was */
const ANSWER_MS = 300;

/**
 * Sends a link to the user if the user exists and has an e-mail address. Otherwise answers in the same way and after
 * the same time. Throws 409 MAIL_NOT_CONFIGURED, and 429 TOO_MANY_MAILS if a user id or network address sends too
 * many requests.
 */
export async function askForMail(
  deps: PasswordsWorld,
  { userId, ip, language }: { userId: string; ip: string; language: Language },
): Promise<void> {
  const { mail } = deps;
  if (!mail) throw mailNotConfigured();
  const asking = [
    { kind: 'mailFromAddress', name: ip },
    { kind: 'mailToUser', name: userId },
  ] as const;
  await refuseOften(deps, asking, tooManyMails);
  const [sent] = await Promise.allSettled([mailTo(deps, mail, userId, language), sleep(ANSWER_MS)]);
  // a failure would tell, too
  if (sent.status === 'rejected')
    deps.log.error({ err: sent.reason as unknown }, 'no password mail was put out');
}

async function mailTo(deps: PasswordsWorld, mail: Mail, userId: string, language: Language): Promise<void> {
  const account = await findAccount(deps.db, userId);
  if (!account?.email) return;
  const { user_key, user_id, name, email } = account;
  await deps.db.transaction().execute((trx) =>
    sendPasswordMail(trx, deps, mail, {
      kind: 'reset',
      userKey: user_key,
      userId: user_id,
      name,
      email,
      language,
    }),
  );
}

export async function readLink({ db, clock }: PasswordsWorld, token: string) {
  const found = await findLink(db, hashOf(token), clock.now());
  return { open: found !== undefined, userId: found?.user_id ?? null };
}

/**
 * Sets the password of the user of the link, and ends all their sessions and tokens of programs. Throws 400 for a
 * password that breaks the rules (the link stays valid) and 409 PASSWORD_LINK_CLOSED for a link that is invalid or another
 * user's.
 */
export async function setByLink(
  deps: PasswordsWorld,
  { userId, requestId }: { userId: string; requestId: string },
  { token, password }: BodyOf<typeof setPasswordByLink>,
): Promise<void> {
  const { db, clock } = deps;
  const tokenHash = hashOf(token);
  const found = await findLink(db, tokenHash, clock.now());
  if (!found || lowerLetters(found.user_id) !== lowerLetters(userId)) throw passwordLinkClosed();
  const { user_key: userKey, password_hash: currentHash } = found;
  await requireGoodPassword(deps, { userKey, userId, currentHash }, password);
  const hash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const at = clock.now();
    if (!(await useLink(trx, tokenHash, at))) throw passwordLinkClosed();
    await putPasswordHash(trx, userKey, hash, at);
    const why = { reason: 'Password set by link', at };
    const user = { userKey, userId: found.user_id, userName: found.name };
    // one that was too old was not lost: programs go on
    if (found.kind === 'expired') await endSessions(trx, userKey, 'all', why);
    else await endAccess(trx, deps, { user, requestId }, { userKey, part: 'all', ...why });
    await forgetFailuresOf(trx, found.user_id);
  });
}

/**
 * Changes the user's own password, and ends their other sessions and their tokens of programs. Throws 422
 * WRONG_CURRENT_PASSWORD, 400 for a password that breaks the rules, 429 while the user or the network address is blocked: a
 * wrong password counts as at sign-in.
 */
export async function changeOwn(
  deps: PasswordsWorld,
  { user, requestId, ip }: { user: SessionUser; requestId: string; ip: string },
  { currentPassword, newPassword }: BodyOf<typeof changePassword>,
): Promise<void> {
  const { userId, userKey, tokenHash } = user;
  const proof = await checkPassword(deps, { userId, password: currentPassword, ip });
  if (proof?.userKey !== userKey) throw wrongCurrentPassword();
  await requireGoodPassword(deps, { userKey, userId, currentHash: proof.passwordHash }, newPassword);
  const hash = await hashPassword(newPassword);
  await deps.db.transaction().execute(async (trx) => {
    const at = deps.clock.now();
    // a change by a link in the meantime takes precedence
    if (!(await stillHolds(trx, proof))) throw wrongCurrentPassword();
    await putPasswordHash(trx, userKey, hash, at);
    await deleteOpenLinks(trx, userKey);
    const part = { allBut: tokenHash };
    await endAccess(trx, deps, { user, requestId }, { userKey, part, reason: 'Password changed', at });
  });
}
