/** Looking terms up in dictionaries. */
import type { FastifyInstance } from 'fastify';
import { readDictionary, searchDictionary } from '../../../shared/contract/dictionaries.ts';
import { mount } from '../../http/mount.ts';
import { describeDictionary, searchTerms } from './dictionaries.service.ts';

export function dictionariesRoutes(app: FastifyInstance): void {
  mount(app, readDictionary, ({ params, deps, user }) => describeDictionary(deps, user, params.dictionary));
  mount(app, searchDictionary, ({ params, query, language, deps, user }) =>
    searchTerms(deps, user, { ...query, ...params, language }),
  );
}
