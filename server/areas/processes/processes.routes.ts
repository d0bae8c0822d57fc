/** Durable processes of users. */
import type { FastifyInstance } from 'fastify';
import { readProcess } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { processOfUser } from './processes.service.ts';

export function processesRoutes(app: FastifyInstance): void {
  mount(app, readProcess, ({ deps, user, params }) => processOfUser(deps, user, params.processKey));
}
