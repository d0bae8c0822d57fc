/**
 * The alarm of a notice: a job that mails its readers once the notice is in effect. A user gets one mail about a notice,
 * however often it is saved.
 */
import { startOfDay, dayAt } from '../../shared/dates/zonedDay.ts';
import { plainTextOf } from '../../shared/text/cleanRichText.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import type { JobHandler, JobKind } from '../jobs/job.types.ts';
import { putMail, type Mail } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import words from './alarmMail.json' with { type: 'json' };
import { findAlarm, findMailedUsers, insertNoticeMail } from './noticeAlarm.store.ts';
import { findReaders } from './noticeReaders.store.ts';

export const MAIL_NOTICE: JobKind<{ noticeKey: number }> = { kind: 'mail-notice' };

const GIVE_UP_MS = 3 * 24 * 60 * 60_000;

interface NewAlarm {
  sponsorKey: number;
  noticeKey: number;
  /** `YYYYMMDD` */
  effectDate: string;
  /** of the sponsor that wrote it */
  timeZone: string;
  at: Date;
}

/** Mails the readers at the beginning of the first day, or at once. */
export const enqueueAlarm = (trx: Trx, { sponsorKey, noticeKey, effectDate, timeZone, at }: NewAlarm) =>
  enqueue(trx, {
    kind: MAIL_NOTICE,
    sponsorKey,
    payload: { noticeKey },
    at,
    runAt: new Date(Math.max(at.getTime(), startOfDay(effectDate, timeZone))),
    dedupeKey: String(noticeKey),
  });

/** Puts a mail out for each reader who has none yet. A notice that was deleted, was postponed or has ended mails nobody. */
export const noticeMailer = (
  world: DatabaseWorld & ClockWorld & UuidWorld,
  mail: Mail,
): JobHandler<{ noticeKey: number }> => ({
  kind: MAIL_NOTICE,
  run: ({ sponsorKey, payload: { noticeKey } }) =>
    inSponsor(world.db, sponsorKey, async (trx) => {
      const at = world.clock.now();
      const notice = await findAlarm(trx, sponsorKey, noticeKey);
      if (!notice) return;
      const today = dayAt(at.getTime(), notice.time_zone);
      if (notice.expire_date !== null && notice.expire_date < today) return;
      if (notice.effect_date > today)
        return void (await enqueueAlarm(trx, {
          sponsorKey,
          noticeKey,
          effectDate: notice.effect_date,
          timeZone: notice.time_zone,
          at,
        }));
      const mailed = await findMailedUsers(trx, sponsorKey, noticeKey);
      const text = [plainTextOf(notice.content), ...Object.values(words), mail.linkTo('/')].join('\n\n');
      for (const { user_key, name, email } of await findReaders(trx, notice, at)) {
        if (email === null || mailed.has(user_key)) continue;
        const outbox_key = await putMail(trx, world, mail, {
          to: email,
          subject: notice.title,
          text,
          giveUpAt: new Date(at.getTime() + GIVE_UP_MS),
        });
        await insertNoticeMail(trx, {
          sponsor_key: sponsorKey,
          notice_key: noticeKey,
          user_key,
          user_name: name,
          address: email,
          outbox_key,
          at,
        });
      }
    }),
});
