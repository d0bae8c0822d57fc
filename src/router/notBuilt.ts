/** Areas of the specification that this version does not have. Each says so inside the frame, to those who may use it. */
import type { RouteHandle } from '../frame/routeData.ts';

const CASE = ['READ.CASE', 'EDIT.CASE'] as const;
const CASE_INFO = ['READ.CASE_INFO', 'EDIT.CASE_INFO'] as const;
const DATA = ['READ.DATA', 'EDIT.DATA'] as const;
const ADMIN = ['READ.ADMIN', 'EDIT.ADMIN'] as const;

const area = (
  path: string,
  depth1: string,
  menuId: string,
  privileges: RouteHandle['privileges'],
): RouteHandle & { path: string } => ({ path, title: `menu.items.${depth1}`, depth1, menuId, privileges });

export const NOT_BUILT: readonly (RouteHandle & { path: string })[] = [
  area('home/*', 'Home', 'MU-HOME', []),
  area('case/warning/*', 'Case', 'MU-CS', CASE),
  area('case/email-log/*', 'Case', 'MU-CS', CASE),
  area('case/duplication-check', 'Case', 'MU-CS', CASE),
  area('coding/*', 'Coding', 'MU-CD', CASE),
  area('caseinfo/*', 'CaseInfo', 'MU-CI', CASE_INFO),
  area('data/export', 'Data', 'MU-DT', DATA),
  area('data/select-domain', 'Data', 'MU-DT', DATA),
  area('data/history/*', 'Data', 'MU-DT', DATA),
  area('data/library/*', 'Data', 'MU-DT', DATA),
  area('monitoring/*', 'Monitoring', 'MU-MO', ['READ.MONITORING', 'EDIT.MONITORING']),
  area('submission/*', 'Submission', 'MU-SM', ['READ.SUBMISSION', 'EDIT.SUBMISSION']),
  area('study-list/*', 'Sync', 'MU-ES-IL', ['READ.SYNC', 'EDIT.SYNC', 'READ.MAPPING', 'EDIT.MAPPING']),
  area('user/*', 'Admin', 'MU-AD', ADMIN),
  area('role/*', 'Admin', 'MU-AD', ADMIN),
  area('role-priv/*', 'Admin', 'MU-AD', ADMIN),
  area('settings/*', 'Admin', 'MU-AD', ADMIN),
];

/** `data` leads to the export once that is built. */
export const REDIRECTS: Readonly<Record<string, string>> = { data: 'data/import' };
