/** The calls about a case as it was. */
import type { FastifyInstance } from 'fastify';
import {
  compareSides,
  listMoments,
  readAuthor,
  readCatalogueOf,
  readMoment,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { authorOf } from './author.service.ts';
import { differencesOf } from './compare.service.ts';
import { catalogueOfVersion, contentAtMoment, listCaseMoments } from './moments.service.ts';

export function caseHistoryRoutes(app: FastifyInstance): void {
  mount(app, listMoments, ({ deps, user, params }) => listCaseMoments(deps, user, params.caseKey));
  mount(app, readMoment, ({ deps, user, params }) =>
    contentAtMoment(deps, user, params.caseKey, params.saveNo),
  );
  mount(app, readCatalogueOf, ({ deps, user, params }) => catalogueOfVersion(deps, user, params));
  mount(app, compareSides, ({ deps, user, params, body }) => differencesOf(deps, user, params.caseKey, body));
  mount(app, readAuthor, ({ deps, user, params, query }) => authorOf(deps, user, params.caseKey, query));
}
