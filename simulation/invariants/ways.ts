/** Cases go their way through the steps of the workflow: along its edges, in time or late, by who may. */
import { sql } from 'kysely';
import { dayIn, daysBetween, daysLater } from '../oracles/days.ts';
import { readSteps, type Step } from '../oracles/workflow.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

interface Routing {
  caseKey: number;
  no: number;
  from: string | null;
  to: string;
  roleId: number | null;
  due: Date | null;
  late: number | null;
  at: Date;
  by: number;
  editedBy: number | null;
}

interface Position {
  caseKey: number;
  step: string;
  due: Date | null;
  returned: boolean;
  /** signatures under its way */
  signed: number;
}

interface Ways {
  steps: Step[];
  routings: Routing[];
  positions: Position[];
  timeZone: string;
}

const readWays = async (simulation: SimulationView): Promise<Ways> => {
  const steps = await readSteps(simulation);
  return simulation.server.read(async (trx) => {
    const { rows: routings } = await sql<Routing>`
      select case_key as "caseKey", step_no as no, from_status as "from", to_status as "to", role_id as "roleId",
        due_at as due, delay_days as late, at, by_user_key as by, edited_by_user_key as "editedBy"
      from case_workflow where sponsor_key = ${SPONSOR} order by case_key, step_no`.execute(trx);
    const { rows: positions } = await sql<Position>`
      select case_key as "caseKey", workflow_status as step, workflow_due_at as due, workflow_returned as returned,
        (select count(*)::int from signature g where g.sponsor_key = c.sponsor_key and g.case_key = c.case_key
          and g.status_id = 'WORKFLOW') as signed
      from pv_case c where sponsor_key = ${SPONSOR}`.execute(trx);
    const { rows: zones } = await sql<{ zone: string }>`
      select time_zone as zone from sponsor where sponsor_key = ${SPONSOR}`.execute(trx);
    return { steps, routings, positions, timeZone: zones[0]?.zone ?? 'UTC' };
  });
};

const check: Invariant['check'] = async (simulation) => {
  const ways = await readWays(simulation);
  const ofCase = Map.groupBy(ways.routings, ({ caseKey }) => caseKey);
  for (const position of ways.positions)
    follow(ways, ofCase.get(position.caseKey) ?? [], position, (why) => {
      throw new Violation('ways of cases', `${position.caseKey}: ${why}`);
    });
};

/** Goes the way again, from entry to entry. */
function follow(
  { steps, timeZone }: Ways,
  way: readonly Routing[],
  position: Position,
  wrong: (why: string) => void,
): void {
  const stepOf = (key: string | null) => steps.find((step) => step.key === key);
  let due: Date | null = null;
  let approvals = 0;
  let returned = false;
  let arrival: Routing | undefined;
  for (const [at, routing] of way.entries()) {
    const { no, from, to, by } = routing;
    const [left, entered] = [stepOf(from), stepOf(to)];
    if (no !== at + 1) wrong(`its entry ${at + 1} has the number ${no}`);
    if (from !== (way[at - 1]?.to ?? null)) wrong(`entry ${no} begins in ${from}`);
    const isMove = from !== to;
    if (isMove && from !== null && !left?.next.includes(to)) wrong(`no edge leads from ${from} to ${to}`);
    if (routing.roleId !== null && !entered?.roles.includes(routing.roleId))
      wrong(`the role ${routing.roleId} does not own cases in ${to}`);
    if (isMove) {
      if (left?.fourEyes && arrival && [arrival.by, arrival.editedBy].includes(by))
        wrong(`who brought it to ${from} has led it on`);
      const late = due && Math.max(0, daysBetween(dayIn(due, timeZone), dayIn(routing.at, timeZone)));
      if (from !== null && routing.late !== late)
        wrong(`entry ${no} is ${routing.late} days late, not ${late}`);
      isDueAt(routing, entered?.days ?? null, timeZone, wrong);
      due = routing.due;
      returned = left !== undefined && entered !== undefined && entered.sort < left.sort;
      if (left?.approval && entered && entered.sort > left.sort) approvals += 1;
      arrival = routing;
    }
  }
  const last = way.at(-1);
  if (last && last.to !== position.step) wrong(`it is in ${position.step}, and was led to ${last.to}`);
  if (last && position.due?.getTime() !== due?.getTime()) wrong('it has another due time than its way');
  if (last && position.returned !== returned) wrong(`it was ${returned ? '' : 'not '}sent back`);
  if (approvals !== position.signed) wrong(`${position.signed} of ${approvals} approvals are signed`);
}

/** The last moment of the last day. */
function isDueAt(
  { due, at }: Routing,
  days: number | null,
  timeZone: string,
  wrong: (why: string) => void,
): void {
  const day = days === null ? null : daysLater(dayIn(at, timeZone), days);
  if (due === null ? day !== null : dayIn(due, timeZone) !== day)
    wrong(`it is due on ${due?.toISOString()}, not ${day}`);
  if (due && dayIn(new Date(due.getTime() + 1), timeZone) === day)
    wrong('its last day has not ended when it is due');
}

export const wayInvariants: readonly Invariant[] = [{ name: 'ways of cases', every: 2, check }];
