/** The workflow of the demo: who owns cases in its steps, and the ways that some of the invented cases took. */
import { ROLE } from '../accounts/usualRoles.ts';
import { findCase } from '../cases/record/case.store.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../storage/database.ts';
import { stepOf } from '../../shared/workflow/plan.ts';
import { findPlan, type NamedPlan } from '../workflow/plan.store.ts';
import { recordRouting, type Owner } from '../workflow/recordRouting.ts';

/** One routing; if it is to the current step, a user claims the case. */
interface Leg {
  daysAgo: number;
  by: string;
  to: string;
  role: number;
  user?: string;
  comments?: string;
  /** signed, with this meaning */
  meaning?: string;
}

/** What a case goes through: when it was made, and then. */
interface Way {
  madeDaysAgo: number;
  legs: readonly Leg[];
}

const [EDITOR, REVIEWER, ADMIN] = ['case.editor', 'medical.reviewer', 'sponsor.admin'];
const toReview = (daysAgo: number, user?: string): Leg => ({
  daysAgo,
  by: EDITOR,
  to: 'REVIEW',
  role: ROLE.reviewer,
  user,
  comments: 'Data entry is complete',
});
const reviewed = (daysAgo: number): Leg => ({
  daysAgo,
  by: REVIEWER,
  to: 'REVIEWED',
  role: ROLE.administrator,
  comments: 'Seriousness and causality agree with the source',
});

/** Some are overdue, some are unassigned, one was sent back. */
const WAYS: readonly Way[] = [
  { madeDaysAgo: 9, legs: [] },
  { madeDaysAgo: 9, legs: [{ daysAgo: 8, by: EDITOR, to: 'SAVED', role: ROLE.processor, user: EDITOR }] },
  { madeDaysAgo: 1, legs: [{ daysAgo: 1, by: EDITOR, to: 'SAVED', role: ROLE.processor, user: EDITOR }] },
  { madeDaysAgo: 9, legs: [toReview(1)] },
  { madeDaysAgo: 9, legs: [toReview(6, REVIEWER)] },
  { madeDaysAgo: 9, legs: [toReview(8), reviewed(1)] },
  {
    madeDaysAgo: 9,
    legs: [
      toReview(8, REVIEWER),
      reviewed(5),
      {
        daysAgo: 3,
        by: ADMIN,
        to: 'FINALIZED',
        role: ROLE.administrator,
        comments: 'Approved for submission',
        meaning: 'approval',
      },
    ],
  },
  {
    madeDaysAgo: 9,
    legs: [
      toReview(5, REVIEWER),
      {
        daysAgo: 1,
        by: REVIEWER,
        to: 'SAVED',
        role: ROLE.processor,
        user: EDITOR,
        comments: 'Please ask the reporter for the dose',
      },
    ],
  },
];
/** A case is not made before its report has come. */
const OLDEST = Math.max(...WAYS.map(({ madeDaysAgo }) => madeDaysAgo));
/** those made last stay as they are: nothing has happened to them yet */
const LAST = 18;

const DAY_MS = 86_400_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Hands the ways out, one after the other, to the first cases whose report is old enough. */
export function waysOfCases(now: Date): (number: number, firstReceived: string | null) => Way | null {
  const waiting = [...WAYS];
  const limit = daysBefore(now, OLDEST).toISOString().slice(0, 10).replaceAll('-', '');
  return (number, firstReceived) =>
    number > 1 && number <= LAST && firstReceived !== null && firstReceived < limit
      ? (waiting.shift() ?? null)
      : null;
}

interface Person {
  userKey: number;
  userId: string;
  userName: string;
}

/** Leads a case its way, as people would have done. */
export async function goTheWay(
  trx: Trx,
  deps: Pick<Deps, 'auditKeys' | 'catalogue' | 'clock'>,
  { sponsorKey, caseKey, timeZone }: { sponsorKey: number; caseKey: number; timeZone: string },
  { legs }: Way,
): Promise<void> {
  if (legs.length === 0) return;
  const plan = await findPlan(trx, sponsorKey);
  const people = await findPeople(trx, sponsorKey);
  const personOf = (userId: string): Person => {
    const found = people.find((person) => person.userId === userId);
    if (!found) throw new Error(`the demo has no user ${userId}`);
    return found;
  };
  let before: Owner = { role: null, user: null };
  for (const { daysAgo, by, to, role, user, comments = '', meaning } of legs) {
    const found = await findCase(trx, sponsorKey, caseKey);
    const step = stepOf(plan, to);
    if (!found || !step) throw new Error(`the demo has no case ${caseKey} or no step ${to}`);
    const next: Owner = {
      role: { roleId: role, roleName: roleNameIn(plan, role) },
      user: user === undefined ? null : personOf(user),
    };
    await recordRouting(
      trx,
      deps,
      found,
      { plan, before, to: step, comments, ...next, overrideReason: null, meaning: meaning ?? null },
      {
        user: personOf(by),
        at: daysBefore(deps.clock.now(), daysAgo),
        timeZone,
        source: 'system',
        requestId: '',
        catalogueVersion: deps.catalogue.whole.version,
      },
    );
    before = next;
  }
}

const roleNameIn = ({ steps }: NamedPlan, roleId: number): string =>
  steps.flatMap(({ roles }) => roles).find(({ ROLE_ID }) => ROLE_ID === roleId)?.ROLE_NAME ?? '';

async function findPeople(trx: Trx, sponsorKey: number): Promise<Person[]> {
  const found = await trx
    .selectFrom('app_user as u')
    .innerJoin('user_sponsor as us', 'us.user_key', 'u.user_key')
    .select(['u.user_key', 'u.user_id', 'u.name'])
    .where('us.sponsor_key', '=', sponsorKey)
    .execute();
  return found.map(({ user_key, user_id, name }) => ({
    userKey: user_key,
    userId: user_id,
    userName: name,
  }));
}
