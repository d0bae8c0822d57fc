/** Which time of its step a case has used up: conditions that warnings and notifications share (decision 0278). */
import { sql, type RawBuilder } from 'kysely';
import type { StepLimit } from '../../shared/workflow/stepTime.ts';

/** `c`: a case, `st`: its step. Null for a step without the limit. */
export const endOfStepTime = (limit: StepLimit): RawBuilder<Date> =>
  sql<Date>`(c.workflow_at + make_interval(hours => ${sql.ref(`st.${limit}_hours`)}))`;

/** What is locked or deleted cannot be routed on. */
export const CAN_LEAVE_STEP = sql<boolean>`(not c.locked and c.del_flag = 'N')`;

/** The sponsor's workflow is used, and the case `c` is in the step `st` of it. */
export const CASES_IN_STEPS = sql`pv_case c
  join sponsor sp on sp.sponsor_key = c.sponsor_key and sp.use_workflow
  join workflow_step st on st.sponsor_key = c.sponsor_key and st.workflow_key = c.workflow_status`;
