/** What an address narrows the page of warnings to: `case/warning/rule/overdue`, `/receiver/FDA`, `/case/12`. */

export interface NarrowedTo {
  warning?: string;
  receiver?: string;
  caseKey?: number;
}

/** Nothing where the address makes no sense: all is shown. */
export function narrowedTo(target = '', key = ''): NarrowedTo {
  if (key === '') return {};
  if (target === 'rule') return { warning: key };
  if (target === 'receiver') return { receiver: key };
  const caseKey = Number(key);
  return target === 'case' && Number.isSafeInteger(caseKey) && caseKey > 0 ? { caseKey } : {};
}

export const WARNINGS_PATH = 'case/warning';
const ALL = 'all';
export const pathOfRule = (warning: string): string => `${WARNINGS_PATH}/rule/${encodeURIComponent(warning)}`;

/** The path that the place in the list follows: what narrows the page stands before it, so that all is a target too. */
export const pathOfList = (target = ALL, key = ALL): string =>
  `${WARNINGS_PATH}/${encodeURIComponent(target)}/${encodeURIComponent(key)}`;
