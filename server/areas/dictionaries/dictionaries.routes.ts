/** Looking terms up in dictionaries. */
import type { FastifyInstance } from 'fastify';
import { readDictionary, searchDictionary } from '../../../shared/contract/dictionaries.ts';
import { listIdfCodes, listWhoddCodes, listWhoddCountries } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { idfCodes, whoddCodes, whoddCountries } from './codesByName.service.ts';
import { describeDictionary, searchTerms } from './dictionaries.service.ts';

export function dictionariesRoutes(app: FastifyInstance): void {
  mount(app, readDictionary, ({ params, query, language, deps, user }) =>
    describeDictionary(deps, user, { ...params, ...query, language }),
  );
  mount(app, searchDictionary, ({ params, query, language, deps, user }) =>
    searchTerms(deps, user, { ...query, ...params, language }),
  );
  mount(app, listIdfCodes, (call) => idfCodes(call.deps, call, call.query));
  mount(app, listWhoddCodes, (call) => whoddCodes(call.deps, call, call.query));
  mount(app, listWhoddCountries, ({ deps, params, language }) =>
    whoddCountries(deps, params.version, language),
  );
}
