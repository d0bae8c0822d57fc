/** The roles that a new sponsor begins with, and which of them own the steps of its workflow. */
import { PRIVILEGES, type PrivilegeId } from '../../shared/access/privileges.ts';
import { appendAudit, type NewSave } from '../audit/appendAudit.ts';
import { caseEntry } from '../audit/auditEntry.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Language } from '../http/language.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Trx } from '../storage/database.ts';
import { roleChain, ROLES } from './roleChain.ts';
import { insertRole } from './tenants.store.ts';
import names from './usualRoles.json' with { type: 'json' };

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

const PRIVILEGES_OF: Readonly<Record<keyof typeof ROLE, readonly PrivilegeId[]>> = {
  administrator: PRIVILEGES,
  processor: [...READ, 'EDIT.CASE', 'EDIT.SECOND_CODING', 'EDIT.DATA'],
  reader: READ,
  reviewer: READ,
};

const STEP_ROLES: Record<string, readonly number[]> = {
  SAVED: [ROLE.administrator, ROLE.processor],
  REVIEW: [ROLE.reviewer],
  REVIEWED: [ROLE.administrator],
  FINALIZED: [ROLE.administrator],
};

/** Who sets the sponsor up, and the language in which the roles are named. */
interface RolesSave extends Pick<NewSave, 'user' | 'reason' | 'requestId'> {
  sponsorKey: number;
  language: Language;
}

/**
 * Gives a sponsor that has none, for which the transaction works, its roles, and the steps of the usual workflow their
 * owners. The audit trail of each role begins with what it may.
 */
export async function insertUsualRoles(
  trx: Trx,
  deps: AuditWorld & CatalogueWorld & ClockWorld,
  { sponsorKey, language, user, reason, requestId }: RolesSave,
): Promise<void> {
  const at = deps.clock.now();
  for (const known of Object.keys(ROLE) as (keyof typeof ROLE)[]) {
    const [roleId, name, privileges] = [ROLE[known], names[known][language], PRIVILEGES_OF[known]];
    await insertRole(trx, sponsorKey, { roleId, name, privileges });
    await appendAudit(
      trx,
      deps,
      {
        ...roleChain(sponsorKey, roleId),
        at,
        user,
        reason,
        requestId,
        page: ROLES,
        caseKey: null,
        source: 'system',
        catalogueVersion: deps.catalogue.whole.version,
      },
      [caseEntry('add', name, 'name'), ...privileges.map((one) => caseEntry('add', 'Y', one))],
    );
  }
  const owners = Object.entries(STEP_ROLES).flatMap(([workflow_key, roleIds]) =>
    roleIds.map((role_id) => ({ sponsor_key: sponsorKey, workflow_key, role_id })),
  );
  await trx.insertInto('workflow_step_role').values(owners).execute();
}
