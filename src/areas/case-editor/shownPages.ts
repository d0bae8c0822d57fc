/** The tabs of a case, in wizard order. */
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';

/** The page of the workflow; shown only where the sponsor uses one and the user may read it. */
const WORKFLOW_PAGE = 'WF';

export const shownPages = (catalogue: Catalogue, withWorkflow: boolean): CataloguePage[] =>
  catalogue.pageOrder
    .filter((page) => withWorkflow || page !== WORKFLOW_PAGE)
    .flatMap((page) => catalogue.pages[page] ?? [])
    .filter(({ kind }) => kind !== 'envelope');

/** The page the wizard leads to after this one. */
export function nextPage(shown: readonly CataloguePage[], page: string): CataloguePage | null {
  const index = shown.findIndex((one) => one.page === page);
  return shown[index + 1] ?? null;
}
