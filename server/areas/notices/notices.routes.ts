/** The calls of the readers of notices. */
import type { FastifyInstance } from 'fastify';
import {
  exportNotices,
  HOME_NOTICES,
  listHomeNotices,
  listNotices,
  listPopupNotices,
  readNotice,
  readNoticeAudit,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { noticeList } from './noticeList.ts';
import { auditOfNotice, newestNotices, openNotice, poppingUp } from './notices.service.ts';

export function noticesRoutes(app: FastifyInstance): void {
  mount(app, listHomeNotices, ({ deps, user, query }) =>
    newestNotices(deps, user, query.rowCount ?? HOME_NOTICES),
  );
  mountList(app, listNotices, exportNotices, noticeList);
  mount(app, readNotice, ({ deps, user, params }) => openNotice(deps, user, params.noticeKey));
  mount(app, readNoticeAudit, ({ deps, user, params, query }) =>
    auditOfNotice(deps, user, params.noticeKey, query),
  );
  mount(app, listPopupNotices, ({ deps, user }) => poppingUp(deps, user));
}
