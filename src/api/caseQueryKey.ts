/** Everything the browser keeps of a case, other than an open page, lies below this query key. */
export const caseQueryKey = (caseKey: number) => ['case', caseKey] as const;
