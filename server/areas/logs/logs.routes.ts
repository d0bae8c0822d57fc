/** Error reports of the browser. */
import type { FastifyInstance } from 'fastify';
import { logError } from '../../../shared/contract/logs.ts';
import { mount } from '../../http/mount.ts';
import { tokenOf } from '../../http/session.ts';
import { keepReport } from './logs.service.ts';

export function logsRoutes(app: FastifyInstance): void {
  mount(app, logError, ({ deps, body, request }) =>
    keepReport(deps, body, { token: tokenOf(request.headers.authorization), ip: request.ip }),
  );
}
