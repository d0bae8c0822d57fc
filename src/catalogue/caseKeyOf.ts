/** Whatever is kept of a case in the browser, other than an open page, lies below this key. */
export const caseKeyOf = (caseKey: number) => ['case', caseKey] as const;
