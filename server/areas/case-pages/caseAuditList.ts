/** The audit trail of all versions of a case, as a list; an entry opens its item. */
import { itemPath } from '../../../shared/case/itemLink.ts';
import { caseChain } from '../../audit/auditEntry.ts';
import { auditList } from '../../audit/auditList.ts';
import { caseEntryCodes } from '../../audit/auditWords.ts';
import { labelsOf } from '../../audit/labels.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { caseWords } from '../../cases/record/caseWords.ts';

export const caseAuditList = auditList({
  menuId: 'MU-CS-AT',
  chainOf: async (trx, { user, of = 0 }) => {
    const { sponsor_key, root_case_key } = await findVisibleCase(trx, user, of);
    return caseChain(sponsor_key, root_case_key);
  },
  wordsOf: async (trx, { catalogue, language }, named) => {
    const versions = new Set(named.map(({ catalogue_version }) => catalogue_version));
    const labels = await labelsOf(trx, catalogue.whole, versions);
    return named.map(({ item_id, catalogue_version }) => {
      const words = labels.get(catalogue_version)?.[item_id] ?? caseWords(item_id === '' ? 'case' : item_id);
      return words?.[language] ?? item_id;
    });
  },
  codesOf: (_reading, itemId) => caseEntryCodes(itemId),
  link: ({ catalogue, of = 0 }, address) => itemPath(catalogue.whole, of, address),
});
