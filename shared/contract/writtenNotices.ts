/** Writing notices: those for all by system administrators, those of a sponsor by its administrators. */
import { Type } from 'typebox';
import { RichText } from '../text/richText.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Paged, Paging, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

/** Specification section 9. */
export const MAX_NOTICE_FILE_MB = 5;
/** Files of a notice; the oldest is dropped when another one is added. */
export const MAX_NOTICE_FILES = 10;

const WRITERS = ['EDIT.ADMIN', 'systemAdmin'] as const;
const InSponsor = Type.Object({ sponsorKey: Type.Integer() });
/** 0: a new notice */
const OneNotice = Type.Object({ ...InSponsor.properties, noticeKey: Type.Integer({ minimum: 0 }) });
const Time = Type.String({ format: 'date-time' });
const YesNo = OneOf('Y', 'N');

/** Values of the form `notice` (`schemas/forms`), by the roles of its items. */
const NoticeForm = Type.Object({
  title: Nullable(Type.String()),
  effectDate: Nullable(Type.String()),
  expireDate: Nullable(Type.String()),
  /** ISO 3166; null: all countries */
  country: Nullable(Type.String()),
  noticeAll: Nullable(Type.String()),
  popup: Nullable(Type.String()),
  alarmEmail: Nullable(Type.String()),
});

const list = {
  path: '/1.0/sponsors/:sponsorKey/written-notices',
  menuId: 'AD-MU-NT',
  summary: 'The notices that were written in the sponsor, also those to come and deleted ones',
  access: WRITERS,
} as const;
export const listWrittenNotices = { ...defineList(list), params: InSponsor };
export const exportWrittenNotices = { ...defineListExport(list), params: InSponsor };

export const readWrittenNotice = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/written-notices/:noticeKey',
  summary: 'A notice as its writers edit it, with its deleted files',
  access: WRITERS,
  params: OneNotice,
  data: Type.Object({
    noticeKey: Type.Integer(),
    /** null: it is new */
    changedAt: Nullable(Time),
    delFlag: YesNo,
    values: NoticeForm,
    content: RichText,
    fileList: Type.Array(
      Type.Object({
        fileKey: Type.String(),
        fileName: Type.String(),
        size: Type.Integer(),
        delFlag: YesNo,
      }),
    ),
    /** users who may read it while it is in effect */
    readers: Type.Integer(),
    /** is a mail server set up? */
    mailIsSetUp: Type.Boolean(),
  }),
});

/**
 * 422 ITEM_REFUSED with the findings of the form; 422 NOTICE_REFUSED for a text that is empty or too long, or a notice for
 * all that no system administrator writes; 409 NOTICE_CHANGED if `changedAt` is not the newest.
 */
export const saveNotice = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/notices/:noticeKey',
  summary: 'Stores a notice, key 0 a new one, with the files of the form attached',
  access: WRITERS,
  carries: 'form',
  maxUploadMb: MAX_NOTICE_FILE_MB,
  params: OneNotice,
  body: Type.Object({
    reason: Reason,
    changedAt: Nullable(Time),
    delFlag: YesNo,
    values: NoticeForm,
    content: RichText,
    /** files that are attached already */
    fileList: Type.Array(Type.Object({ fileKey: Type.String(), delFlag: YesNo }), { maxItems: 200 }),
  }),
  data: Type.Object({ noticeKey: Type.Integer(), changedAt: Time }),
});

/** Deletes a file of a notice: it stays, marked, and a save of the notice restores it. 404 FILE_NOT_FOUND. */
export const deleteFile = defineCall({
  method: 'DELETE',
  path: '/1.0/sponsors/:sponsorKey/files/:fileKey',
  summary: 'Deletes a file of the notices of the sponsor, with the reason',
  access: WRITERS,
  params: Type.Object({ ...InSponsor.properties, fileKey: Type.String() }),
  query: Type.Object({
    reason: Reason,
    /** left out: of all notices of the sponsor */
    noticeKey: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  /** of the last notice that was changed */
  data: Type.Object({ changedAt: Time }),
});

export const readNoticeMails = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/written-notices/:noticeKey/mails',
  summary: 'To whom the alarm of a notice was mailed, newest first, paged',
  access: WRITERS,
  params: OneNotice,
  query: Type.Object(Paging),
  data: Paged(
    Type.Object({
      userName: Type.String(),
      address: Type.String(),
      at: Time,
      state: OneOf('ready', 'sent', 'failed'),
    }),
  ),
});
