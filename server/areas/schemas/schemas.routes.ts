/** The calls of the schema files. */
import type { FastifyInstance } from 'fastify';
import {
  checkSchemas,
  dropSchemaDraft,
  listSchemaVersions,
  previewImpact,
  publishSchemas,
  readSchemaFiles,
  readSchemaVersion,
  rollBackSchemas,
  saveSchemaDraft,
  trySchemas,
} from '../../../shared/contract/index.ts';
import type { Call } from '../../../shared/contract/index.ts';
import { mount, type CallContext } from '../../http/mount.ts';
import { checkFiles } from './checkFiles.ts';
import { forgetDraft, keepDraft, refuseOutdated } from './drafts.service.ts';
import { listFiles } from './files.service.ts';
import { impactOf } from './impact.service.ts';
import { publish, rollBack, type Publisher } from './publish.service.ts';
import { filesAfter } from './schemaFiles.ts';
import { tryFiles } from './trial.service.ts';
import { listPublished, readPublished } from './versions.service.ts';

type Who = Pick<CallContext<Call & { access: 'session' }>, 'user' | 'language' | 'request' | 'signal'>;

const publisherOf = ({ user, language, request, signal }: Who): Publisher => ({
  user,
  language,
  requestId: request.id,
  signal,
});

export function schemasRoutes(app: FastifyInstance): void {
  mount(app, readSchemaFiles, ({ deps, user }) => listFiles(deps, user));
  mount(app, saveSchemaDraft, ({ deps, user, body }) => keepDraft(deps, user, body));
  mount(app, dropSchemaDraft, ({ deps, user, query }) => forgetDraft(deps, user, query.file));
  mount(app, checkSchemas, async (call) => {
    const files = await filesAfter(call.deps, call.user, call.body.changes);
    return { findings: await checkFiles(call.deps, publisherOf(call), files) };
  });
  mount(app, previewImpact, (call) => impactOf(call.deps, publisherOf(call), call.body));
  mount(app, trySchemas, (call) => tryFiles(call.deps, publisherOf(call), call.body));
  mount(app, publishSchemas, async (call) => {
    await refuseOutdated(call.deps, call.user, call.body.changes);
    return publish(call.deps, publisherOf(call), call.body);
  });
  mount(app, listSchemaVersions, ({ deps, user }) => listPublished(deps, user));
  mount(app, readSchemaVersion, ({ deps, user, params }) => readPublished(deps, user, params.versionNo));
  mount(app, rollBackSchemas, (call) =>
    rollBack(call.deps, publisherOf(call), call.params.versionNo, call.body),
  );
}
