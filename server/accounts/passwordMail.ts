/** The e-mail with a link that sets a password, for forgotten passwords and for new accounts. */
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { Language } from '../http/language.ts';
import { hashOf, newToken } from '../http/session.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import { putMail } from '../mail/outbox.ts';
import type { Mail } from '../mail/outbox.ts';
import type { Trx } from '../storage/database.ts';
import words from './passwordMail.json' with { type: 'json' };
import { deleteOpenLinks, insertLink } from './passwordToken.store.ts';

const HOUR_MS = 60 * 60_000;
const VALID_MS = { reset: HOUR_MS, first: 7 * 24 * HOUR_MS } as const;

/** Who gets the mail, and why. */
export interface Recipient {
  kind: keyof typeof VALID_MS;
  userKey: number;
  userId: string;
  name: string;
  email: string;
  language: Language;
}

/** Makes a link, earlier ones of the user void, and puts out the mail that holds it. */
export async function sendPasswordMail(
  trx: Trx,
  deps: ClockWorld & UuidWorld,
  mail: Mail,
  { kind, userKey, userId, name, email, language }: Recipient,
): Promise<void> {
  const token = newToken();
  const at = deps.clock.now();
  const until = new Date(at.getTime() + VALID_MS[kind]);
  await deleteOpenLinks(trx, userKey);
  await insertLink(trx, {
    token_hash: hashOf(token),
    user_key: userKey,
    kind,
    created_at: at,
    expires_at: until,
  });
  const { subject, text } = words[kind][language];
  const link = mail.linkTo(`/password/change/${token}/${language}`);
  const values = { name, userId, link, until: until.toISOString().slice(0, 16).replace('T', ' ') };
  await putMail(trx, deps, mail, {
    to: email,
    subject,
    text: fillPlaceholders(text, values),
    giveUpAt: until,
  });
}
