/** The calls of masters of cases. */
import type { FastifyInstance } from 'fastify';
import {
  listProductOptions,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
} from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { productOptions, roleOptions, senderOptions, studyOptions } from './options.service.ts';

export function caseInfoRoutes(app: FastifyInstance): void {
  mount(app, listSenderOptions, ({ deps, user, query }) => senderOptions(deps, user, query));
  mount(app, listStudyOptions, ({ deps, user, query }) => studyOptions(deps, user, query));
  mount(app, listProductOptions, ({ deps, user, query }) => productOptions(deps, user, query));
  mount(app, listRoleOptions, ({ deps, user, query }) => roleOptions(deps, user, query));
}
