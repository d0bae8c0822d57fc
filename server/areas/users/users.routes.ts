/** The calls of the accounts of users; their records have those of case info. */
import type { FastifyInstance } from 'fastify';
import { changeUserAccount, readUserAccount } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { accountOf, changeAccount } from './account.service.ts';

export function usersRoutes(app: FastifyInstance): void {
  mount(app, readUserAccount, ({ deps, user, params }) => accountOf(deps, user, params.userKey));
  mount(app, changeUserAccount, ({ deps, user, language, params, body, request }) =>
    changeAccount(deps, { user, language, requestId: request.id }, { ...params, ...body }),
  );
}
