/** Which support accesses were granted and ended, as a list. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { Chain } from '../../audit/auditEntry.ts';
import { auditList } from '../../audit/auditList.ts';
import words from './words.json' with { type: 'json' };

/** menu id */
export const SUPPORT = 'MU-AD-DP-AT';

export const supportChain = (sponsorKey: number): Chain => ({ sponsorKey, scope: 'support', scopeKey: 0 });

const known: Record<string, LocalizedText | undefined> = words;

export const supportAuditList = auditList({
  holdsTimes: true,
  menuId: SUPPORT,
  chainOf: (_trx, { user }) => Promise.resolve(supportChain(user.sponsorKey)),
  wordsOf: (_trx, { language }, named) =>
    Promise.resolve(named.map(({ item_id }) => known[item_id]?.[language] ?? item_id)),
});
