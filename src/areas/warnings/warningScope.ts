/** The scope of the warnings page in its address: `case/warning/rule/overdue`, `/receiver/FDA`, `/case/12`. */

export interface WarningScope {
  warning?: string;
  receiver?: string;
  caseKey?: number;
}

/** Empty, i.e. all warnings, if the address is invalid. */
export function warningScope(target = '', key = ''): WarningScope {
  if (key === '') return {};
  if (target === 'rule') return { warning: key };
  if (target === 'receiver') return { receiver: key };
  const caseKey = Number(key);
  return target === 'case' && Number.isSafeInteger(caseKey) && caseKey > 0 ? { caseKey } : {};
}

export const WARNINGS_PATH = 'case/warning';
const ALL = 'all';
export const pathOfRule = (warning: string): string => `${WARNINGS_PATH}/rule/${encodeURIComponent(warning)}`;

/** The path before the page number; it always has a scope, also for all warnings. */
export const pathOfList = (target = ALL, key = ALL): string =>
  `${WARNINGS_PATH}/${encodeURIComponent(target)}/${encodeURIComponent(key)}`;
