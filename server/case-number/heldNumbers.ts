/** Keeps the sender's numbers that come with cases or are typed, so that none of them is given again. */
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import type { CaseProjection } from '../projections/projection.ts';
import { keepNumber } from './giveNumbers.ts';

const ROLE = 'caseNumber';

export const heldNumbers: CaseProjection = {
  name: 'heldNumbers',
  revision: 1,
  refresh: 'inTransaction',
  readsDocs: true,
  version: ({ catalogue: { whole } }) => whole.roles[ROLE] ?? '',
  pages: ({ whole: { roles, items } }, touched) => {
    const item = items[roles[ROLE] ?? ''];
    return item && (!touched || touched.items.has(item.itemId)) ? [item.page] : [];
  },
  rebuild: async (trx, { catalogue }, { sponsorKey, cases, docsOf }) => {
    const key = addressKey(addressAt(catalogue.whole.roles[ROLE] ?? '', []));
    for (const { caseKey, at } of cases) {
      const { values } = contentOf(await docsOf(caseKey));
      const number = values.find((value) => addressKey(value) === key)?.value ?? null;
      await keepNumber(trx, { sponsorKey, caseKey, at, number });
    }
  },
};
