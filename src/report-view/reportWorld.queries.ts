/** What reports are drawn with: widths of characters, labels of codes, terms. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CodeList } from '../../schemas/compile/catalogue.types.ts';
import {
  MAX_CODES,
  readReportCodes,
  readReportFonts,
  readTerms,
  type BodyOf,
} from '../../shared/contract/index.ts';
import { tableMetrics } from '../../shared/reports/fontTable.ts';
import type { ReportLanguage, TermOf } from '../../shared/reports/report.types.ts';
import { call } from '../api/index.ts';

export const fontsQuery = queryOptions({
  queryKey: ['reportFonts'],
  queryFn: async ({ signal }) => tableMetrics(await call(readReportFonts, { signal })),
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
  meta: { ownFailure: true, fixed: true },
});

export const reportCodesQuery = (language: ReportLanguage) =>
  queryOptions({
    queryKey: ['reportCodes', language],
    queryFn: async ({ signal }): Promise<Record<string, CodeList>> => {
      const { codeLists } = await call(readReportCodes, { query: { language }, signal });
      return Object.fromEntries(
        Object.entries(codeLists).map(([codeList, codes]) => [codeList, listOf(codeList, codes)]),
      );
    },
    staleTime: Infinity,
    structuralSharing: false,
    meta: { ownFailure: true, ofCatalogue: true },
  });

/** A list with its labels in one language. */
const listOf = (codeList: string, codes: readonly [string, string][]): CodeList => ({
  codeList,
  codeSystem: null,
  open: false,
  cached: true,
  codes: codes.map(([code, label]) => ({
    code,
    label: { en: label, ko: label, ja: label, zh: label },
    deleted: false,
  })),
});

export type Codes = BodyOf<typeof readTerms>['codes'];

/** The terms of the codes, which keep their identity while they stay the same. */
export const termsQuery = (codes: Codes, language: ReportLanguage) =>
  queryOptions({
    queryKey: ['reportTerms', language, codes],
    queryFn: async ({ signal }): Promise<TermOf> => {
      const requested = codes.slice(0, MAX_CODES);
      const { terms } = await call(readTerms, { query: { language }, body: { codes: requested }, signal });
      const known = new Map(
        requested.map(({ dictionary, code }, index) => [`${dictionary} ${code}`, terms[index] ?? undefined]),
      );
      return (dictionary, code) => known.get(`${dictionary} ${code}`);
    },
    enabled: codes.length > 0,
    staleTime: Infinity,
    structuralSharing: false,
    placeholderData: keepPreviousData,
    meta: { ownFailure: true, ofCatalogue: true },
  });
