/** The calls about records of case info as cases use them. */
import type { FastifyInstance } from 'fastify';
import { listCaseMasters, readMaster } from '../../../shared/contract/index.ts';
import { mount } from '../../http/mount.ts';
import { masterOf, mastersOfCase } from './caseMasters.service.ts';

export function caseMastersRoutes(app: FastifyInstance): void {
  mount(app, readMaster, ({ deps, user, params }) => masterOf(deps, user, params));
  mount(app, listCaseMasters, ({ deps, user, params }) => mastersOfCase(deps, user, params.caseKey));
}
