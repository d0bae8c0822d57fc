/** What the form engine reads while it draws a page. */
import type { FastifyInstance } from 'fastify';
import {
  readCatalogue,
  readCodeChunk,
  readCodeList,
  readCodes,
  readNullFlavors,
  translate,
} from '../../../shared/contract/items.ts';
import { mount } from '../../http/mount.ts';
import { codesOf, namedCodes, nullFlavorsOf } from './codeLists.service.ts';
import { notationLanguage, translated } from './translate.service.ts';

export function itemsRoutes(app: FastifyInstance): void {
  mount(app, readCatalogue, ({ params, deps }) => deps.catalogue.forAppendix(params.appendix));
  mount(app, readCodeList, ({ params, query, language, appendix, deps }) =>
    codesOf(deps, { ...query, ...params, language, appendix }),
  );
  mount(app, readCodes, ({ params, language, deps }) => namedCodes(deps.catalogue, { ...params, language }));
  mount(app, readCodeChunk, ({ params, query, language, deps }) =>
    namedCodes(deps.catalogue, { ...query, ...params, language }),
  );
  mount(app, readNullFlavors, ({ params, language, appendix, deps }) =>
    nullFlavorsOf(deps.catalogue, { ...params, language, appendix }),
  );
  mount(app, translate, ({ body, language, appendix, deps }) =>
    translated(deps, body.valueToTranslate, notationLanguage(language, appendix)),
  );
}
