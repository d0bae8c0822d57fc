/** The source texts told apart by folder and parsed. */
import type {
  AppendixSource,
  CodeListSource,
  ObligationsSource,
  PageSource,
  ReportSource,
  SourceText,
} from './sources.types.ts';

export type SourceKind = 'page' | 'appendix' | 'codeList' | 'rules' | 'report' | 'obligations';

const FOLDERS: Readonly<Record<string, SourceKind>> = {
  pages: 'page',
  appendices: 'appendix',
  'code-lists': 'codeList',
  rules: 'rules',
  reports: 'report',
  obligations: 'obligations',
};

/** What a file holds, by the folder below `schemas/` it lies in; null for the other tables (E2B, lists ...). */
export function sourceKind(file: string): SourceKind | null {
  const [, folder = ''] = /^([^/]+)\/[^/]+\.json$/.exec(file) ?? [];
  return FOLDERS[folder] ?? null;
}

export interface ParsedSources {
  pages: PageSource[];
  appendices: AppendixSource[];
  codeLists: CodeListSource[];
  reports: ReportSource[];
  obligations: ObligationsSource[];
}

/** The parsed files, in the order of their names. Throws, naming the file, where one is no JSON. */
export function parseSources(sources: SourceText[]): ParsedSources {
  const ofKind = (kind: SourceKind) =>
    sources
      .filter(({ file }) => sourceKind(file) === kind)
      .toSorted((a, b) => (a.file < b.file ? -1 : 1))
      .map(parsed);
  return {
    pages: ofKind('page') as PageSource[],
    appendices: ofKind('appendix') as AppendixSource[],
    codeLists: ofKind('codeList') as CodeListSource[],
    reports: ofKind('report') as ReportSource[],
    obligations: ofKind('obligations') as ObligationsSource[],
  };
}

function parsed({ file, text }: SourceText): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not valid JSON; check-schemas shows the place`, { cause });
  }
}
