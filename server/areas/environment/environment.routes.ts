/** How this installation is set up, for browsers. */
import type { FastifyInstance } from 'fastify';
import { readEnvironment } from '../../../shared/contract/environment.ts';
import { mount } from '../../http/mount.ts';
import { environmentOf } from './environment.service.ts';

export function environmentRoutes(app: FastifyInstance): void {
  mount(app, readEnvironment, ({ deps }) => environmentOf(deps));
}
