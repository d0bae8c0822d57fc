/** Looking terms up in dictionaries. */
import type { FastifyInstance } from 'fastify';
import { readDictionary, searchDictionary } from '../../../shared/contract/dictionaries.ts';
import { mount } from '../../http/mount.ts';
import { describeDictionary, searchTerms } from './dictionaries.service.ts';

export function dictionariesRoutes(app: FastifyInstance): void {
  mount(app, readDictionary, ({ params, deps }) => describeDictionary(deps, params.dictionary));
  mount(app, searchDictionary, ({ params, query, language, deps }) =>
    searchTerms(deps, { ...query, ...params, language }),
  );
}
