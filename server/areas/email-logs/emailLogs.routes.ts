/** The calls of the log of mails. */
import type { FastifyInstance } from 'fastify';
import { exportEmailLogs, listEmailLogs, readEmailLog } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { emailLogList } from './emailLogList.ts';
import { readMail } from './emailLogs.service.ts';

export function emailLogsRoutes(app: FastifyInstance): void {
  mountList(app, listEmailLogs, exportEmailLogs, emailLogList);
  mount(app, readEmailLog, ({ deps, user, params }) => readMail(deps, user, params.emailKey));
}
