/** What the studio reads. */
import { queryOptions } from '@tanstack/react-query';
import {
  checkSchemas,
  listSchemaVersions,
  readCaseContent,
  readHomeCases,
  readPage,
  readPageRow,
  readSchemaFiles,
  readSchemaVersion,
  type BodyOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';

/** Never cached: another user may have changed the draft. */
export const schemaFilesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['schemas', 'files', sponsorKey],
    queryFn: ({ signal }) => call(readSchemaFiles, { signal }),
    gcTime: 0,
  });

export const schemaVersionsQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['schemas', 'versions', sponsorKey],
    queryFn: ({ signal }) => call(listSchemaVersions, { signal }),
  });

/** What speaks against publishing just these changes of the version in use. */
export const schemaCheckQuery = (
  sponsorKey: number,
  versionNo: number,
  changes: BodyOf<typeof checkSchemas>['changes'],
) =>
  queryOptions({
    queryKey: ['schemaCheck', sponsorKey, versionNo, changes],
    queryFn: ({ signal }) => call(checkSchemas, { body: { changes }, signal }),
    // whole texts are its key
    gcTime: 0,
    // the dialog says it
    meta: { ownFailure: true },
  });

/** What a version holds never changes. */
export const schemaVersionQuery = (sponsorKey: number, versionNo: number) =>
  queryOptions({
    queryKey: ['schemas', 'version', sponsorKey, versionNo],
    queryFn: ({ signal }) => call(readSchemaVersion, { params: { versionNo }, signal }),
    staleTime: Infinity,
  });

const CASES_OFFERED = 20;

/** Some cases to look at a form with. */
export const someCasesQuery = (sponsorKey: number) =>
  queryOptions({
    queryKey: ['schemas', 'cases', sponsorKey],
    queryFn: ({ signal }) =>
      call(readHomeCases, { params: { sponsorKey }, query: { rowCount: CASES_OFFERED }, signal }),
    meta: { ownFailure: true },
  });

/** A page of a stored case; of a page of rows the first one. */
export const casePageQuery = (caseKey: number, page: string, isRows: boolean) =>
  queryOptions({
    queryKey: ['schemas', 'case', caseKey, page],
    queryFn: ({ signal }) =>
      isRows
        ? call(readPageRow, { params: { caseKey, page, rowNo: 1 }, query: {}, signal })
        : call(readPage, { params: { caseKey, page }, signal }),
    // a case without that row or page is looked at empty
    meta: { ownFailure: true },
    retry: false,
  });

/** All of a stored case, to look at a report with. */
export const caseContentQuery = (caseKey: number) =>
  queryOptions({
    queryKey: ['schemas', 'case', caseKey, 'content'],
    queryFn: ({ signal }) => call(readCaseContent, { params: { caseKey }, signal }),
    structuralSharing: false,
    meta: { ownFailure: true },
  });
