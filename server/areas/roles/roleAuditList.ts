/** What was changed in a role and its privileges, as a list. */
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { privilegeName } from '../../../shared/access/privilegeNames.ts';
import { isPrivilege } from '../../../shared/access/privileges.ts';
import { roleChain, ROLES } from '../../accounts/roleChain.ts';
import { auditList } from '../../audit/auditList.ts';
import { FLAG_CODES } from '../../audit/auditWords.ts';
import words from './words.json' with { type: 'json' };

/** Of the parts of a role; an item is called by its label, a privilege as on its page. */
const known: Record<string, LocalizedText | undefined> = words;

const FLAGS: readonly string[] = ['inspector', 'delFlag'];
const RIGHTS = (['hidden', 'read', 'write'] as const).map((code) => ({
  code,
  label: words[`right.${code}`],
}));

export const roleAuditList = auditList({
  menuId: ROLES,
  // key 0 has no trail: the columns are asked for without a role
  chainOf: (_trx, { user, of = 0 }) => Promise.resolve(roleChain(user.sponsorKey, of)),
  wordsOf: (_trx, { language, catalogue: { whole } }, named) =>
    Promise.resolve(
      named.map(({ item_id }) =>
        isPrivilege(item_id)
          ? privilegeName(item_id, language)
          : ((known[item_id] ?? whole.items[item_id]?.label)?.[language] ?? item_id),
      ),
    ),
  codesOf: ({ catalogue: { whole } }, itemId) => {
    if (isPrivilege(itemId) || FLAGS.includes(itemId)) return FLAG_CODES;
    return whole.items[itemId] ? RIGHTS : null;
  },
});
