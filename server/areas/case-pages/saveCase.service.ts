/** Saving several pages of a case at once: all of them or nothing, with one reason. */
import type { BodyOf, DataOf, saveCasePages } from '../../../shared/contract/index.ts';
import { newRowTwice } from '../../problems.ts';
import { matrixPart } from './matrix.service.ts';
import { pagePart } from './savePage.service.ts';
import { savePages, type Author } from '../../page-save/saveDocuments.ts';

type SaveCaseWorld = Parameters<typeof matrixPart>[0] & Parameters<typeof pagePart>[0];

/** Answers the pages in the order of the request. */
export async function applyCaseSave(
  deps: SaveCaseWorld,
  author: Author,
  { caseKey, reason, pages }: BodyOf<typeof saveCasePages> & { caseKey: number },
): Promise<DataOf<typeof saveCasePages>> {
  requireDistinctRows(deps, pages);
  const parts = pages.map(({ matrix, ...page }) =>
    matrix === undefined
      ? pagePart(deps, author, { caseKey, ...page })
      : matrixPart(deps, author, { caseKey, ...page, group: matrix }),
  );
  const { at, saved } = await savePages(deps, author, { caseKey, reason, parts });
  return {
    retrievedAt: at.toISOString(),
    pages: saved.map(({ plans, changed }, index) => ({
      rowNo: pages[index]?.matrix === undefined ? (plans[0]?.doc.rowNo ?? 0) : 0,
      rows: plans.flatMap(({ added }) => added),
      changed,
    })),
  };
}

/** Of several new rows of a page each needs an id of its own; one alone may have none. */
function requireDistinctRows(
  { catalogue: { whole } }: SaveCaseWorld,
  pages: BodyOf<typeof saveCasePages>['pages'],
): void {
  const added = pages.filter(({ rowNo }) => rowNo === 0);
  for (const [page, some] of Map.groupBy(added, (one) => one.page)) {
    const group = whole.pages[page]?.group;
    const ids = some.flatMap(({ rows = [] }) => rows.find((row) => row.group === group)?.rowId ?? []);
    if (some.length > 1 && new Set(ids).size < some.length) throw newRowTwice();
  }
}
