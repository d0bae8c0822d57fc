/** The source texts, parsed and grouped by folder. */
import type {
  AppendixSource,
  CodeListSource,
  HeaderSource,
  ObligationsSource,
  PageSource,
  ReceiversSource,
  SourceText,
} from './sources.types.ts';
import type { ReportSource } from './reports.types.ts';

export type SourceKind =
  | 'page'
  | 'appendix'
  | 'codeList'
  | 'rules'
  | 'report'
  | 'obligations'
  | 'receivers'
  | 'header'
  | 'record'
  | 'recordPage';

const FOLDERS: Readonly<Record<string, SourceKind>> = {
  pages: 'page',
  appendices: 'appendix',
  'code-lists': 'codeList',
  rules: 'rules',
  reports: 'report',
  obligations: 'obligations',
  receivers: 'receivers',
  headers: 'header',
};

/** Type of a file's content by its folder below `schemas/`; null for the other tables (E2B, lists ...). */
export function sourceKind(file: string): SourceKind | null {
  const [, folder = ''] = /^([^/]+)\/[^/]+\.json$/.exec(file) ?? [];
  return FOLDERS[folder] ?? (/^records\/[^/]+\/[^/]+\.json$/.test(file) ? recordFileKind(file) : null);
}

const recordFileKind = (file: string): SourceKind =>
  file.endsWith('.record.json') ? 'record' : 'recordPage';

export interface ParsedSources {
  pages: PageSource[];
  appendices: AppendixSource[];
  codeLists: CodeListSource[];
  reports: ReportSource[];
  obligations: ObligationsSource[];
  receivers: ReceiversSource[];
  headers: HeaderSource[];
}

/**
 * The files by name, parsed when they are read: each caller needs some kinds. Reading throws, naming the file, on invalid
 * JSON.
 */
export function parseSources(sources: SourceText[]): ParsedSources {
  const ofKind = (kind: SourceKind) =>
    sources
      .filter(({ file }) => sourceKind(file) === kind)
      .toSorted((a, b) => (a.file < b.file ? -1 : 1))
      .map(parsed);
  return {
    get pages() {
      return ofKind('page') as PageSource[];
    },
    get appendices() {
      return ofKind('appendix') as AppendixSource[];
    },
    get codeLists() {
      return ofKind('codeList') as CodeListSource[];
    },
    get reports() {
      return ofKind('report') as ReportSource[];
    },
    get obligations() {
      return ofKind('obligations') as ObligationsSource[];
    },
    get receivers() {
      return ofKind('receivers') as ReceiversSource[];
    },
    get headers() {
      return ofKind('header') as HeaderSource[];
    },
  };
}

function parsed({ file, text }: SourceText): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not valid JSON; check-schemas shows the place`, { cause });
  }
}
