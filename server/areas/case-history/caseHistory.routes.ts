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
import { caseTask, onCase } from '../../whole-case/wholeCaseWork.ts';
import { authorOf } from './author.service.ts';
import type * as thread from './caseHistory.thread.ts';
import { differencesOf } from './compare.service.ts';
import { catalogueOfVersion, contentAtMoment, listCaseMoments } from './moments.service.ts';

const file = new URL('./caseHistory.thread.ts', import.meta.url);
const work = {
  moments: { run: listCaseMoments, task: caseTask<typeof thread.moments>(file, 'moments') },
  moment: { run: contentAtMoment, task: caseTask<typeof thread.moment>(file, 'moment') },
  differences: { run: differencesOf, task: caseTask<typeof thread.differences>(file, 'differences') },
};

export function caseHistoryRoutes(app: FastifyInstance): void {
  mount(app, listMoments, (call) => onCase(call, work.moments, call.user, call.params.caseKey));
  mount(app, readMoment, (call) =>
    onCase(call, work.moment, call.user, call.params.caseKey, call.params.saveNo),
  );
  mount(app, readCatalogueOf, ({ deps, user, params }) => catalogueOfVersion(deps, user, params));
  mount(app, compareSides, (call) =>
    onCase(call, work.differences, call.user, call.params.caseKey, call.body),
  );
  mount(app, readAuthor, ({ deps, user, params, query }) => authorOf(deps, user, params.caseKey, query));
}
