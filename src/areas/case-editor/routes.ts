import { CASE_DETAIL_ROUTES } from '../../../shared/access/caseRoutes.ts';
import type { AreaPages } from '../../app-context/routeData.ts';

const caseDetail = () => import('./pages/CaseDetailPage.tsx').then(({ CaseDetailPage }) => CaseDetailPage);

/** One page shows all tabs of a case. */
export const caseEditorPages: AreaPages = {
  group: 'case-editor',
  pages: Object.fromEntries(CASE_DETAIL_ROUTES.map(({ name }) => [name, caseDetail])),
};
