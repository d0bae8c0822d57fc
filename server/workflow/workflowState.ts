/** A case as the guard of the workflow sees it. */
import type { WorkflowState } from '../../shared/workflow/mayRoute.ts';
import { findLastEditor } from '../audit/versionAuthors.store.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Trx } from '../storage/database.ts';
import { findArrival } from './routings.store.ts';

/** Obstacles for every user, the most important first. */
function frozenBy({ latest, del_flag, locked }: CaseRecord): WorkflowState['frozen'] {
  if (!latest) return 'superseded';
  if (del_flag === 'Y') return 'deleted';
  return locked ? 'locked' : null;
}

/** The workflow state of a version, and the user who routed it there. */
export async function workflowStateOf(trx: Trx, found: CaseRecord): Promise<WorkflowState> {
  const arrival = await findArrival(trx, found);
  const editedBy = await findLastEditor(trx, found);
  return {
    workflowKey: found.workflow_status,
    roleId: found.workflow_role_id,
    userKey: found.workflow_user_key,
    broughtBy: [arrival?.by_user_key, arrival?.edited_by_user_key].filter(
      (userKey) => userKey !== null && userKey !== undefined,
    ),
    editedBy,
    frozen: frozenBy(found),
  };
}
