/** Recommended codes. */
import type { FastifyInstance } from 'fastify';
import { recommendCodes, updateRecommended } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { recordChoices } from './choices.service.ts';
import { recommend } from './recommend.service.ts';

export function aiCodingRoutes(app: FastifyInstance): void {
  mount(app, recommendCodes, ({ deps, user, language, appendix, params, body }) =>
    recommend(deps, { user, language, appendix }, { ...params, ...body }),
  );
  mount(app, updateRecommended, ({ deps, user, params, body }) =>
    recordChoices(deps, user, params.dictionary, body.choices),
  );
}
