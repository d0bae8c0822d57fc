/** The calls of mapping rules. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/mappingRules.ts';
import { mount } from '../../http/mount.ts';
import { mountList } from '../../lists/mountList.ts';
import { cdmsItems } from './cdmsItems.service.ts';
import { preview } from './preview.service.ts';
import { mappingAuditList, ruleList } from './ruleLists.ts';
import * as rules from './rules.service.ts';
import * as sets from './ruleSet.service.ts';

export function mappingRuleRoutes(app: FastifyInstance): void {
  mount(app, contract.listCdmsItems, (call) => cdmsItems(call.deps, call, call.params.studyKey));
  mountList(app, contract.listMappingRules, contract.exportMappingRules, ruleList, 'studyKey');
  mountList(app, contract.listMappingAudit, contract.exportMappingAudit, mappingAuditList, 'studyKey');
  mount(app, contract.readMappingRuleSet, (call) => sets.readSet(call.deps, call, call.params.studyKey));
  mount(app, contract.saveMappingEvents, ({ deps, user, request, params, body }) =>
    sets.saveEvents(deps, { user, requestId: request.id }, params.studyKey, body),
  );
  mount(app, contract.acceptMappingProposals, ({ deps, user, request, params, body }) =>
    sets.acceptProposals(deps, { user, requestId: request.id }, params.studyKey, body),
  );
  mount(app, contract.listMappingStudies, ({ deps, user, params }) =>
    sets.otherStudies(deps, user, params.studyKey),
  );
  mount(app, contract.downloadMappingRules, ({ deps, user, params }) =>
    sets.rulesFile(deps, user, params.studyKey),
  );
  mount(app, contract.compareMappingRules, (call) =>
    sets.compareWith(call.deps, call, call.params.studyKey, call.body),
  );
  mount(app, contract.replaceMappingRules, ({ deps, user, request, params, body }) =>
    sets.replaceRules(deps, { user, requestId: request.id }, params.studyKey, body),
  );
  mount(app, contract.readMappingRule, (call) => rules.readRule(call.deps, call, call.params));
  mount(app, contract.saveMappingRule, ({ deps, user, request, params, body }) =>
    rules.saveRule(deps, { user, requestId: request.id }, params, body),
  );
  mount(app, contract.readMappingSources, (call) => rules.sourcesOf(call.deps, call, call.params));
  mount(app, contract.previewMapping, ({ deps, user, params, body }) =>
    preview(deps, user, params.studyKey, body),
  );
}
