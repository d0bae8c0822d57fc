/** Calls with which users manage their own account: passwords, open sessions. */
import type { FastifyInstance } from 'fastify';
import {
  beginFactor,
  changePassword,
  confirmFactor,
  endOpenSession,
  endOtherSessions,
  listSessions,
  readFactor,
  readPasswordLink,
  removeFactor,
  requestPasswordMail,
  setPasswordByLink,
} from '../../../shared/contract/accounts.ts';
import { onlyOwn } from '../../accounts/onlyOwn.ts';
import { mount } from '../../http/mount.ts';
import { begin, confirm, factorOf, remove } from './factor.service.ts';
import { askForMail, changeOwn, readLink, setByLink } from './passwords.service.ts';
import { endOne, endOthers, openSessionsOf } from './sessions.service.ts';

export function accountsRoutes(app: FastifyInstance): void {
  mount(app, requestPasswordMail, ({ deps, params, language, request }) =>
    askForMail(deps, { userId: params.id, ip: request.ip, language }),
  );
  mount(app, readPasswordLink, ({ deps, params }) => readLink(deps, params.token));
  mount(app, setPasswordByLink, ({ deps, params, body, request }) =>
    setByLink(deps, { userId: params.id, requestId: request.id }, body),
  );
  mount(app, changePassword, ({ deps, params, body, user, request }) => {
    onlyOwn(user, params.userKey);
    return changeOwn(deps, { user, requestId: request.id, ip: request.ip }, body);
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
  mount(app, readFactor, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return factorOf(deps, user);
  });
  mount(app, beginFactor, ({ deps, params, body, user, request }) => {
    onlyOwn(user, params.userKey);
    return begin(deps, { user, requestId: request.id, ip: request.ip }, body);
  });
  mount(app, confirmFactor, ({ deps, params, body, user, request }) => {
    onlyOwn(user, params.userKey);
    return confirm(deps, { user, requestId: request.id, ip: request.ip }, body.code);
  });
  mount(app, removeFactor, ({ deps, params, body, user, request }) => {
    onlyOwn(user, params.userKey);
    return remove(deps, { user, requestId: request.id, ip: request.ip }, body.code);
  });
}
