/** Calls with which users manage their own account: passwords, open sessions. */
import type { FastifyInstance } from 'fastify';
import {
  changePassword,
  endOpenSession,
  endOtherSessions,
  listSessions,
  readPasswordLink,
  requestPasswordMail,
  setPasswordByLink,
} from '../../../shared/contract/accounts.ts';
import { onlyOwn } from '../../accounts/onlyOwn.ts';
import { mount } from '../../http/mount.ts';
import { askForMail, changeOwn, readLink, setByLink } from './passwords.service.ts';
import { endOne, endOthers, openSessionsOf } from './sessions.service.ts';

export function accountsRoutes(app: FastifyInstance): void {
  mount(app, requestPasswordMail, ({ deps, params, language, request }) =>
    askForMail(deps, { userId: params.id, ip: request.ip, language }),
  );
  mount(app, readPasswordLink, ({ deps, params }) => readLink(deps, params.token));
  mount(app, setPasswordByLink, ({ deps, params, body }) => setByLink(deps, params.id, body));
  mount(app, changePassword, ({ deps, params, body, user, request }) => {
    onlyOwn(user, params.userKey);
    return changeOwn(deps, user, body, request.ip);
  });
  mount(app, listSessions, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return openSessionsOf(deps, user);
  });
  mount(app, endOpenSession, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return endOne(deps, user, params.sessionId);
  });
  mount(app, endOtherSessions, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return endOthers(deps, user);
  });
}
