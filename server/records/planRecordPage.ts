/** The plan of a change of a page of a record. */
import type { CataloguePage, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../shared/case/changeSet.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { emptyDoc, type Change, type PageDoc } from '../cases/record/pageDoc.ts';
import { structureRefusals } from '../page-save/editsStructure.ts';
import { planPageChange, type PagePlan } from '../page-save/pageChange.ts';
import { unknownItems } from './unknownItems.ts';

interface RecordPageChange {
  kind: RecordKind;
  page: CataloguePage;
  /** of the record as it is stored */
  docs: readonly PageDoc[];
  changes: ChangeSet;
  retrievedAt: Date;
  change: Change;
  unblind: boolean;
}

/** With what does not have the structure of the page among `refused`. */
export function planRecordPage(
  { catalogue: { codeLists, whole } }: CatalogueWorld,
  { kind: { catalogue }, page, docs, changes, retrievedAt, change, unblind }: RecordPageChange,
): PagePlan {
  const plan = planPageChange({
    catalogue,
    page,
    doc: docs.find((doc) => doc.page === page.page) ?? emptyDoc(page.page, change),
    isNew: false,
    requestedRowNo: 0,
    foreignRows: new Map(),
    changes: changes.items,
    rows: changes.rows,
    retrievedAt,
    change,
    // roles limit items of cases
    author: { unblind, hidden: [], readOnlyItems: [] },
    world: { codeLists, now: change.at },
  });
  return {
    ...plan,
    refused: [
      ...plan.refused,
      ...structureRefusals(catalogue, page.page, changes),
      ...unknownItems(whole, catalogue, changes.items),
    ],
  };
}
