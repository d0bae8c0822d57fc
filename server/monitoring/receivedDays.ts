/** The days that figures of versions count by, stored with each version (decision 0312). */
import { blindedRoles } from '../../shared/blinding/inheritBlinding.ts';
import type { CaseProjection } from '../projections/projection.ts';
import { pagesOfRoles } from '../projections/touched.ts';
import { putReceivedDays } from './receivedDays.store.ts';

/** The roles that the columns of the summary are made of, which the days are derived from. */
const RECEIPT = ['firstReceived', 'mostRecentInformation'];

export const receivedDays: CaseProjection = {
  name: 'receivedDays',
  revision: 1,
  refresh: 'inTransaction',
  readsDocs: false,
  // they come from columns of the summary, which hold no blinded values
  version: ({ catalogue: { whole }, timeZone }) => `${blindedRoles(whole)} ${timeZone}`,
  pages: ({ whole }, touched) => pagesOfRoles(whole, RECEIPT, touched),
  rebuild: (trx, { timeZone }, { sponsorKey, cases }) =>
    putReceivedDays(trx, { sponsorKey, timeZone, caseKeys: cases.map(({ caseKey }) => caseKey) }),
};
