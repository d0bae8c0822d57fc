/** Cases as stored records: what areas, import and seed may use of them. */
export * from './case.store.ts';
export * from './disconnect.ts';
export * from './distribution.ts';
export * from './fold.ts';
export * from './followers.ts';
export * from './insertCase.ts';
export * from './pageDoc.ts';
export * from './nextVersion.ts';
export * from './readCase.ts';
export * from './readOnlyDetail.ts';
export { actionOf, contentEntries, rowEntry, valueEntry } from './contentEntries.ts';
export { columnsTouched, pagesOfColumns, searchText, summaryOf } from './summary.ts';
export * from './caseAccess.ts';
export * from './caseLinks.ts';
export * from './caseScope.ts';
export * from './words.ts';
export * from './paging.ts';
