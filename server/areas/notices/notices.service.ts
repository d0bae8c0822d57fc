/** Reading notices. They are written by the system administration. */
import type { Static } from 'typebox';
import type {
  DataOf,
  listHomeNotices,
  listPopupNotices,
  Notice,
  NoticeLine,
  readNotice,
  readNoticeAudit,
} from '../../../shared/contract/index.ts';
import { countEntries, findEntries } from '../../audit/readAudit.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { SessionUser } from '../../http/session.ts';
import { readerOf, type NoticeReader } from '../../notices/readable.store.ts';
import { notFound } from '../../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { findNeighbours, findNotices, markRead, type FoundNotice } from './notices.store.ts';

/** What this module needs of the server. */
type NoticesWorld = ClockWorld & DatabaseWorld;

const NOTICES = 'MU-HM-NT';

/** Runs the work for a reader, in their sponsor and on their current day. */
const forReader = <T>(
  { db, clock }: NoticesWorld,
  user: SessionUser,
  work: (trx: Trx, reader: NoticeReader) => Promise<T>,
): Promise<T> => inSponsor(db, user.sponsorKey, (trx) => work(trx, readerOf(user, clock.now())));

export const newestNotices = (
  deps: NoticesWorld,
  user: SessionUser,
  rowCount: number,
): Promise<DataOf<typeof listHomeNotices>> =>
  forReader(deps, user, async (trx, reader) => {
    const found = await findNotices(trx, reader, { inEffect: true }, { limit: rowCount });
    return { listInfo: found.map((notice) => lineOf(notice, reader)) };
  });

/** Marks the notice as read by this user. Throws 404 NOT_FOUND if they may not read it. */
export const openNotice = (
  deps: NoticesWorld,
  user: SessionUser,
  noticeKey: number,
): Promise<DataOf<typeof readNotice>> =>
  forReader(deps, user, async (trx, reader) => {
    const [found] = await findNotices(trx, reader, { noticeKey }, { limit: 1 });
    const neighbours = await findNeighbours(trx, reader, noticeKey);
    if (!found || !neighbours) throw notFound();
    if (!user.view) await markRead(trx, reader, noticeKey, deps.clock.now());
    return {
      ...noticeOf(found, reader),
      previousKey: neighbours.previous_key,
      nextKey: neighbours.next_key,
    };
  });

export const poppingUp = (deps: NoticesWorld, user: SessionUser): Promise<DataOf<typeof listPopupNotices>> =>
  forReader(deps, user, async (trx, reader) => {
    const found = await findNotices(trx, reader, { inEffect: true, popup: true });
    return { listInfo: found.map((notice) => noticeOf(notice, reader)) };
  });

/** Of a notice of the sponsor itself: the trail of one for all belongs to the sponsor that wrote it. */
export const auditOfNotice = (
  { db }: NoticesWorld,
  { sponsorKey }: SessionUser,
  noticeKey: number,
  paging: { pageNo?: number; rowCount?: number },
): Promise<DataOf<typeof readNoticeAudit>> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const page = pagingOf(paging);
    const chain = { sponsorKey, scope: 'notice', scopeKey: noticeKey } as const;
    const found = await findEntries(trx, chain, page.offset, page.rowCount);
    return {
      listInfo: found.map((entry) => ({
        time: entry.at.toISOString(),
        userId: entry.user_id,
        userName: entry.user_name,
        reason: entry.reason,
        action: entry.action,
        field: entry.item_id,
        oldValue: entry.old_value,
        newValue: entry.value,
      })),
      pageInfo: pageInfo(NOTICES, page, await countEntries(trx, chain)),
    };
  });

const hasEnded = ({ expire_date }: FoundNotice, { today }: NoticeReader): boolean =>
  expire_date !== null && expire_date < today;

const lineOf = (found: FoundNotice, reader: NoticeReader): Static<typeof NoticeLine> => ({
  noticeKey: found.notice_key,
  title: found.title,
  userName: found.user_name,
  regTime: found.reg_time.toISOString(),
  effectDate: found.effect_date,
  expireDate: found.expire_date,
  country: found.country,
  noticeAll: found.notice_all,
  new: found.read_at || hasEnded(found, reader) ? 'N' : 'Y',
  ended: hasEnded(found, reader) ? 'Y' : 'N',
  files: found.files.length,
});

const noticeOf = (found: FoundNotice, reader: NoticeReader): Static<typeof Notice> => ({
  ...lineOf(found, reader),
  alarmEmail: found.alarm_email,
  popup: found.popup,
  delFlag: found.del_flag,
  content: found.content,
  fileList: found.files,
});
