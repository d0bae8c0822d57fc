/** Leading several cases on: what would become of each, and doing it one by one. */
import type {
  BodyOf,
  DataOf,
  readBatchPrivilege,
  runBatchWorkflow,
  validateBatchWorkflow,
} from '../../../shared/contract/index.ts';
import { hasAnyPrivilege } from '../../../shared/access/privileges.ts';
import { needsApproval, stepsAfter } from '../../../shared/workflow/plan.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { provenMeaning } from '../../accounts/signing.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { attempt, refusalOf } from '../../http/refusalOf.ts';
import { Problem } from '../../problems.ts';
import { inSponsor, type Trx, type DatabaseWorld } from '../../storage/database.ts';
import { usesWorkflow } from '../../workflow/plan.store.ts';
import {
  evaluateRouting,
  mayOverride,
  openRoutingContext,
  refusedBy,
  type Caller,
  type RoutingContext,
} from './evaluateRouting.ts';
import { placeOf, stepAnswer } from './place.ts';
import { applyRouting, requireRoutable } from './routing.service.ts';

/** What this module needs of the server. */
type BatchWorkflowWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export const readPrivilege = (
  { db, clock }: BatchWorkflowWorld,
  caller: Caller,
): Promise<DataOf<typeof readBatchPrivilege>> =>
  inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const { user } = caller;
    const permitted =
      hasAnyPrivilege(user.privileges, ['READ.CASE_WORKFLOW']) && (await usesWorkflow(trx, user.sponsorKey));
    const takesPart = permitted && (mayOverride(user) || (await hasStep(trx, caller, clock.now())));
    return { permitted, mayOverride: mayOverride(user), takesPart };
  });

/** Whether a role of the user belongs to a step of the workflow. */
async function hasStep(trx: Trx, caller: Caller, at: Date): Promise<boolean> {
  const { plan, actor } = await openRoutingContext(trx, caller, at);
  return plan.steps.some(({ roles }) => roles.some(({ ROLE_ID }) => actor.roleIds.includes(ROLE_ID)));
}

type Validation = DataOf<typeof validateBatchWorkflow>;
type BatchRequest = BodyOf<typeof validateBatchWorkflow>;

/** Evaluates the guard for each case. Reports nothing else about a case that does not exist or is out of scope. */
export function validateBatch(
  { db, clock }: BatchWorkflowWorld,
  caller: Caller,
  request: BatchRequest,
): Promise<Validation> {
  const now = clock.now();
  return inSponsor(db, caller.user.sponsorKey, async (trx) => {
    const judging = await openRoutingContext(trx, caller, now);
    const judged = [];
    for (const caseKey of request.caseKeys) judged.push(await judgeOne(trx, judging, caseKey, request, now));
    const { steps } = judging.plan;
    const led = judged.filter(({ refusal }) => refusal === null);
    const named = (keys: readonly string[]) =>
      steps
        .filter(({ workflowKey }) => keys.includes(workflowKey))
        .map((step) => stepAnswer(step, caller.language));
    return {
      listInfo: judged.map(({ next: _, stays: _stays, signed: _signed, ...answer }) => answer),
      workflows: named(led.flatMap(({ next }) => next)),
      staying: named(led.flatMap(({ stays }) => stays)),
      signed: led.some(({ signed }) => signed),
    };
  });
}

interface JudgedCase {
  caseKey: number;
  caseNo: string | null;
  current: Validation['listInfo'][number]['current'];
  overrides: boolean;
  refusal: Validation['listInfo'][number]['refusal'];
  retrievedAt: string | null;
  /** where it may be led, and where it is if it may be handed over there */
  next: string[];
  stays: string[];
  signed: boolean;
}

async function judgeOne(
  trx: Trx,
  judging: RoutingContext,
  caseKey: number,
  { workflowInfo, override = false }: BatchRequest,
  now: Date,
): Promise<JudgedCase> {
  const { plan, caller } = judging;
  const { user, language } = caller;
  const found = await attempt(() => findVisibleCase(trx, user, caseKey));
  if (found instanceof Problem) {
    const refusal = refusalOf(found, language);
    return {
      caseKey,
      caseNo: null,
      current: null,
      overrides: false,
      refusal,
      retrievedAt: null,
      next: [],
      stays: [],
      signed: false,
    };
  }
  const request = { info: workflowInfo ?? null, override };
  const { verdict: led, handOver, state } = await evaluateRouting(trx, judging, found, request);
  // one of the two is enough to evaluate the step
  const verdict = !workflowInfo && !led.ok && handOver.ok ? handOver : led;
  const next = led.ok ? stepsAfter(plan, state.workflowKey).map(({ workflowKey }) => workflowKey) : [];
  const isSigned = (workflowKey: string) => needsApproval(plan, state.workflowKey, workflowKey);
  return {
    caseKey,
    caseNo: found.case_no,
    current: await placeOf(trx, found, { plan, language, timeZone: user.timeZone, now }),
    overrides: verdict.ok && verdict.overrides,
    refusal: verdict.ok
      ? null
      : refusalOf(await refusedBy(trx, judging, found, { state }, verdict.why), language),
    // its own: what was stored since, by whatever clock and in whatever order, is another
    retrievedAt: found.retrieved_at.toISOString(),
    next,
    stays: handOver.ok ? [state.workflowKey] : [],
    signed: workflowInfo && !workflowInfo.stays ? isSigned(workflowInfo.workflowKey) : false,
  };
}

/**
 * Leads the cases on in the order given, each in a transaction of its own: what one is refused for, as the call about it
 * alone would be, does not stop the others. Signed once, when the first case that needs it can be done; where that fails
 * (422, 429) none of those after it is done.
 */
export async function runBatch(
  deps: BatchWorkflowWorld,
  caller: Caller,
  { cases, signature, ...target }: BodyOf<typeof runBatchWorkflow>,
): Promise<DataOf<typeof runBatchWorkflow>> {
  let signing: Promise<string> | null = null;
  const listInfo: DataOf<typeof runBatchWorkflow>['listInfo'] = [];
  for (const { caseKey, retrievedAt } of cases) {
    const request = { ...target, retrievedAt };
    const signed = await attempt(() => requireRoutable(deps, caller, caseKey, request));
    // outside of the attempt: a wrong password is no matter of one case
    const meaning = signed === true ? await (signing ??= provenMeaning(deps, caller, signature)) : null;
    const done =
      signed instanceof Problem
        ? signed
        : await attempt(() => applyRouting(deps, caller, caseKey, request, meaning));
    listInfo.push(
      done instanceof Problem
        ? { caseKey, current: null, refusal: refusalOf(done, caller.language) }
        : { caseKey, current: done, refusal: null },
    );
  }
  return { listInfo };
}
