/** The calls of who has access: on a day, in reviews, by tokens. */
import type { FastifyInstance } from 'fastify';
import {
  decideAccess,
  endSponsorToken,
  exportAccess,
  exportAccessReview,
  exportSponsorTokens,
  listAccess,
  listAccessReview,
  listSponsorTokens,
  readAccessReviews,
  signAccessReview,
  startAccessReview,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { accessList, accessReviewList, sponsorTokenList } from './accessLists.ts';
import { decide, reviewsOf, sign, start } from './accessReview.service.ts';
import { endTokenOf } from './sponsorTokens.service.ts';

export function accessReviewRoutes(app: FastifyInstance): void {
  mount(app, readAccessReviews, ({ deps, user }) => reviewsOf(deps, user));
  mount(app, startAccessReview, ({ deps, user, body, request }) =>
    start(deps, { user, requestId: request.id }, body.reason),
  );
  mount(app, decideAccess, ({ deps, user, params, body, request }) =>
    decide(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, signAccessReview, ({ deps, user, params, body, request }) =>
    sign(deps, { user, requestId: request.id, ip: request.ip }, { ...params, ...body }),
  );
  mount(app, endSponsorToken, ({ deps, user, params, query, request }) =>
    endTokenOf(deps, { user, requestId: request.id }, { ...params, ...query }),
  );
  mountList(app, listAccess, exportAccess, accessList, 'day');
  mountList(app, listAccessReview, exportAccessReview, accessReviewList, 'reviewNo');
  mountList(app, listSponsorTokens, exportSponsorTokens, sponsorTokenList, 'sponsorKey');
}
