/** Work is led on through the steps of the workflow, and texts are coded. */
import {
  claimCase,
  codeTexts,
  readCodingGroup,
  readCodingQueue,
  readWorkflow,
  routeCase,
} from '../../shared/contract/index.ts';
import type { DataOf } from '../../shared/contract/call.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { mayLead, readPeople, readPlaces } from '../oracles/workflow.ts';
import { SECOND_MS } from '../simulatedClock.ts';
import { ACCOUNTS, type Account } from '../simulatedServer.ts';
import type { Act, KnownVersion, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { anyVersion, deed, isOpen, reasonOf, refusedAs, tracedDeed } from './choices.ts';

/** Mostly a step that the workflow offers, else any, which the server must refuse; with a role of it, of any step, or none. */
function targetOf(
  { chance }: Simulation,
  { next, steps }: Pick<DataOf<typeof readWorkflow>, 'next' | 'steps'>,
): { workflowKey: string; roleId: number | null } {
  const offered = next.length > 0 && chance.percent(75) ? chance.pick(next) : null;
  const step = offered === null ? chance.pick(steps) : steps.find((one) => one.workflowKey === offered);
  const { workflowKey = '', roles = [] } = step ?? {};
  if (chance.percent(60)) return { workflowKey, roleId: roles[0]?.ROLE_ID ?? null };
  const all = steps.flatMap((one) => one.roles);
  return { workflowKey, roleId: chance.percent(30) && all.length > 0 ? chance.pick(all).ROLE_ID : null };
}

const route: Act = {
  name: 'route',
  weight: 6,
  run: async (simulation) => {
    const { chance, server } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey } = version;
    const by = chance.pick(ACCOUNTS);
    const { data, success } = await server.call(by, readWorkflow, { params: { caseKey } });
    if (!success) return null;
    const place = (await readPlaces(simulation)).get(caseKey);
    const [person] = await readPeople(simulation, [by]);
    const isLeader = place !== undefined && person !== undefined && mayLead(place, person);
    const { retrievedAt } = data;
    if (chance.percent(35)) {
      const answer = await server.call(by, claimCase, { params: { caseKey }, body: { retrievedAt } });
      if (answer.success) isRight(version, by, isLeader && place?.userKey === null, 'claims');
      return tracedDeed(simulation, by, `claims ${caseKey}`, answer, [caseKey], '');
    }
    const { workflowKey, roleId } = targetOf(simulation, data);
    const isSigned = chance.percent(80);
    const answer = await server.call(by, routeCase, {
      params: { caseKey },
      body: {
        workflowInfo: { workflowKey, roleId, userKey: null },
        comments: reasonOf(simulation),
        retrievedAt,
        ...(isSigned && { signature: { meaning: 'approval', password: DEMO_PASSWORD } }),
      },
    });
    if (answer.success) isRight(version, by, isLeader, `routes to ${workflowKey}`);
    return tracedDeed(simulation, by, `routes ${caseKey} to ${workflowKey}`, answer, [caseKey]);
  },
};

function isRight(version: KnownVersion, by: Account, isLeader: boolean, what: string): void {
  if (!isLeader || !isOpen(version))
    throw new Violation(
      'owners of cases',
      `${by} ${what} with ${version.caseKey}, and does not own it or it is closed`,
    );
}

/** Two users see a case in the same place: who comes later is refused. */
const routeTogether: Act = {
  name: 'route together',
  weight: 3,
  run: async (simulation) => {
    const { server, chance } = simulation;
    const version = anyVersion(simulation);
    if (!version) return null;
    const { caseKey } = version;
    const { data, success } = await server.call('sponsor.admin', readWorkflow, { params: { caseKey } });
    if (!success || data.next.length === 0) return null;
    const before = data.retrievedAt;
    server.clock.advance(SECOND_MS);
    const lead = (by: Account, workflowKey: string) =>
      server.call(by, routeCase, {
        params: { caseKey },
        body: {
          workflowInfo: { workflowKey, roleId: null, userKey: null },
          comments: reasonOf(simulation),
          overrideReason: reasonOf(simulation),
          retrievedAt: before,
          signature: { meaning: 'approval', password: DEMO_PASSWORD },
        },
      });
    const workflowKey = chance.pick(data.next);
    const first = await lead('sponsor.admin', workflowKey);
    const done = tracedDeed(simulation, 'sponsor.admin', `leads ${caseKey} to ${workflowKey}`, first, [
      caseKey,
    ]);
    if (!first.success) return done;
    for (const { workflowKey: next } of data.steps) {
      const second = await lead('sponsor.admin', next);
      if (second.errCode !== 'STATUS_CHANGED')
        throw new Violation(
          'no lost update',
          `who had not seen where ${caseKey} was has routed it: ${refusedAs(second)}`,
        );
    }
    return done;
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

export const workActs: readonly Act[] = [route, routeTogether, code];
