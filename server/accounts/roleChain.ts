/** The audit trail of a role. */
import type { Chain } from '../audit/auditEntry.ts';

/** menu id */
export const ROLES = 'MU-AD-RL';

export const roleChain = (sponsorKey: number, roleId: number): Chain => ({
  sponsorKey,
  scope: 'role',
  scopeKey: roleId,
});
