/** A report of a case, laid out again whenever the case changes. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { emptyCache, layOutReport } from '../../shared/reports/layOutReport.ts';
import type {
  FontMetrics,
  LaidOutReport,
  ReportOptions,
  ReportSubject,
  TermOf,
} from '../../shared/reports/report.types.ts';
import { fontsQuery, reportCodesQuery, termsQuery, type Codes } from './reportWorld.queries.ts';

export interface DrawnCase {
  /** of all regions */
  catalogue: Catalogue;
  content: CaseContent;
  /** with their labels; left out: those in use */
  codeLists?: Record<string, CodeList>;
}

const noTerm: TermOf = () => undefined;

/**
 * The pages of the report; null until everything is loaded that it is drawn with. `options` must keep its identity while
 * nothing changes.
 */
export function useReportLayout(
  reportId: string,
  drawn: DrawnCase | null,
  options: ReportOptions,
): { laidOut: LaidOutReport | null; error: Error | null } {
  const fonts = useQuery(fontsQuery);
  const own = drawn?.codeLists;
  const codeLists = useQuery({ ...reportCodesQuery(options.language), enabled: own === undefined });
  const terms = useQuery(termsQuery(useCodes(drawn), options.language));
  const termOf = terms.data ?? noTerm;
  const [metrics, lists] = [fonts.data, own ?? codeLists.data];
  const catalogue = drawn?.catalogue;
  // another report, option or label draws every box again
  const layOut = useMemo(() => {
    const report = catalogue?.reports[reportId];
    if (!metrics || !lists || !report) return null;
    return layouts({ report, catalogue, codeLists: lists, termOf }, options, metrics);
  }, [metrics, lists, catalogue, reportId, termOf, options]);
  const content = drawn?.content;
  const laidOut = useMemo(() => (layOut && content ? layOut(content) : null), [layOut, content]);
  return { laidOut, error: fonts.error ?? codeLists.error };
}

/** Lays out one case after its changes, with the boxes of the layout before. */
function layouts(
  subject: Omit<ReportSubject, 'content'>,
  options: ReportOptions,
  fonts: FontMetrics,
): (content: CaseContent) => LaidOutReport {
  const cache = emptyCache();
  return (content) => layOutReport({ ...subject, content }, options, fonts, cache);
}

/** The dictionary codes of the case, each once; the same object while they stay the same. */
function useCodes(drawn: DrawnCase | null): Codes {
  const last = useRef<{ key: string; codes: Codes }>({ key: '', codes: [] });
  return useMemo(() => {
    const codes = drawn ? codesOf(drawn) : [];
    const key = JSON.stringify(codes);
    if (last.current.key !== key) last.current = { key, codes };
    return last.current.codes;
  }, [drawn]);
}

function codesOf({ catalogue, content }: DrawnCase): Codes {
  const codes = new Map<string, Codes[number]>();
  for (const { itemId, value } of content.values) {
    const dictionary = catalogue.items[itemId]?.dictionary;
    if (dictionary && value) codes.set(`${dictionary} ${value}`, { dictionary, code: value });
  }
  return [...codes.values()];
}
