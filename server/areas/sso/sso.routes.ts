/** Single sign-on, linked identities, and the products beside this one. */
import type { FastifyInstance } from 'fastify';
import {
  exchangeCode,
  linkIdentity,
  listIdentities,
  listSiblings,
  readGrant,
  signInAndLink,
  signInBySso,
  unlinkIdentity,
} from '../../../shared/contract/sso.ts';
import { onlyOwn } from '../../accounts/onlyOwn.ts';
import { originOf } from '../../accounts/openSession.ts';
import { mount } from '../../http/mount.ts';
import { linkOwn, linksOf, siblingsFor, unlink } from './identities.service.ts';
import { begin, linkAndOpen, openLinked, takeAnswer } from './signOn.service.ts';

export function ssoRoutes(app: FastifyInstance): void {
  mount(app, readGrant, ({ deps, query, request }) =>
    begin(deps, { realmId: query.realmId, ip: request.ip }),
  );
  mount(app, exchangeCode, ({ deps, body, request }) => takeAnswer(deps, body, request.ip));
  mount(app, signInBySso, ({ deps, body, request }) => openLinked(deps, body, originOf(request)));
  mount(app, signInAndLink, ({ deps, body, request, language }) =>
    linkAndOpen(deps, body, { origin: originOf(request), language, requestId: request.id }),
  );
  mount(app, listIdentities, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return linksOf(deps, user);
  });
  mount(app, linkIdentity, ({ deps, params, body, user, request }) => {
    onlyOwn(user, params.userKey);
    return linkOwn(deps, { user, requestId: request.id, ip: request.ip }, body);
  });
  mount(app, unlinkIdentity, ({ deps, params, user, request }) => {
    onlyOwn(user, params.userKey);
    return unlink(deps, { user, requestId: request.id }, params.identityKey);
  });
  mount(app, listSiblings, ({ deps, user }) => siblingsFor(deps, user));
}
