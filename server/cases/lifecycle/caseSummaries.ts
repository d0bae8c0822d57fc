/**
 * Derives the list columns of stored cases again: when the program derives them otherwise, and when another set of their
 * items is blinded. Saves write the columns themselves.
 */
import { blindedRoles } from '../../../shared/blinding/inheritBlinding.ts';
import type { CaseProjection } from '../../projections/projection.ts';
import { findCase } from '../record/case.store.ts';
import { linked } from '../../records/caseLinks.ts';
import { contentOf } from '../record/pageDoc.ts';
import { pagesOfSummary, searchText, summaryOf } from '../record/summary.ts';
import { updateSummary } from './caseSummaries.store.ts';

export const caseSummaries: CaseProjection = {
  name: 'caseSummaries',
  revision: 4,
  refresh: 'inTransaction',
  readsDocs: true,
  version: ({ catalogue: { whole } }) => blindedRoles(whole),
  pages: ({ whole }, touched) => (touched ? [] : pagesOfSummary(whole)),
  rebuild: async (trx, { catalogue: { whole } }, { sponsorKey, cases, docsOf }) => {
    for (const { caseKey } of cases) {
      const found = await findCase(trx, sponsorKey, caseKey);
      if (!found) continue;
      const summary = await linked(
        trx,
        whole,
        sponsorKey,
        summaryOf(whole, contentOf(await docsOf(caseKey))),
      );
      const search = searchText(found.case_no, { ...found, ...summary });
      await updateSummary(trx, found, { ...summary, search });
    }
  },
};
