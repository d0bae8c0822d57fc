/** Error reports of the browser. */
import type { FastifyInstance } from 'fastify';
import { logError } from '../../../shared/contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { keepReport } from './logs.service.ts';

export function logsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, logError, ({ body, request }) => keepReport(deps, body, request.ip));
}
