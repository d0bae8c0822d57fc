/** The calls of the configuration as a file. */
import type { FastifyInstance } from 'fastify';
import {
  exportConfiguration,
  importConfiguration,
  previewConfiguration,
} from '../../../shared/contract/index.ts';
import type { ConfigurationPart, Importer } from '../../configuration/configurationPart.ts';
import { mount } from '../../http/mount.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Language } from '../../http/language.ts';
import { exportOf, importPack, previewOf } from './configuration.service.ts';

interface Who {
  user: SessionUser;
  language: Language;
  request: { id: string };
  signal: AbortSignal;
}

const importerOf = ({ user, language, request, signal }: Who): Importer => ({
  user,
  language,
  requestId: request.id,
  signal,
});

/** @param parts what the areas contribute */
export const configurationRoutes =
  (parts: readonly ConfigurationPart[]) =>
  (app: FastifyInstance): void => {
    mount(app, exportConfiguration, ({ deps, user }) => exportOf(deps, parts, user));
    mount(app, previewConfiguration, (call) => previewOf(call.deps, parts, importerOf(call), call.body));
    mount(app, importConfiguration, (call) => importPack(call.deps, parts, importerOf(call), call.body));
  };
