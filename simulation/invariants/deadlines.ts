/** Due reports have the days that they must have: computed again from items and messages, by what the rules say in words. */
import { sql } from 'kysely';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { caseScope } from '../../shared/expressions/scope.ts';
import { compileExpression } from '../../shared/expressions/compileExpression.ts';
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { contentOf, textOfRole } from '../caseContent.ts';
import { dayIn, daysLater, lastDayOf } from '../oracles/days.ts';
import { SPONSOR } from '../simulatedServer.ts';
import type { Invariant, SimulationView } from '../simulation.types.ts';
import { Violation } from '../violation.ts';

interface Report {
  receiver: string;
  rule: string;
  day0: string;
  versionDay0: string;
  days: number;
  due: string;
  met: string | null;
  closes: boolean;
}

interface Version {
  caseKey: number;
  isFirst: boolean;
  isDeleted: boolean;
  createdAt: Date;
  dueDate: string | null;
  receivers: string;
  reports: Report[];
  /** of the version before */
  before: Report[];
  /** messages of this version that went to receivers and were not rejected */
  sent: { receiver: string; at: string }[];
  timeZone: string;
}

const reportsOf = (key: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('receiver', receiver, 'rule', rule_id, 'day0', day0, 'versionDay0', version_day0,
    'days', days, 'due', due, 'met', met, 'closes', closes)) from case_obligation o
  where o.sponsor_key = c.sponsor_key and o.case_key = ${sql.ref(key)}), '[]')`;

const readVersions = async ({ server }: SimulationView): Promise<Version[]> => {
  const { rows } = await server.read((trx) =>
    sql<Version>`
      select c.case_key as "caseKey", c.version_no = 1 as "isFirst", c.del_flag = 'Y' as "isDeleted",
        c.created_at as "createdAt", c.due_date as "dueDate", c.owed as receivers,
        ${reportsOf('c.case_key')} as reports, ${reportsOf('b.case_key')} as before, s.time_zone as "timeZone",
        coalesce((select jsonb_agg(jsonb_build_object('receiver', w.receiver, 'at', w.at)) from (
          select t.receiver, t.sent_at as at from submission_message m join submission_batch t using (sponsor_key, batch_key)
          where m.sponsor_key = c.sponsor_key and m.case_key = c.case_key and t.environment = 'production'
            and t.sent_at is not null and (m.state in ('accepted', 'acceptedWithWarning')
              or m.state = 'sent' and t.state in ('transmitted', 'receivedByCentre'))
          union all
          select receiver, at from distribution d where d.sponsor_key = c.sponsor_key and d.case_key = c.case_key
            and receiver is not null) w), '[]') as sent
      from pv_case c join sponsor s using (sponsor_key)
      left join pv_case b on b.sponsor_key = c.sponsor_key and b.root_case_key = c.root_case_key
        and b.version_no = c.version_no - 1
      where c.sponsor_key = ${SPONSOR} and c.latest order by c.case_key`.execute(trx),
  );
  return rows;
};

const check: Invariant['check'] = async (simulation, { touched }) => {
  for (const version of await readVersions(simulation)) {
    const wrong = (why: string): never => {
      throw new Violation('deadlines', `${version.caseKey}: ${why}`);
    };
    isShown(version, wrong);
    inherits(version, wrong);
    for (const report of version.reports) isSettled(version, report, wrong);
    if (touched !== 'any' && touched.includes(version.caseKey))
      await followsRules(simulation, version, wrong);
  }
};

type Wrong = (why: string) => never;

/** What lists show is the earliest day, and whom the case owes a report. */
function isShown({ reports, dueDate, receivers, isDeleted }: Version, wrong: Wrong): void {
  if (isDeleted && reports.length > 0) wrong('it is deleted, and owes reports');
  const open = reports.filter(({ met }) => met === null);
  const [first = null] = open.map(({ due }) => due).toSorted();
  if (dueDate !== first) wrong(`lists show it as due on ${dueDate}, not on ${first}`);
  const due = open.map(({ receiver }) => receiver).toSorted();
  if (receivers.split(',').filter(Boolean).join() !== due.join())
    wrong(`it owes ${due.join()}, not ${receivers}`);
}

/** A version does not postpone what the one before it owes. */
function inherits({ reports, before, sent }: Version, wrong: Wrong): void {
  for (const { receiver, rule, day0, versionDay0, days, due, met, closes } of reports) {
    if (due !== daysLater(day0, days)) wrong(`${days} days after ${day0} is not ${due}`);
    const earlier = before.filter((one) => one.receiver === receiver);
    const same = earlier.some((one) => one.day0 === day0 && one.due === due && one.rule === rule);
    if (closes && earlier.length === 0) wrong(`${receiver} is told of the end of what it was never due`);
    if (day0 !== versionDay0 && !same && !closes)
      wrong(`day 0 of ${receiver} is ${day0}, which no version had before`);
    const open = earlier.find((one) => one.met === null);
    const isSent = sent.some((one) => one.receiver === receiver);
    if (open && met === null && open.due < due && !isSent)
      wrong(`${receiver} was due on ${open.due}, now on ${due}`);
  }
}

/** By the first message on day 0 or later, or as it was before with the same day 0. */
function isSettled({ sent, before, timeZone }: Version, report: Report, wrong: Wrong): void {
  const { receiver, day0, met } = report;
  const [first = null] = [
    ...sent.filter((one) => one.receiver === receiver).map(({ at }) => dayIn(new Date(at), timeZone)),
    ...before.flatMap((one) =>
      one.receiver === receiver && one.day0 === day0 && hasAll(one, report) ? (one.met ?? []) : [],
    ),
  ]
    .filter((day) => day >= day0)
    .toSorted();
  if (met !== first) wrong(`the report to ${receiver} was sent on ${met}, not on ${first}`);
}

/** It is no news to the receiver how soon the case is reportable, or that it no longer is. */
const hasAll = (earlier: Report, { rule, days, closes }: Report): boolean => {
  if (closes) return earlier.closes;
  return earlier.closes ? days > earlier.days : rule === earlier.rule || days >= earlier.days;
};

async function followsRules(simulation: SimulationView, version: Version, wrong: Wrong): Promise<void> {
  const { deps } = simulation.server;
  const { whole } = deps.catalogue;
  const content = await contentOf(simulation, version.caseKey);
  const textOf = (role: string): string | null => textOfRole(simulation, content, role);
  if (textOf('nullificationAmendment') === NULLIFICATION && version.reports.some(({ closes }) => !closes))
    wrong('it is nullified, and owes reports');
  const { timeZone, isFirst, createdAt, caseKey } = version;
  const roles = ['mostRecentInformation', ...(isFirst ? ['firstReceived'] : [])];
  const dates = roles.flatMap((role) => {
    const text = textOf(role);
    const date = text === null ? null : lastDayOf(text, timeZone);
    return date ? [{ ...date, itemId: whole.roles[role] ?? '' }] : [];
  });
  const [found] = dates;
  // a date without its day is not after the day on which it was entered
  const limit =
    found && !found.isKnown ? dayIn(await enteredAt(simulation, caseKey, found.itemId), timeZone) : null;
  const last = found?.day ?? dayIn(createdAt, timeZone);
  const day = limit !== null && limit < last ? limit : last;
  const scope = caseScope(whole, caseReader(whole, content));
  const holds = (when: string | null) =>
    when === null || compileExpression(when, whole, null, 'bool').run(scope);
  for (const report of version.reports) {
    const rules = whole.obligations.find(({ receiver }) => receiver === report.receiver)?.rules ?? [];
    if (report.met !== null) continue;
    if (report.versionDay0 !== day) wrong(`day 0 is ${report.versionDay0}, not ${day}`);
    const rule = rules
      .toSorted((one, other) => one.priority - other.priority)
      .find(({ when }) => holds(when));
    if (report.day0 === report.versionDay0 && version.before.length === 0 && report.rule !== rule?.id)
      wrong(`${report.receiver} has a report by ${report.rule}, not ${rule?.id}`);
    if (rules.find(({ id }) => id === report.rule)?.days !== report.days)
      wrong(`${report.rule} does not allow ${report.days} days`);
  }
}

/** When the value of an item of a form was last changed. */
async function enteredAt({ server }: SimulationView, caseKey: number, itemId: string): Promise<Date> {
  const { rows } = await server.read((trx) =>
    sql<{ at: string }>`
      select items -> ${`${itemId}|0|0|0`} ->> 'at' as at from case_page_row
      where sponsor_key = ${SPONSOR} and case_key = ${caseKey} and items ? ${`${itemId}|0|0|0`}`.execute(trx),
  );
  return new Date(rows[0]?.at ?? 0);
}

export const deadlineInvariants: readonly Invariant[] = [{ name: 'deadlines', every: 1, check }];
