/** Sign-in, session, sponsors and senders, set-up. */
import type { FastifyInstance } from 'fastify';
import {
  checkSession,
  checkSystemAdmin,
  extendSession,
  listAppendices,
  listSenders,
  listSponsors,
  readSetUp,
  setDefaultAppendix,
  setUp,
  setUpFactor,
  signIn,
  signOut,
} from '../../../shared/contract/auth.ts';
import { listSenderCodes } from '../../../shared/contract/codesByName.ts';
import { onlyOwn } from '../../accounts/onlyOwn.ts';
import { originOf, takeUpSession } from '../../accounts/openSession.ts';
import { mount } from '../../http/mount.ts';
import { tokenOf } from '../../http/session.ts';
import { closeSession, extendDeadline, openSession, setUpFactorAndOpen } from './auth.service.ts';
import {
  codesOfSenders,
  keepDefaultAppendix,
  namesOfAppendices,
  sendersOf,
  sponsorsOf,
} from './choices.service.ts';
import { setUpFirst, setUpOf } from './setUp.service.ts';

export function authRoutes(app: FastifyInstance): void {
  mount(app, signIn, ({ deps, body, language, request }) =>
    openSession(deps, body, { origin: originOf(request), language }),
  );
  mount(app, setUpFactor, ({ deps, body, language, request }) =>
    setUpFactorAndOpen(deps, body, { origin: originOf(request), language }),
  );
  mount(app, checkSession, ({ deps, params, user, senderKey, request }) => {
    if (params.id !== 'me') onlyOwn(user, Number(params.id));
    return takeUpSession(deps, user, senderKey, tokenOf(request.headers.authorization) ?? '');
  });
  mount(app, extendSession, ({ deps, user }) => extendDeadline(deps, user));
  mount(app, signOut, ({ deps, params, body, user }) => {
    onlyOwn(user, params.userKey);
    return closeSession(deps, user, body.reason);
  });
  mount(app, listSponsors, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return sponsorsOf(deps, user);
  });
  mount(app, listSenders, ({ deps, params, user }) => {
    onlyOwn(user, params.userKey);
    return sendersOf(deps, user);
  });
  // who comes so far may: the call's access says it
  mount(app, checkSystemAdmin, () => {});
  mount(app, setDefaultAppendix, ({ deps, params, body, user }) => {
    onlyOwn(user, params.userKey);
    return keepDefaultAppendix(deps, user, body.defaultAppendix);
  });
  mount(app, listSenderCodes, ({ deps, user }) => codesOfSenders(deps, user));
  mount(app, listAppendices, ({ deps, language }) => namesOfAppendices(deps, language));
  mount(app, readSetUp, ({ deps, params, language }) => setUpOf(deps, params.token, language));
  mount(app, setUp, ({ deps, params, body, language }) =>
    setUpFirst(deps, { token: params.token, language }, body),
  );
}
