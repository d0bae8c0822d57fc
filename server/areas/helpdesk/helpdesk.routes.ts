/** The way into the help center. */
import type { FastifyInstance } from 'fastify';
import { readHelpDeskToken } from '../../../shared/contract/helpdesk.ts';
import { mount } from '../../http/mount.ts';
import { wayIn } from './helpdesk.service.ts';

export function helpdeskRoutes(app: FastifyInstance): void {
  mount(app, readHelpDeskToken, ({ deps, user, language }) => wayIn(deps, user, language));
}
