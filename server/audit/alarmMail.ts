/** Mails the system administrators that an audit trail differs, or that it could not be verified, in all languages: users have no stored language. */
import { findAdministrators } from '../accounts/tenants.store.ts';
import { putMail, type MailWorld } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { Trx } from '../storage/database.ts';
import words from './alarmMail.json' with { type: 'json' };

const FAILED_JOBS = '/system-admin/failed-job/list';
const GIVE_UP_MS = 24 * 60 * 60_000;

/** Puts the mails out with the failure of the job. Does nothing where no mail server is set up. */
export async function putAlarmMails(
  trx: Trx,
  world: ClockWorld & UuidWorld & MailWorld,
  alarm: keyof typeof words,
  message: string,
): Promise<void> {
  const { mail, clock } = world;
  if (!mail) return;
  const giveUpAt = new Date(clock.now().getTime() + GIVE_UP_MS);
  const { subject, text: texts } = words[alarm];
  const text = [...Object.values(texts), message, mail.linkTo(FAILED_JOBS)].join('\n\n');
  for (const { email } of await findAdministrators(trx))
    if (email !== null) await putMail(trx, world, mail, { to: email, subject, text, giveUpAt });
}
