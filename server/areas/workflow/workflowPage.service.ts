/** The workflow of one case: its position, possible actions, history, and possible targets. */
import type {
  DataOf,
  listBatchWorkflowUsers,
  listWorkflowUsers,
  QueryOf,
  readWorkflow,
} from '../../../shared/contract/index.ts';
import { mayClaim } from '../../../shared/workflow/mayRoute.ts';
import { stepsAfter } from '../../../shared/workflow/plan.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { inScope } from '../../cases/record/caseScope.store.ts';
import { pageInfo, pagingOf } from '../../http/paging.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { refusalOf } from '../../http/refusalOf.ts';
import { takeRefused } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import { findHolders } from '../../workflow/people.store.ts';
import { nameIn } from '../../workflow/plan.store.ts';
import { countRoutings, findRoutings } from '../../workflow/routings.store.ts';
import {
  evaluateRouting,
  openRoutingContext,
  refusedBy,
  scopedBy,
  whoMayLead,
  type Caller,
} from './evaluateRouting.ts';
import { placeOf, stepAnswer } from './place.ts';

/** What this module needs of the server. */
type WorkflowPageWorld = ClockWorld & DatabaseWorld;

const MENU = 'MU-CS';

export function readCaseWorkflow(
  { db, clock }: WorkflowPageWorld,
  caller: Caller,
  caseKey: number,
  query: QueryOf<typeof readWorkflow>,
): Promise<DataOf<typeof readWorkflow>> {
  const { user, language } = caller;
  const paging = pagingOf(query);
  const now = clock.now();
  return inSponsor(db, user.sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const judging = await openRoutingContext(trx, caller, now);
    const { plan, actor, mayOverride } = judging;
    const { state, verdict, handOver } = await evaluateRouting(trx, judging, found, {
      info: null,
      override: false,
    });
    const refusal = async (evaluated: typeof verdict) =>
      evaluated.ok
        ? null
        : refusalOf(await refusedBy(trx, judging, found, { state }, evaluated.why), language);
    const instead = await evaluateRouting(trx, judging, found, { info: null, override: true });
    const take = mayClaim({ plan, state, actor });
    const total = await countRoutings(trx, found);
    const routings = await findRoutings(trx, found, paging.offset, paging.rowCount);
    return {
      steps: plan.steps.map((step) => stepAnswer(step, language)),
      routes: [...plan.routes],
      current: await placeOf(trx, found, { plan, language, timeZone: user.timeZone, now }),
      next: stepsAfter(plan, found.workflow_status).map(({ workflowKey }) => workflowKey),
      leadRefusal: await refusal(verdict),
      handOverRefusal: await refusal(handOver),
      takeRefusal: take.ok
        ? null
        : refusalOf(await refusedBy(trx, judging, found, { state }, take.why, takeRefused), language),
      mayOverride: mayOverride && !verdict.ok && instead.verdict.ok,
      mayHandOverInstead: mayOverride && !handOver.ok && instead.handOver.ok,
      whoMay: await whoMayLead(trx, judging, state, found),
      retrievedAt: found.retrieved_at.toISOString(),
      listInfo: routings.map((one) => ({
        stepNo: one.step_no,
        fromStatus: one.from_name && nameIn(one.from_name, language),
        toStatus: nameIn(one.to_name, language),
        taken: isSameStep(one) && one.comments === '',
        handedOver: isSameStep(one) && one.comments !== '',
        roleName: one.role_name,
        userName: one.user_name,
        comments: one.comments,
        mostRecent: one.most_recent,
        dueAt: one.due_at?.toISOString() ?? null,
        delayDays: one.delay_days,
        at: one.at.toISOString(),
        byName: one.by_name,
        overrideReason: one.override_reason,
      })),
      pageInfo: pageInfo(MENU, paging, total),
    };
  });
}

/** Claiming a case needs no comment; reassigning one does. */
const isSameStep = ({ from_status, to_status }: { from_status: string | null; to_status: string }) =>
  from_status === to_status;

type Users = DataOf<typeof listBatchWorkflowUsers>;

/** Users of a role who see the case. */
export const listUsersFor = (
  { db, clock }: WorkflowPageWorld,
  { user }: Caller,
  caseKey: number,
  roleId: number,
): Promise<DataOf<typeof listWorkflowUsers>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const newest = await scopedBy(trx, await findVisibleCase(trx, user, caseKey));
    const { sponsorKey } = user;
    const holders = await findHolders(trx, { sponsorKey, at: clock.now() }, [roleId]);
    return usersOf(holders.filter(({ scope }) => inScope(scope, newest)));
  });

/** Users of a role; whether each sees the cases is found out case by case. */
export const listUsersOfRole = (
  { db, clock }: WorkflowPageWorld,
  { user: { sponsorKey } }: Caller,
  roleId: number,
): Promise<Users> =>
  inSponsor(db, sponsorKey, async (trx) =>
    usersOf(await findHolders(trx, { sponsorKey, at: clock.now() }, [roleId])),
  );

const usersOf = (found: readonly { userKey: number; userName: string }[]): Users => ({
  listInfo: found.map(({ userKey, userName }) => ({ userKey, userName })),
});
