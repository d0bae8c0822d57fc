/** The roles that a new sponsor begins with, and which of them own the steps of its workflow. */
import { PRIVILEGES, type PrivilegeId } from '../../shared/access/privileges.ts';
import type { Trx } from '../storage/database.ts';
import { insertRole } from './tenants.store.ts';

/** Their ids. */
export const ROLE = { administrator: 1, processor: 2, reader: 3, reviewer: 4 } as const;

const READ: PrivilegeId[] = [
  'READ.CASE',
  'READ.CASE_WORKFLOW',
  'READ.CASE_INFO',
  'READ.DATA',
  'READ.MONITORING',
  'READ.SUBMISSION',
];

const ROLES: readonly { roleId: number; name: string; privileges: readonly PrivilegeId[] }[] = [
  { roleId: ROLE.administrator, name: 'Administrator', privileges: PRIVILEGES },
  {
    roleId: ROLE.processor,
    name: 'Case processor',
    privileges: [...READ, 'EDIT.CASE', 'EDIT.SECOND_CODING', 'EDIT.DATA'],
  },
  { roleId: ROLE.reader, name: 'Reader', privileges: READ },
  { roleId: ROLE.reviewer, name: 'Medical reviewer', privileges: READ },
];

const STEP_ROLES: Record<string, readonly number[]> = {
  SAVED: [ROLE.administrator, ROLE.processor],
  REVIEW: [ROLE.reviewer],
  REVIEWED: [ROLE.administrator],
  FINALIZED: [ROLE.administrator],
};

/** Gives a sponsor that has none its roles, and the steps of the usual workflow their owners. */
export async function insertUsualRoles(trx: Trx, sponsorKey: number): Promise<void> {
  for (const role of ROLES) await insertRole(trx, sponsorKey, role);
  const owners = Object.entries(STEP_ROLES).flatMap(([workflow_key, roleIds]) =>
    roleIds.map((role_id) => ({ sponsor_key: sponsorKey, workflow_key, role_id })),
  );
  await trx.insertInto('workflow_step_role').values(owners).execute();
}
