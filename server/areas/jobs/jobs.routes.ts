/** Background work that was given up. */
import type { FastifyInstance } from 'fastify';
import { discardDeadLetter, readDeadLetters, retryDeadLetter } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { discard, listDeadLetters, retry } from './deadLetters.service.ts';

export function jobsRoutes(app: FastifyInstance): void {
  mount(app, readDeadLetters, ({ deps }) => listDeadLetters(deps));
  mount(app, retryDeadLetter, ({ deps, user, params }) => retry(deps, user, params.jobKey));
  mount(app, discardDeadLetter, ({ deps, user, params }) => discard(deps, user, params.jobKey));
}
