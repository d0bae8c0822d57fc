/** Work is led on through the steps of the workflow, and texts are coded. */
import {
  claimCase,
  codeTexts,
  readCodingGroup,
  readCodingQueue,
  readWorkflow,
  routeCase,
} from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { ACCOUNTS } from '../simulatedServer.ts';
import type { Act } from '../simulation.types.ts';
import { anyVersion, deed } from './choices.ts';

const route: Act = {
  name: 'route',
  weight: 8,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey } = version;
    const by = chance.pick(ACCOUNTS);
    const { data, success } = await server.call(by, readWorkflow, { params: { caseKey } });
    if (!success) return null;
    const { retrievedAt } = data;
    if (data.takeRefusal === null && chance.percent(50)) {
      const answer = await server.call(by, claimCase, { params: { caseKey }, body: { retrievedAt } });
      return deed(by, `claims ${caseKey}`, answer, [caseKey]);
    }
    if (data.next.length === 0) return null;
    const workflowKey = chance.pick(data.next);
    const roles = data.steps.find((step) => step.workflowKey === workflowKey)?.roles ?? [];
    const roleId = roles.length > 0 && chance.percent(70) ? chance.pick(roles).ROLE_ID : null;
    const answer = await server.call(by, routeCase, {
      params: { caseKey },
      body: {
        workflowInfo: { workflowKey, roleId, userKey: null },
        comments: 'Simulated',
        retrievedAt,
        signature: { meaning: 'approval', password: DEMO_PASSWORD },
      },
    });
    return deed(by, `routes ${caseKey} to ${workflowKey}`, answer, [caseKey]);
  },
};

const code: Act = {
  name: 'code',
  weight: 5,
  run: async ({ chance, server }) => {
    const by = chance.pick(['case.editor', 'sponsor.admin'] as const);
    const query = { appendix: chance.pick(['KR', 'US', 'ICH']) };
    const { data } = await server.call(by, readCodingQueue, { query });
    if (data.groups.length === 0) return null;
    const { dictionary, textKey, text } = chance.pick(data.groups.slice(0, 5));
    const place = { params: { dictionary }, query: { ...query, textKey } };
    const { data: group } = await server.call(by, readCodingGroup, place);
    const [first] = group.suggestions;
    const terms = group.terms.filter(({ refusal }) => refusal === null);
    if (!first || terms.length === 0) return null;
    const answer = await server.call(by, codeTexts, {
      params: { dictionary },
      query,
      body: {
        textKey,
        code: first.code,
        terms: terms.map(({ rowKey, code: before }) => ({ rowKey, before })),
      },
    });
    const touched = terms.map(({ caseKey }) => caseKey);
    return deed(by, `codes ${terms.length} terms of '${text}'`, answer, touched);
  },
};

export const workActs: readonly Act[] = [route, code];
