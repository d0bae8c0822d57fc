/** The calls of the writers of notices. */
import type { FastifyInstance } from 'fastify';
import {
  deleteFile,
  exportWrittenNotices,
  listWrittenNotices,
  readNoticeMails,
  readWrittenNotice,
  saveNotice,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { deleteNoticeFile } from './noticeFiles.service.ts';
import { mailsOf, readWritten } from './readWritten.service.ts';
import { storeNotice } from './storeNotice.service.ts';
import { writtenNoticeList } from './writtenNoticeList.ts';

export function noticeWritingRoutes(app: FastifyInstance): void {
  mountList(app, listWrittenNotices, exportWrittenNotices, writtenNoticeList);
  mount(app, readWrittenNotice, ({ deps, user, params }) => readWritten(deps, user, params.noticeKey));
  mount(app, readNoticeMails, ({ deps, user, params, query }) =>
    mailsOf(deps, user, params.noticeKey, query),
  );
  mount(app, saveNotice, ({ deps, user, language, params, body, uploads, request }) =>
    storeNotice(deps, { user, language, requestId: request.id }, params.noticeKey, body, uploads),
  );
  mount(app, deleteFile, ({ deps, user, params, query, request }) =>
    deleteNoticeFile(deps, { user, requestId: request.id }, params.fileKey, query),
  );
}
