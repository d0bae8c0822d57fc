/** The lists of system administrators over all sponsors. */
import type { FastifyInstance } from 'fastify';
import {
  exportAllUsers,
  exportCompanies,
  listAllUsers,
  listCompanies,
} from '../../../shared/contract/index.ts';
import { mountList } from '../../lists/mountList.ts';
import { allUsersList } from './allUsersList.ts';
import { companyList } from './companyList.ts';

export function systemAdminRoutes(app: FastifyInstance): void {
  mountList(app, listCompanies, exportCompanies, companyList);
  mountList(app, listAllUsers, exportAllUsers, allUsersList);
}
