/** Cases are led on through the workflow by who may; what is nearly right is refused. */
import { claimCase, routeCase } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import {
  hasRole,
  mayLead,
  readPeople,
  readPlaces,
  readSteps,
  type Person,
  type Place,
  type Step,
} from '../oracles/workflow.ts';
import { ACCOUNTS } from '../simulatedServer.ts';
import type { Act, KnownVersion, Simulation } from '../simulation.types.ts';
import { Violation } from '../violation.ts';
import { isOpen, LATER, reading, reasonOf, refusedAs, tracedDeed } from './choices.ts';

/** A case where it is, who may lead it on, and where to. */
interface Situation {
  version: KnownVersion;
  place: Place;
  people: readonly Person[];
  steps: readonly Step[];
  left: Step;
  entered: Step;
}

interface Routing {
  by: Person;
  to: string;
  roleId: number | null;
  isSigned: boolean;
  retrievedAt: string;
}

/** What differs from the right routing, so that it is none; null: the situation does not allow the mistake. */
const MISTAKES: Readonly<Record<string, (situation: Situation) => Partial<Routing> | null>> = {
  'along no edge': ({ steps, left }) => {
    const beyond = steps.find(({ key }) => key !== left.key && !left.next.includes(key));
    return beyond ? { to: beyond.key, roleId: null } : null;
  },
  'to a role of another step': ({ steps, entered }) => {
    const roleId = steps.flatMap(({ roles }) => roles).find((role) => !entered.roles.includes(role));
    return roleId === undefined ? null : { roleId };
  },
  'without the approval': ({ steps, left }) => {
    const ahead = steps.find(({ key, sort }) => left.next.includes(key) && sort > left.sort);
    return ahead && left.approval ? { to: ahead.key, roleId: null, isSigned: false } : null;
  },
  'from where it no longer is': ({ place }) => ({
    retrievedAt: new Date(place.statusAt.getTime() - 1).toISOString(),
  }),
  'by who does not lead it': ({ place, people }) => {
    const by = people.find((person) => !mayLead(place, person));
    return by ? { by } : null;
  },
};

const routeBy = (
  simulation: Simulation,
  { caseKey }: KnownVersion,
  { by, to, roleId, isSigned, retrievedAt }: Routing,
) =>
  simulation.server.call(by.account, routeCase, {
    params: { caseKey },
    body: {
      workflowInfo: { workflowKey: to, roleId, userKey: null },
      comments: reasonOf(simulation),
      retrievedAt,
      ...(isSigned && { signature: { meaning: 'approval', password: DEMO_PASSWORD } }),
    },
  });

/** Each step in turn: first everything that is not right, then what is. */
const leadOn: Act = {
  name: 'lead on',
  weight: 8,
  run: async (simulation) => {
    const found = await findSituation(simulation);
    if (!found) return null;
    const { version, place, people, left, entered } = found;
    const { caseKey } = version;
    const by = people.find((person) => mayLead(place, person) && !isBarred(left, place, person));
    if (!by) return null;
    const roleId = simulation.chance.percent(50) ? (entered.roles[0] ?? null) : null;
    const right: Routing = { by, to: entered.key, roleId, isSigned: true, retrievedAt: LATER };
    for (const [name, makeOf] of Object.entries(MISTAKES)) {
      const mistake = makeOf(found);
      if (mistake && (await routeBy(simulation, version, { ...right, ...mistake })).success)
        throw new Violation('ways of cases', `${caseKey} was led from ${left.key} ${name}`);
    }
    const answer = await routeBy(simulation, version, right);
    if (answer.success !== isOpen(version))
      throw new Violation(
        'ways of cases',
        `${caseKey} is ${isOpen(version) ? 'open' : 'closed'}, and to lead it from ${left.key} to ${entered.key} answers ${refusedAs(answer)}`,
      );
    return tracedDeed(simulation, by.account, `leads ${caseKey} on to ${entered.key}`, answer, [caseKey]);
  },
};

const isBarred = ({ fourEyes }: Step, { broughtBy }: Place, { userKey }: Person): boolean =>
  fourEyes && broughtBy.includes(userKey);

/** A version in any step that has one, mostly an open one. */
async function findSituation(simulation: Simulation): Promise<Situation | null> {
  const { chance, versions } = simulation;
  const steps = await readSteps(simulation);
  const places = await readPlaces(simulation);
  const isOpenWanted = chance.percent(65);
  const newest = [...versions.values()].filter(
    (version) => !version.superseded && isOpen(version) === isOpenWanted,
  );
  const stepOf = ({ caseKey }: KnownVersion) =>
    steps.find(({ key, next }) => key === places.get(caseKey)?.step && next.length > 0);
  const byStep = Map.groupBy(newest, stepOf);
  const left = steps.filter((step) => byStep.has(step));
  if (left.length === 0) return null;
  const step = chance.pick(left);
  const version = chance.pick(byStep.get(step) ?? []);
  const place = places.get(version.caseKey);
  const next = chance.pick(step.next);
  const entered = steps.find(({ key }) => key === next);
  if (!place || !entered) return null;
  return { version, place, people: await readPeople(simulation, ACCOUNTS), steps, left: step, entered };
}

/** A case that a user has claimed, or that is not of one's role, is not claimed by another one. */
const claimClaimed: Act = {
  name: 'claim a claimed case',
  weight: 3,
  run: async (simulation) => {
    const { chance, versions, server } = simulation;
    const places = await readPlaces(simulation);
    const claimed = [...versions.values()].flatMap((version) => {
      const place = places.get(version.caseKey);
      return isOpen(version) && place && place.userKey !== null ? [place] : [];
    });
    if (claimed.length === 0) return null;
    const { caseKey, userKey, roles } = chance.pick(claimed);
    const others = (await readPeople(simulation, ACCOUNTS)).filter((person) => person.userKey !== userKey);
    const { account } = others.find((person) => hasRole(roles, person)) ?? chance.pick(others);
    const answer = await server.call(account, claimCase, {
      params: { caseKey },
      body: { retrievedAt: LATER },
    });
    if (answer.success)
      throw new Violation('owners of cases', `${account} claims ${caseKey}, which another user owns`);
    return reading(account, `claims ${caseKey}, which another user owns`, answer);
  },
};

export const routingActs: readonly Act[] = [leadOn, claimClaimed];
