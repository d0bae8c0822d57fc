/** Tells administrators of a source that cannot be read, by mail: once for each row of failures. */
import { findMailsOfPrivileged } from '../accounts/privilegedMails.store.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import { putMail, type MailWorld } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { Trx } from '../storage/database.ts';
import words from './failureMail.json' with { type: 'json' };
import type { StoredSource } from './sources.store.ts';

/** Failures in a row. One may be a restart of the source. */
const WARN_AT = 3;
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

interface Failed {
  source: StoredSource;
  failures: number;
}

/** In all languages: the language of a reader is known only while they work. */
export async function warnOfFailures(
  trx: Trx,
  world: MailWorld & ClockWorld & UuidWorld,
  { source, failures }: Failed,
): Promise<void> {
  const { mail, clock } = world;
  if (!mail || failures !== WARN_AT) return;
  const values = { source: source.name, count: String(failures) };
  for (const to of await findMailsOfPrivileged(trx, {
    sponsorKey: source.sponsor_key,
    privilege: 'EDIT.ADMIN',
    at: clock.now(),
  }))
    await putMail(trx, world, mail, {
      to,
      subject: fillPlaceholders(words.en.subject, values),
      text: Object.values(words)
        .map(({ text }) => fillPlaceholders(text, values))
        .join('\n\n'),
      giveUpAt: new Date(clock.now().getTime() + GIVE_UP_MS),
    });
}
