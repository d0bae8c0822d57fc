/** The workflow of a sponsor: read with the cases that stand in it, changed as a whole with a reason. */
import type {
  BodyOf,
  DataOf,
  readWorkflowSettings,
  saveWorkflowSettings,
} from '../../../shared/contract/index.ts';
import {
  planChanges,
  planProblems,
  type EditedPlan,
  type StoredPlan,
} from '../../../shared/workflow/planEdit.ts';
import { lockSponsor } from '../../accounts/sponsors.store.ts';
import { appendChange, type Author } from '../../audit/appendChange.ts';
import { caseEntry } from '../../audit/auditEntry.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { changeTime } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { noModifiedData, settingRefused, settingsChanged } from '../../problems.ts';
import { markSettings } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { SETTINGS, settingsChain } from '../../sponsor-settings/settingsChain.ts';
import { stepPart, WHOLE_WORKFLOW } from './settingsAuditList.ts';
import {
  countCases,
  findEditedPlan,
  findRoles,
  findUse,
  lockStepKeys,
  putPlan,
} from './workflowSettings.store.ts';

/** What this module needs of the server. */
type WorkflowSettingsWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld;

export const workflowSettingsOf = (
  { db }: Pick<WorkflowSettingsWorld, 'db'>,
  { sponsorKey }: SessionUser,
): Promise<DataOf<typeof readWorkflowSettings>> =>
  inSponsor(db, sponsorKey, async (trx) => {
    const { at, plan, roles } = await readStoredPlan(trx, sponsorKey);
    return { ...writable(plan), setAt: at?.toISOString() ?? null, roles };
  });

/** The plan as an answer has it. */
const writable = ({ steps, routes, cases, ...plan }: StoredPlan) => ({
  ...plan,
  steps: steps.map((step) => ({ ...step, roleIds: [...step.roleIds], alarmRoleIds: [...step.alarmRoleIds] })),
  routes: [...routes],
  cases: [...cases],
});

async function readStoredPlan(trx: Trx, sponsorKey: number) {
  const { useWorkflow, at } = await findUse(trx, sponsorKey);
  const plan: StoredPlan = {
    useWorkflow,
    ...(await findEditedPlan(trx, sponsorKey)),
    cases: await countCases(trx, sponsorKey),
  };
  return { at, plan, roles: await findRoles(trx, sponsorKey) };
}

/**
 * Puts a workflow in the place of the one before, for every case at once. Throws 422 SETTING_REFUSED with the problems, 409
 * SETTINGS_CHANGED if another user changed it after it was read, 422 NO_MODIFIED_DATA.
 */
export const changeWorkflow = (
  deps: WorkflowSettingsWorld,
  author: Author & { user: SessionUser },
  { reason, setAt, ...edited }: BodyOf<typeof saveWorkflowSettings>,
): Promise<DataOf<typeof saveWorkflowSettings>> => {
  const { sponsorKey } = author.user;
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    await lockSponsor(trx, sponsorKey);
    const keys = await lockStepKeys(trx, sponsorKey);
    const { at: before, plan: stored, roles } = await readStoredPlan(trx, sponsorKey);
    if ((before?.toISOString() ?? null) !== setAt) throw settingsChanged();
    const problems = planProblems(edited, stored, roles);
    if (problems.length > 0) throw settingRefused(problems);
    const plan = withStoredKeys(edited, stored, keys);
    const changes = planChanges(
      stored,
      plan,
      (roleId) => roles.find((role) => role.roleId === roleId)?.name ?? String(roleId),
    );
    if (changes.length === 0) throw noModifiedData();
    const at = before ? changeTime(deps.clock.now(), before) : deps.clock.now();
    await putPlan(trx, sponsorKey, plan, at);
    await markSettings(trx, sponsorKey, at);
    await appendChange(
      trx,
      deps,
      author,
      { ...settingsChain(sponsorKey), at, page: SETTINGS, reason },
      changes.map(({ step, part, was, is }) =>
        caseEntry('change', is, step === null ? `${WHOLE_WORKFLOW}${part}` : stepPart(step, part), was),
      ),
    );
    return { setAt: at.toISOString() };
  });
};

/**
 * The plan with a key of its own for each new step. A key is never used twice: the histories of cases name steps that were
 * removed.
 */
function withStoredKeys(edited: EditedPlan, stored: EditedPlan, used: readonly string[]): EditedPlan {
  const known = new Set(stored.steps.map(({ workflowKey }) => workflowKey));
  const numbers = used.map((key) => Number(/^STEP(\d+)$/.exec(key)?.[1] ?? 0));
  let last = Math.max(0, ...numbers);
  const keys = new Map(
    edited.steps.map(({ workflowKey: key }) => [key, known.has(key) ? key : `STEP${(last += 1)}`]),
  );
  const storedKey = (key: string) => keys.get(key) ?? key;
  return {
    ...edited,
    steps: edited.steps.map((step) => ({ ...step, workflowKey: storedKey(step.workflowKey) })),
    routes: edited.routes.map(({ from, to }) => ({ from: storedKey(from), to: storedKey(to) })),
  };
}
