/** The sender's numbers that cases bring along or get by hand: kept, so that none of them is given again. */
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import type { CaseFollower } from '../projections/refreshProjections.ts';
import { keepNumber } from './giveNumbers.ts';

const ROLE = 'caseNumber';

export const heldNumbers: CaseFollower = {
  pages: ({ roles, items }, touched) => {
    const item = items[roles[ROLE] ?? ''];
    return item && (!touched || touched.items.has(item.itemId)) ? [item.page] : [];
  },
  follow: async (trx, { catalogue }, { sponsorKey, caseKey, content, at }) => {
    const key = addressKey(addressAt(catalogue.whole.roles[ROLE] ?? '', []));
    const number = content.values.find((value) => addressKey(value) === key)?.value ?? null;
    await keepNumber(trx, { sponsorKey, caseKey, at, number });
  },
};
