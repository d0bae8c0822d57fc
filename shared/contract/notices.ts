/** Notices for their readers (specification sections 3, 4, 7). */
import { Type } from 'typebox';
import { RichText } from '../text/richText.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Paged, Paging } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

/** Rows of the summary on the home page (specification section 9). */
export const HOME_NOTICES = 5;

const Day = Type.String({ pattern: '^\\d{8}$' });
const YesNo = OneOf('Y', 'N');

/** Without the text: a line of the list. */
export const NoticeLine = Type.Object({
  noticeKey: Type.Integer(),
  title: Type.String(),
  userName: Type.String(),
  regTime: Type.String({ format: 'date-time' }),
  /** `YYYYMMDD`, first and last day of effect in the reader's time zone; null: no end */
  effectDate: Day,
  expireDate: Nullable(Day),
  /** ISO 3166, or ALL */
  country: Type.String(),
  /** for all sponsors */
  noticeAll: YesNo,
  /** in effect, and the user has not opened it yet */
  new: YesNo,
  /** no longer in effect */
  ended: YesNo,
  files: Type.Integer(),
});

export const Notice = Type.Object({
  ...NoticeLine.properties,
  alarmEmail: YesNo,
  popup: YesNo,
  delFlag: YesNo,
  content: RichText,
  fileList: Type.Array(
    Type.Object({ fileKey: Type.String(), fileName: Type.String(), size: Type.Integer() }),
  ),
});

const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
const OneNotice = Type.Object({ ...InSponsor.properties, noticeKey: Type.Integer({ minimum: 1 }) });

export const listHomeNotices = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/home-notices',
  summary: 'The newest notices in effect, for the home page',
  access: 'session',
  params: InSponsor,
  query: Type.Object({
    rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: HOME_NOTICES })),
  }),
  data: Type.Object({ listInfo: Type.Array(NoticeLine) }),
});

const noticeList = {
  path: '/1.0/sponsors/:sponsorKey/notices',
  menuId: 'MU-HM-NT',
  summary: 'The notices meant for the user, newest first, those that ended included',
  access: 'session',
} as const;
export const listNotices = { ...defineList(noticeList), params: InSponsor };
export const exportNotices = { ...defineListExport(noticeList), params: InSponsor };

export const readNotice = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/notices/:noticeKey',
  summary: 'A notice, which counts as read from now on, with its neighbours in the list',
  access: 'session',
  params: OneNotice,
  data: Type.Object({
    ...Notice.properties,
    previousKey: Nullable(Type.Integer()),
    nextKey: Nullable(Type.Integer()),
  }),
});

export const readNoticeAudit = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/notices/:noticeKey/audittrails',
  summary: 'What was changed in a notice of the sponsor, newest first, paged',
  access: ['READ.ADMIN', 'EDIT.ADMIN', 'systemAdmin'],
  params: OneNotice,
  query: Type.Object(Paging),
  data: Paged(
    Type.Object({
      time: Type.String({ format: 'date-time' }),
      userId: Type.String(),
      userName: Type.String(),
      reason: Type.String(),
      action: Type.String(),
      field: Type.String(),
      oldValue: Nullable(Type.String()),
      newValue: Nullable(Type.String()),
    }),
  ),
});

export const listPopupNotices = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/popup-notice',
  summary: 'The notices in effect that pop up on the home page, newest first',
  access: 'session',
  params: InSponsor,
  data: Type.Object({ listInfo: Type.Array(Notice) }),
});
