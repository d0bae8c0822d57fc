/** Cases as stored records: what areas, import and seed may use of them. */
export * from './case.store.ts';
export * from './disconnect.ts';
export * from './distribution.ts';
export * from './fold.ts';
export * from './followedPages.ts';
export * from './followers.ts';
export * from './freshStatus.ts';
export * from './insertCase.ts';
export * from './pageDoc.ts';
export { fillListValues, takeInListItem } from './listValues.ts';
export { findListItems, isLiveValue } from './listValues.store.ts';
export * from './nextVersion.ts';
export { followRules, refreshObligations } from './obligations.ts';
export { findOwed, OWED_SEPARATOR, owedText } from './obligations.store.ts';
export * from './readCase.ts';
export * from './readOnlyDetail.ts';
export { actionOf, contentEntries, rowEntry, valueEntry } from './contentEntries.ts';
export {
  columnsTouched,
  pagesOfColumns,
  SEARCH_SEPARATOR,
  SEARCHED,
  searchText,
  summaryOf,
} from './summary.ts';
export * from './caseAccess.ts';
export { addUpCounts, countedCases } from './caseCounts.ts';
export * from './caseLinks.ts';
export { insertSignature } from './signatures.store.ts';
export * from './sponsors.ts';
export * from './caseScope.ts';
export { deriveWarnings, noteWritten, watchAll } from './warnings.ts';
export * from './words.ts';
export * from './paging.ts';
export * from './workflowOwner.ts';
