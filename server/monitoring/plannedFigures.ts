/** The work that open versions still have ahead: a row a version and step that it has to leave (decision 0289). */
import { sql } from 'kysely';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { caseContains } from '../lists/caseRows.ts';
import { searchEach } from '../lists/keywordSearch.ts';
import { composedKey, type ListReading, type ListSource, type SourceCode } from '../lists/listSource.ts';
import { rolesOf, stepsOf, usersOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';
import type { Trx } from '../storage/database.ts';
import {
  CASE_NUMBER,
  computedFrom,
  dayOf,
  FOLLOW_UP_NUMBER,
  OPEN_CASE,
  versionInScope,
  weekOf,
} from './figureColumns.ts';
import { FORECAST_DAYS, PLAN, plannedOn, plannedWork, ROLE_SEPARATOR } from './plannedWork.ts';

const IS_CURRENT = sql<boolean>`p.is_current`;
/** Of the step that a version is in, where a user has claimed it. */
const USER = sql<number | null>`(case when ${IS_CURRENT} then c.workflow_user_key end)`;
/** The role that a version was routed to in the step that it is in. */
const ROLE = sql<number | null>`(case when ${IS_CURRENT} then c.workflow_role_id end)`;
/** Those of a step: one of them will own the version. */
const ROLES = sql<string | null>`p.roles`;
/** Begins a code that is one of roles, not of a user. */
const BY_ROLE = 'role ';

/** Users, then single roles, then the roles that share a step. */
async function ownersOf(trx: Trx, reading: ListReading): Promise<SourceCode[]> {
  const users = await usersOf('user_key')(trx, reading);
  const roles = await rolesOf(trx, reading);
  const ofSteps = await trx
    .selectFrom('workflow_step_role')
    .select(['workflow_key', 'role_id'])
    .where('sponsor_key', '=', reading.user.sponsorKey)
    .orderBy('role_id')
    .execute();
  const shared = Map.groupBy(ofSteps, ({ workflow_key: step }) => step).values();
  const names = new Map(roles.map(({ code, label }) => [code, label]));
  const sets = [
    ...roles.map(({ code }) => [code]),
    ...[...shared].map((step) => step.map(({ role_id: role }) => String(role))),
  ];
  const byCode = new Map(
    sets.map((ids) => [BY_ROLE + ids.join(ROLE_SEPARATOR), ids.map((id) => names.get(id) ?? id).join(', ')]),
  );
  return [...users, ...[...byCode].map(([code, label]) => ({ code, label }))];
}

export const plannedFigures: ListSource = {
  menuId: 'MU-MO-FC',
  from: ({ user }) => plannedWork(user),
  scope: ({ user }) => versionInScope(user),
  ...composedKey(sql`c.case_key`, sql`p.step_key`),
  name: 'caseNo',
  columns: {
    caseNo: CASE_NUMBER,
    followUpNo: FOLLOW_UP_NUMBER,
    workflowStep: { value: sql`p.step_key`, notNull: true, codes: stepsOf },
    current: {
      ...computedFrom([IS_CURRENT], ([isCurrent]) => sql<string>`(${isCurrent})::text`),
      notNull: true,
    },
    owner: {
      ...computedFrom(
        [USER, ROLE, ROLES],
        ([user, role, roles]) =>
          sql<string>`coalesce((${user})::text, ${sql.lit(BY_ROLE)} || coalesce((${role})::text, ${roles}))`,
      ),
      codes: ownersOf,
    },
    plannedDay: {
      ...computedFrom(PLAN, (plan, reading) => dayOf(plannedOn(plan, today(reading)))),
      notNull: true,
    },
    plannedWeek: {
      ...computedFrom(PLAN, (plan, reading) => weekOf(plannedOn(plan, today(reading)))),
      notNull: true,
    },
    horizon: {
      ...computedFrom(PLAN, (plan, reading) => {
        const before = (days: number) =>
          sql`${plannedOn(plan, today(reading))} < ${dayAfter(today(reading), days)}::text::date`;
        return sql<string>`case when ${before(7)} then 'days7' when ${before(14)} then 'days14'
          when ${before(FORECAST_DAYS)} then 'days30' else 'later' end`;
      }),
      notNull: true,
    },
    dueDate: { value: sql`c.due_date` },
  },
  search: searchEach(caseContains),
  open: OPEN_CASE,
};
