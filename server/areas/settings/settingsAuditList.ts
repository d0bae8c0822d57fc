/** What was changed in the settings of a sponsor, as a list. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { Chain } from '../../audit/auditEntry.ts';
import { auditList } from '../../audit/auditList.ts';
import words from './words.json' with { type: 'json' };

/** menu id */
export const SETTINGS = 'MU-AD-ST';

export const settingsChain = (sponsorKey: number): Chain => ({ sponsorKey, scope: 'settings', scopeKey: 0 });

/** by setting and part */
const known: Record<string, LocalizedText | undefined> = words;

export const settingsAuditList = auditList({
  menuId: SETTINGS,
  chainOf: (_trx, { user }) => Promise.resolve(settingsChain(user.sponsorKey)),
  wordsOf: (_trx, { language }, named) =>
    Promise.resolve(named.map(({ item_id }) => known[item_id]?.[language] ?? item_id)),
});
