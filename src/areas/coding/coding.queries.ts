/** What coding reads beside its lists, and the save of a code: that of the page of the case. */
import { queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { CodedTermAddress } from '../../../shared/case/codedTermAddress.ts';
import {
  compareCodingReleases,
  listCodingReleases,
  previewExactMatches,
  readCodedWith,
  readPage,
  readPageRow,
  savePage,
  savePageRow,
  type BodyOf,
  type CodingMenu,
  type DataOf,
  type PageContent as PageContentSchema,
} from '../../../shared/contract/index.ts';
import { codeChanges, codeReason } from '../../../shared/coding/codeChanges.ts';
import { call } from '../../api/index.ts';

type ExactMatch = DataOf<typeof previewExactMatches>['listInfo'][number];

/** A code that may be accepted for a term. */
export interface OfferedCode extends ExactMatch {
  /** the moment of the case it is based on */
  retrievedAt: string;
  /** of the dictionary */
  version: string | null;
  /** the current code */
  before: string | null;
}

/** What is offered for terms. */
export interface OfferedCodes<Code extends OfferedCode = OfferedCode> {
  codes: Code[];
  /** so many terms were looked at */
  terms: number;
  /** of the dictionary; null: it was not asked, or none is in use */
  version: string | null;
  sample: boolean;
  /** no version of the dictionary is in use */
  notLoaded: boolean;
  /** terms that could not be asked for, and why the first of them; left out: none */
  unanswered?: { count: number; why: string };
}
type PageContent = Static<typeof PageContentSchema>;

export const codedWithQuery = (menuId: CodingMenu) =>
  queryOptions({
    queryKey: ['coding', 'with', menuId],
    queryFn: ({ signal }) => call(readCodedWith, { params: { menuId }, signal }),
    staleTime: Infinity,
    meta: { ofCatalogue: true },
  });

interface MatchesRequest {
  menuId: CodingMenu;
  /** keyword and view of the list */
  query: Readonly<Record<string, unknown>>;
  /** null: all rows of the list */
  rowKeys: readonly string[] | null;
}

/** Requested once per dialog: an acceptance is based on the cases as the preview shows them. */
export const matchesQuery = ({ menuId, query: { keyword, view }, rowKeys }: MatchesRequest) =>
  queryOptions({
    queryKey: ['coding', 'matches', menuId, keyword, view, rowKeys],
    queryFn: async ({ signal }): Promise<OfferedCodes> => {
      const { listInfo, terms, version, sample } = await call(previewExactMatches, {
        params: { menuId },
        query: {
          ...(typeof keyword === 'string' && { keyword }),
          ...(typeof view === 'number' && { view }),
        },
        body: rowKeys ? { rowKeys: [...rowKeys] } : {},
        signal,
      });
      const codes = listInfo.map((match) => ({ ...match, version, before: null }));
      return { codes, terms, version, sample, notLoaded: version === null };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    meta: { ownFailure: true },
  });

export const releasesQuery = (scope: string) =>
  queryOptions({
    queryKey: ['coding', 'releases', scope],
    queryFn: ({ signal }) => call(listCodingReleases, { signal }),
    meta: { ownFailure: true },
  });

export const comparisonQuery = (scope: string, dictionary: string, from: string, to: string) =>
  queryOptions({
    queryKey: ['coding', 'comparison', scope, dictionary, from, to],
    queryFn: ({ signal }) =>
      call(compareCodingReleases, { params: { dictionary }, query: { from, to }, signal }),
    meta: { ownFailure: true },
  });

/** Where a code is saved: the page, and of a page of rows the row. */
export interface PageAddress {
  caseKey: number;
  page: string;
  /** 0 for a page that is one form */
  pageRow: number;
}

export const readPageOf = ({ caseKey, page, pageRow }: PageAddress): Promise<PageContent> =>
  pageRow === 0
    ? call(readPage, { params: { caseKey, page } })
    : call(readPageRow, { params: { caseKey, page, rowNo: pageRow } });

const savePageOf = ({ caseKey, page, pageRow }: PageAddress, body: BodyOf<typeof savePage>) =>
  pageRow === 0
    ? call(savePage, { params: { caseKey, page }, body })
    : call(savePageRow, { params: { caseKey, page, rowNo: pageRow }, body });

export interface GivenCode {
  code: string;
  /** of the dictionary; null: it is not known, and stays as it is */
  version: string | null;
}

/** Saves a code and its version as the case page would, with the same checks. */
export function saveCode(
  page: PageAddress,
  { versionItem }: Pick<CatalogueItem, 'versionItem'>,
  { caseKey: _case, ...address }: CodedTermAddress,
  { code, version }: GivenCode,
  { retrievedAt, before }: { retrievedAt: string; before: string | null },
) {
  const changes = codeChanges(address, versionItem, { code, version });
  return savePageOf(page, { reason: codeReason(before), retrievedAt, changes });
}
