/** The audit trail of the settings of a sponsor. */
import type { Chain } from '../audit/auditEntry.ts';

/** menu id */
export const SETTINGS = 'MU-AD-ST';

export const settingsChain = (sponsorKey: number): Chain => ({ sponsorKey, scope: 'settings', scopeKey: 0 });
