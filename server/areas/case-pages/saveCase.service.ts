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
  const newRows = pages.filter(({ rowNo }) => rowNo === 0).map(({ page }) => page);
  if (new Set(newRows).size < newRows.length) throw newRowTwice();
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
