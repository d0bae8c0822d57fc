/** The calls of the study mapping of companies. */
import type { FastifyInstance } from 'fastify';
import * as calls from '../../../shared/contract/studyMapping.ts';
import type { CallContext } from '../../http/mount.ts';
import { mount } from '../../http/mount.ts';
import { answerList } from '../../lists/answerList.ts';
import { mountExport } from '../../lists/mountExport.ts';
import { mountList } from '../../lists/mountList.ts';
import { cdmsStudies, mappingOf, r3Studies, removeMapping, saveMapping } from './mapping.service.ts';
import { mappingAuditList, mappingList, sourceAuditList } from './sourceLists.ts';
import { makeToken, saveSource, sourcesOf, trySource } from './sources.service.ts';

export function studyMappingRoutes(app: FastifyInstance): void {
  mountList(app, calls.listStudyMappings, calls.exportStudyMappings, mappingList, 'companyKey');
  mountList(app, calls.listSourceAudit, calls.exportSourceAudit, sourceAuditList, 'sourceKey');
  mappingAudit(app);
  mount(app, calls.readCompanySources, ({ deps, user, params }) => sourcesOf(deps, user, params.companyKey));
  mount(app, calls.saveCompanySource, ({ deps, user, request, params, body }) =>
    saveSource(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, calls.tryCompanySource, ({ deps, user, params, body, signal }) =>
    trySource(deps, user, { ...params, ...body }, signal),
  );
  mount(app, calls.makeSourceToken, ({ deps, user, request, params, body }) =>
    makeToken(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, calls.listCdmsStudies, ({ deps, user, params, query }) =>
    cdmsStudies(deps, user, { ...params, ...query }),
  );
  mount(app, calls.listR3Studies, ({ deps, user, language, params, query }) =>
    r3Studies(deps, { user, language }, { ...params, ...query }),
  );
  mount(app, calls.readStudyMapping, ({ deps, user, params }) => mappingOf(deps, user, params));
  mount(app, calls.saveStudyMapping, ({ deps, user, request, params, body }) =>
    saveMapping(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
  mount(app, calls.removeStudyMapping, ({ deps, user, request, params, body }) =>
    removeMapping(deps, { user, requestId: request.id }, { ...params, ...body }),
  );
}

/** A study is numbered within its sponsor, which the list needs, too. */
function mappingAudit(app: FastifyInstance): void {
  const { access } = calls.listStudyMappingAudit;
  const callerOf = <
    C extends Pick<
      CallContext<typeof calls.listStudyMappingAudit>,
      'params' | 'user' | 'language' | 'appendix'
    >,
  >(
    call: C,
  ) => ({ ...call, of: call.params.studyKey, kind: String(call.params.ofSponsor) });
  app.lists.set(mappingAuditList.menuId, { source: mappingAuditList, access });
  mount(app, calls.listStudyMappingAudit, (call) =>
    answerList(call.deps, callerOf(call), mappingAuditList, call.query),
  );
  mountExport(app, [mappingAuditList.menuId], calls.exportStudyMappingAudit, (call) => ({
    source: mappingAuditList,
    caller: callerOf(call),
  }));
}
