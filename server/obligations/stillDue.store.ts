/** Reports that are still due, in SQL: `o` the due report, `c` its case, `s` the step and `u` the owner of the case. */
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../shared/access/scope.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';

export const DUE_REPORTS = sql`case_obligation o
  join pv_case c on c.sponsor_key = o.sponsor_key and c.case_key = o.case_key
  left join workflow_step s on s.sponsor_key = c.sponsor_key and s.workflow_key = c.workflow_status
  left join app_user u on u.user_key = c.workflow_user_key`;

/** Of the newest version of a case that is there, within the user's scope. */
export const isStillDue = ({ sponsorKey, ...scope }: Scope & { sponsorKey: number }): RawBuilder<boolean> =>
  sql<boolean>`o.sponsor_key = ${sponsorKey} and o.met is null and c.latest and c.del_flag = 'N' and ${caseInScope(scope)}`;
