/** Files that items point to. */
import type { FastifyInstance } from 'fastify';
import { readFile, uploadFile } from '../../../shared/contract/items.ts';
import { mount } from '../../http/mount.ts';
import { fileOf, storeUpload } from './files.service.ts';

export function filesRoutes(app: FastifyInstance): void {
  mount(app, uploadFile, ({ deps, user, upload }) => storeUpload(deps, user, upload));
  mount(app, readFile, ({ deps, user, params: { fileKey } }) => fileOf(deps, user, fileKey));
}
