/** Files that items point to. */
import type { FastifyInstance } from 'fastify';
import { readFile, uploadFile } from '../../../shared/contract/items.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { fileOf, storeUpload } from './files.service.ts';

export function filesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, uploadFile, ({ user, upload }) => storeUpload(deps, user, upload));
  mount(app, readFile, ({ user, params: { fileKey } }) => fileOf(deps, user, fileKey));
}
