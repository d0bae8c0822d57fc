/** Who has a case open. */
import type { FastifyInstance } from 'fastify';
import { announcePresence, leavePresence, listPresence } from '../../../shared/contract/presence.ts';
import { mount } from '../../http/mount.ts';
import { announce, leave, othersIn } from './presence.service.ts';

export function presenceRoutes(app: FastifyInstance): void {
  mount(app, announcePresence, ({ deps, user, params, body }) => announce(deps, user, params, body));
  mount(app, listPresence, ({ deps, user, params }) => othersIn(deps, user, params.caseKey));
  mount(app, leavePresence, ({ deps, user, params }) => leave(deps, user, params));
}
