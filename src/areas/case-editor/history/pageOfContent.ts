/** One page out of the content of a whole case, as a page session takes it. */
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import { namedRows, referredGroups } from '../../../../shared/case/rowLabel.ts';
import type { RowReference } from '../../../engine/index.ts';

export interface PageParts {
  /** what the page, or one row of a page of rows, says */
  content: CaseContent;
  /** all the rest of the case */
  inputs: CaseContent;
  references: RowReference[];
}

/** `rowNo`: the row of a page of rows; null for a page that is one form. */
export function pageOfContent(
  catalogue: Catalogue,
  { page }: CataloguePage,
  rowNo: number | null,
  whole: CaseContent,
): PageParts {
  const isHere = (of: { page: string } | undefined, row: number) =>
    of?.page === page && (rowNo === null || row === rowNo);
  const values = Map.groupBy(whole.values, (value) => isHere(catalogue.items[value.itemId], value.rowNo));
  const rows = Map.groupBy(whole.rows, (row) => isHere(catalogue.groups[row.group], row.rowNo));
  return {
    content: { values: values.get(true) ?? [], rows: rows.get(true) ?? [] },
    inputs: { values: values.get(false) ?? [], rows: rows.get(false) ?? [] },
    references: referredGroups(catalogue, page).flatMap((group) => namedRows(catalogue, group, whole)),
  };
}
