/** The calls of the duplicate check; "add case" is one of cases. */
import type { FastifyInstance } from 'fastify';
import { listCheckProducts, listDuplicates, dismissDuplicate } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { findDuplicatesOf, listProductsToChoose, tellCasesApart } from './duplicates.service.ts';

export function duplicatesRoutes(app: FastifyInstance): void {
  mount(app, listDuplicates, ({ deps, user, language, body }) =>
    findDuplicatesOf(deps, { user, language }, body),
  );
  mount(app, dismissDuplicate, ({ deps, user, params, body, request }) =>
    tellCasesApart(deps, user, { ...params, ...body, requestId: request.id }),
  );
  mount(app, listCheckProducts, ({ deps, user }) => listProductsToChoose(deps, user));
}
