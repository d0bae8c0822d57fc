/** Versions of a case, their signatures and differences; below ['case', caseKey] like all of a case. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  checkRowStatus,
  listSignatures,
  listVersions,
  readImportsOfCase,
  type BodyOf,
  type DataOf,
} from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { caseQueryKey } from '../../../api/caseQueryKey.ts';

export type Version = DataOf<typeof listVersions>['listInfo'][number];
export type Signature = DataOf<typeof listSignatures>['listInfo'][number];

export const versionsQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'versions'],
    queryFn: ({ signal }) => call(listVersions, { params: { caseKey }, signal }),
  });

export const signaturesQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'signatures'],
    queryFn: ({ signal }) => call(listSignatures, { params: { caseKey }, signal }),
  });

export const importsQuery = (caseKey: number) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'imports'],
    queryFn: ({ signal }) => call(readImportsOfCase, { params: { caseKey }, signal }),
  });

/** Fetched again each time: the answer holds for the moment only. */
export const rowCheckQuery = (caseKey: number, page: string, body: BodyOf<typeof checkRowStatus>) =>
  queryOptions({
    queryKey: [...caseQueryKey(caseKey), 'rowCheck', page, body],
    queryFn: ({ signal }) => call(checkRowStatus, { params: { caseKey, page }, body, signal }),
    gcTime: 0,
  });

/** Reads again what is shown of any version: a status, or a version, of the case has changed. */
export async function refreshCase(queries: QueryClient, caseKey: number): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['case'] });
  // an open page has to learn that it became, or ceased to be, read-only
  await queries.refetchQueries({ queryKey: ['pageContent', caseKey], type: 'active' });
}
