/** Warns administrators 60, 30 and 7 days before a certificate or secret of a transport ends: each time once, by mail. */
import { warningAt } from '../../../shared/submission/transports.ts';
import { findMailsOfPrivileged } from '../../accounts/privilegedMails.store.ts';
import { inEverySponsor } from '../../accounts/sponsors.store.ts';
import { fillPlaceholders } from '../../fillPlaceholders.ts';
import type { RecurringJob } from '../../jobs/job.types.ts';
import { putMail, type Mail } from '../../mail/outbox.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { DatabaseWorld, Trx } from '../../storage/database.ts';
import words from './endMail.json' with { type: 'json' };
import { findActiveProfiles, findReceiverName, updateProfile, type StoredProfile } from './profile.store.ts';
import { endsOf } from './profiles.ts';

const HOUR_MS = 60 * 60_000;
const GIVE_UP_MS = 3 * 24 * HOUR_MS;

type WarningWorld = DatabaseWorld & ClockWorld & UuidWorld;

export const endWarner = (world: WarningWorld, mail: Mail): RecurringJob => ({
  name: 'warn-of-transport-ends',
  every: HOUR_MS,
  run: (signal) =>
    inEverySponsor(
      world.db,
      async (trx, sponsorKey) => {
        for (const profile of await findActiveProfiles(trx, sponsorKey))
          await warn(trx, world, mail, profile);
      },
      signal,
    ),
});

async function warn(trx: Trx, world: WarningWorld, mail: Mail, profile: StoredProfile): Promise<void> {
  const now = world.clock.now();
  for (const { what, day, daysLeft } of endsOf(profile, now)) {
    const column = `${what}_warned` as const;
    const due = warningAt(daysLeft);
    const before = profile[column];
    if (due === null || (before !== null && before <= due)) continue;
    const { sponsor_key: sponsorKey, receiver_key: receiverKey } = profile;
    const receiver = await findReceiverName(trx, { sponsorKey, receiverKey });
    for (const to of await findMailsOfPrivileged(trx, { sponsorKey, privilege: 'EDIT.ADMIN', at: now }))
      await putMail(trx, world, mail, {
        to,
        ...textOf({ receiver, what, day, days: String(Math.max(0, daysLeft)) }),
        giveUpAt: new Date(now.getTime() + GIVE_UP_MS),
      });
    await updateProfile(trx, { sponsorKey, receiverKey }, { [column]: due });
  }
}

interface End {
  receiver: string;
  what: 'certificate' | 'secret';
  day: string;
  days: string;
}

/** In all languages: the language of a reader is known only while they work. */
function textOf({ receiver, what, day, days }: End): { subject: string; text: string } {
  const shownDay = day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const filled = (one: (typeof words)['en'], text: string) =>
    fillPlaceholders(text, { receiver, what: one[what], day: shownDay, days });
  return {
    subject: filled(words.en, words.en.subject),
    text: Object.values(words)
      .map((one) => filled(one, one.text))
      .join('\n\n'),
  };
}
