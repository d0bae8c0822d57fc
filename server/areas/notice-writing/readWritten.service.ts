/** Notices as their writers read them. */
import type { DataOf, readNoticeMails, readWrittenNotice } from '../../../shared/contract/index.ts';
import { dayAt } from '../../../shared/dates/zonedDay.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import { isInAdministration } from '../../http/requireAccess.ts';
import type { SessionUser } from '../../http/session.ts';
import type { MailWorld } from '../../mail/outbox.ts';
import { findReaders } from '../../notices/noticeReaders.store.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { countMails, findFiles, findMails, findWritten, type WrittenNotice } from './writtenNotices.store.ts';

type World = ClockWorld & DatabaseWorld & MailWorld;
type Written = DataOf<typeof readWrittenNotice>;

const WRITTEN_NOTICES = 'AD-MU-NT';

/** A notice with its deleted files; key 0 is a new one with its first values. Throws 404 NOT_FOUND. */
export const readWritten = (
  { db, clock, mail }: World,
  user: SessionUser,
  noticeKey: number,
): Promise<Written> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const found = noticeKey === 0 ? null : await findWritten(trx, user.sponsorKey, noticeKey);
    if (found === undefined) throw notFound();
    const audience = {
      sponsor_key: user.sponsorKey,
      notice_all: found?.notice_all ?? 'N',
      country: found?.country ?? 'ALL',
    };
    return {
      noticeKey,
      changedAt: found?.changed_at.toISOString() ?? null,
      delFlag: found?.del_flag ?? 'N',
      values: found ? valuesOf(found) : newValues(user, dayAt(clock.now().getTime(), user.timeZone)),
      content: found?.content ?? { type: 'doc', content: [{ type: 'paragraph' }] },
      fileList: await findFiles(trx, user.sponsorKey, noticeKey),
      readers: (await findReaders(trx, audience, clock.now())).length,
      mailIsSetUp: mail !== null,
    };
  });

/** Of a stored notice, as its form has them. */
export const valuesOf = (found: WrittenNotice): Written['values'] => ({
  title: found.title,
  effectDate: found.effect_date,
  expireDate: found.expire_date,
  country: found.country === 'ALL' ? null : found.country,
  noticeAll: found.notice_all,
  popup: found.popup,
  alarmEmail: found.alarm_email,
});

const newValues = (user: SessionUser, today: string): Written['values'] => ({
  title: null,
  effectDate: today,
  expireDate: null,
  country: null,
  noticeAll: isInAdministration(user) ? 'Y' : 'N',
  popup: 'Y',
  alarmEmail: 'N',
});

export const mailsOf = (
  { db }: World,
  { sponsorKey }: SessionUser,
  noticeKey: number,
  paging: { pageNo?: number; rowCount?: number },
): Promise<DataOf<typeof readNoticeMails>> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const page = pagingOf(paging);
    const notice = { sponsorKey, noticeKey };
    const found = await findMails(trx, notice, { offset: page.offset, limit: page.rowCount });
    return {
      listInfo: found.map(({ user_name, address, at, state }) => ({
        userName: user_name,
        address,
        at: at.toISOString(),
        state,
      })),
      pageInfo: pageInfo(WRITTEN_NOTICES, page, await countMails(trx, notice)),
    };
  });
