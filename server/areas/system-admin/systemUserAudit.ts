/** What the system administration changed of a user, as a list. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { auditList } from '../../audit/auditList.ts';
import { recordCodes } from '../../records/recordCodes.ts';
import { accountChain } from './systemUsers.service.ts';
import words from './words.json' with { type: 'json' };

const known: Record<string, LocalizedText | undefined> = words;

export const systemUserAudit = auditList({
  menuId: 'AD-MU-US-AT',
  chainOf: (_trx, { of }) => Promise.resolve(accountChain(of ?? 0)),
  wordsOf: (_trx, { language }, named) =>
    Promise.resolve(named.map(({ item_id }) => known[item_id]?.[language] ?? item_id)),
  codesOf: ({ catalogue }, itemId) => recordCodes(catalogue, itemId),
});
