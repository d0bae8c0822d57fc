/** Error reports of the browser. */
import type { FastifyInstance } from 'fastify';
import { logError } from '../../../shared/contract/auth.ts';
import { mount } from '../../http/mount.ts';
import { keepReport } from './logs.service.ts';

export function logsRoutes(app: FastifyInstance): void {
  mount(app, logError, ({ deps, body, request }) => keepReport(deps, body, request.ip));
}
