/** The e-mail with a link that sets a password, for forgotten passwords and for new accounts. */
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { Language } from '../http/language.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import { putMail } from '../mail/outbox.ts';
import type { Mail } from '../mail/outbox.ts';
import type { Trx } from '../storage/database.ts';
import words from './passwordMail.json' with { type: 'json' };
import { makePasswordLink, type LinkKind } from './passwordLink.ts';
import { utcMinute } from '../utcMinute.ts';

/** Who gets the mail, and why. */
export interface Recipient {
  kind: Exclude<LinkKind, 'expired'>;
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
  const { path, until } = await makePasswordLink(trx, deps, { kind, userKey, language });
  const { subject, text } = words[kind][language];
  const link = mail.linkTo(path);
  const values = { name, userId, link, until: utcMinute(until.toISOString()) };
  await putMail(trx, deps, mail, {
    to: email,
    subject,
    text: fillPlaceholders(text, values),
    giveUpAt: until,
  });
}
