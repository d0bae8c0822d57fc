/**
 * Mails users what waits for them, when their rules permit it: one mail with how much of each kind. Neither cases nor subjects
 * are named in it, since it leaves the system.
 */
import {
  isMailedNow,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '../../shared/notifications/notifications.ts';
import { eachSponsorsCatalogue, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { eachApart } from '../storage/eachApart.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import type { RecurringJob } from '../jobs/job.types.ts';
import { putMail, type Mail } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import words from './notificationMail.json' with { type: 'json' };
import {
  findMailedUsers,
  findUnmailed,
  markMailed,
  refreshNotifications,
  type MailedUser,
} from './notifications.store.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
/** Older news is of no use. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;

type World = SponsorsWorld & ClockWorld & UuidWorld;

export const notificationMailer = (world: World, mail: Mail): RecurringJob => ({
  name: 'mail-notifications',
  every: EVERY_MS,
  run: (signal) => mailNotifications(world, mail, signal),
});

/** Users whose kinds are all without mails are left out. */
export const mailNotifications = (world: World, mail: Mail, signal?: AbortSignal): Promise<void> =>
  eachSponsorsCatalogue(
    world,
    async ({ sponsorKey, catalogue }) => {
      const users = await inSponsor(world.db, sponsorKey, (trx) =>
        findMailedUsers(trx, sponsorKey, world.clock.now()),
      );
      await eachApart(users.filter(isMailed), { nameOf, signal }, (user) =>
        inSponsor(world.db, sponsorKey, (trx) => mailUser(trx, { ...world, catalogue }, mail, user)),
      );
    },
    signal,
  );

const nameOf = ({ userKey }: MailedUser): string => `user ${userKey}`;

const isMailed = ({ rules }: MailedUser): boolean =>
  NOTIFICATION_KINDS.some((kind) => rules.kinds[kind].mail !== 'never');

async function mailUser(
  trx: Trx,
  world: World & CatalogueWorld,
  mail: Mail,
  user: MailedUser,
): Promise<void> {
  const at = world.clock.now();
  const { rules, timeZone } = user;
  await refreshNotifications(trx, { user, rules, at, timeZone, catalogue: world.catalogue });
  const due = (await findUnmailed(trx, user)).filter(({ kind, at: since }) =>
    isMailedNow(rules, { kind, since }, { at, timeZone }),
  );
  if (due.length === 0) return;
  await markMailed(
    trx,
    user,
    due.map(({ notification_key }) => notification_key),
    at,
  );
  await putMail(trx, world, mail, {
    to: user.email,
    subject: fillPlaceholders(words.subject, { count: due.length }),
    text: [...textOf(due.map(({ kind }) => kind)), mail.linkTo('/')].join('\n\n'),
    giveUpAt: new Date(at.getTime() + GIVE_UP_MS),
  });
}

/** In all languages: the language of a reader is known only while they work. */
function textOf(kinds: readonly NotificationKind[]): string[] {
  const countOf = (kind: NotificationKind) => kinds.filter((one) => one === kind).length;
  return Object.values(words.text).map(({ rules, ...ofKinds }) => {
    const lines = NOTIFICATION_KINDS.filter((kind) => countOf(kind) > 0).map((kind) =>
      fillPlaceholders(ofKinds[kind], { count: countOf(kind) }),
    );
    return [...lines, rules].join('\n');
  });
}
