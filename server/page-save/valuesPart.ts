/** Changes of values of one stored document, as a part of a save; what they are based on is compared under the lock. */
import type { CataloguePage } from '../../schemas/compile/catalogue.types.ts';
import type { ItemChange } from '../../shared/case/changeSet.ts';
import { findDoc } from '../cases/record/case.store.ts';
import { emptyDoc } from '../cases/record/pageDoc.ts';
import type { LockedCase } from './lockedCase.ts';
import { planPageChange } from './pageChange.ts';
import { planningOf, type Author, type PagePart, type savePages } from './saveDocuments.ts';

interface ValuesOfDocument {
  caseKey: number;
  page: CataloguePage;
  /** of the document; 0: a page that is one form */
  rowNo: number;
  changes: readonly ItemChange[];
  /** of the plan */
  confirms?: boolean;
  /** refuses the save, or adds to it, under the lock of the case; left out: nothing more is compared */
  check?: (opened: LockedCase) => Promise<void>;
}

export const valuesPart = (
  deps: Parameters<typeof savePages>[0],
  author: Author,
  { caseKey, page, rowNo, changes, confirms = false, check }: ValuesOfDocument,
): PagePart => ({
  page,
  changes,
  planOf: async (opened) => {
    const { trx, change } = opened;
    await check?.(opened);
    const doc = await findDoc(trx, author.user.sponsorKey, caseKey, page.page, rowNo);
    const planning = await planningOf(opened, deps, author, { page, changes });
    return [
      planPageChange({
        ...planning,
        doc: doc ?? emptyDoc(page.page, change),
        isNew: false,
        requestedRowNo: rowNo,
        retrievedAt: change.at,
        confirms,
      }),
    ];
  },
});
