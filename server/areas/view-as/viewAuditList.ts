/** Who saw the product as whom, as a list. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { viewChain, VIEWS } from '../../accounts/views.ts';
import { auditList } from '../../audit/auditList.ts';
import words from './words.json' with { type: 'json' };

const known: Record<string, LocalizedText | undefined> = words;

export const viewAuditList = auditList({
  holdsTimes: true,
  menuId: VIEWS,
  chainOf: (_trx, { user }) => Promise.resolve(viewChain(user.sponsorKey)),
  wordsOf: (_trx, { language }, named) =>
    Promise.resolve(named.map(({ item_id }) => known[item_id]?.[language] ?? item_id)),
});
