/** Where a case is in the workflow, as answers tell it. */
import type { Static } from 'typebox';
import type { WorkflowPosition, WorkflowStep } from '../../../shared/contract/workflow.ts';
import { daysLate } from '../../../shared/workflow/due.ts';
import { stepOf } from '../../../shared/workflow/plan.ts';
import { overStepTime } from '../../../shared/workflow/stepTime.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { Language } from '../../http/language.ts';
import type { Trx } from '../../storage/database.ts';
import { ownerOf } from '../../workflow/ownerOf.ts';
import { nameIn, type NamedPlan, type NamedStep } from '../../workflow/plan.store.ts';

export type Place = Static<typeof WorkflowPosition>;

export const stepAnswer = (
  { name, ...step }: NamedStep,
  language: Language,
): Static<typeof WorkflowStep> => ({ ...step, workflowLabel: nameIn(name, language) });

export interface PlaceWorld {
  plan: NamedPlan;
  language: Language;
  /** of the sponsor */
  timeZone: string;
  now: Date;
}

export async function placeOf(
  trx: Trx,
  found: CaseRecord,
  { plan, language, timeZone, now }: PlaceWorld,
): Promise<Place> {
  const step = stepOf(plan, found.workflow_status);
  const { role, user } = await ownerOf(trx, found);
  return {
    workflowKey: found.workflow_status,
    workflowLabel: step ? nameIn(step.name, language) : found.workflow_status,
    roleId: role?.roleId ?? null,
    roleName: role?.roleName ?? null,
    userKey: user?.userKey ?? null,
    userName: user?.userName ?? null,
    at: found.workflow_at?.toISOString() ?? null,
    dueAt: found.workflow_due_at?.toISOString() ?? null,
    daysLate: daysLate(found.workflow_due_at, now, timeZone),
    over: step && found.workflow_at && !found.locked ? overStepTime(step, found.workflow_at, now) : null,
  };
}
