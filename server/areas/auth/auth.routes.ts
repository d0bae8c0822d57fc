/** Sign-in, session, sponsors and senders, set-up. */
import type { FastifyInstance } from 'fastify';
import {
  checkSession,
  extendSession,
  listAppendices,
  listSenders,
  listSponsors,
  readSetUp,
  setDefaultAppendix,
  setUp,
  signIn,
  signOut,
} from '../../../shared/contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { tokenOf } from '../../http/session.ts';
import type { SessionUser } from '../../http/session.ts';
import { noPrivilege } from '../../problems.ts';
import { closeSession, extendDeadline, openSession, takeUpSession } from './auth.service.ts';
import { keepDefaultAppendix, namesOfAppendices, sendersOf, sponsorsOf } from './choices.service.ts';
import { isSetUpOpen, setUpFirst } from './setUp.service.ts';

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, signIn, ({ body, request }) =>
    openSession(deps, body, { ip: request.ip, agent: request.headers['user-agent'] ?? null }),
  );
  mount(app, checkSession, ({ params, user, senderKey, request }) => {
    if (params.id !== 'me') onlyOwn(user, Number(params.id));
    return takeUpSession(deps, user, senderKey, tokenOf(request.headers.authorization) ?? '');
  });
  mount(app, extendSession, ({ user }) => extendDeadline(deps, user));
  mount(app, signOut, ({ params, body, user }) => {
    onlyOwn(user, params.userKey);
    return closeSession(deps, user, body.reason);
  });
  mount(app, listSponsors, ({ params, user }) => {
    onlyOwn(user, params.userKey);
    return sponsorsOf(deps, user);
  });
  mount(app, listSenders, ({ params, user }) => {
    onlyOwn(user, params.userKey);
    return sendersOf(deps, user);
  });
  mount(app, setDefaultAppendix, ({ params, body, user }) => {
    onlyOwn(user, params.userKey);
    return keepDefaultAppendix(deps, user, body.defaultAppendix);
  });
  mount(app, listAppendices, ({ language }) => namesOfAppendices(deps, language));
  mount(app, readSetUp, async ({ params }) => ({ open: await isSetUpOpen(deps.db, params.token) }));
  mount(app, setUp, ({ params, body }) => setUpFirst(deps, params.token, body));
}

/** These calls tell of a user what only he has to know. */
function onlyOwn(user: SessionUser, userKey: number): void {
  if (user.userKey !== userKey) throw noPrivilege();
}
