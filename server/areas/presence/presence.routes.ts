/** Who has a case open. */
import type { FastifyInstance } from 'fastify';
import { announcePresence, leavePresence, listPresence } from '../../../shared/contract/presence.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { announce, leave, othersIn } from './presence.service.ts';

export function presenceRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, announcePresence, ({ user, params, body }) => announce(deps, user, params, body));
  mount(app, listPresence, ({ user, params }) => othersIn(deps, user, params.caseKey));
  mount(app, leavePresence, ({ user, params }) => leave(deps, user, params));
}
