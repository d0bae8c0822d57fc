/** The source texts, parsed and grouped by folder. */
import type {
  AppendixSource,
  CodeListSource,
  CompletenessSource,
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
  | 'completeness'
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
  completeness: 'completeness',
};

/** Type of a file's content by its folder below `schemas/`; null for the other tables (E2B, lists ...). */
export function sourceKind(file: string): SourceKind | null {
  const [, folder = ''] = /^([^/]+)\/[^/]+\.json$/.exec(file) ?? [];
  return FOLDERS[folder] ?? (/^records\/[^/]+\/[^/]+\.json$/.test(file) ? recordFileKind(file) : null);
}

const recordFileKind = (file: string): SourceKind =>
  file.endsWith('.record.json') ? 'record' : 'recordPage';

/** The kinds that are compiled from parsed JSON alone, by the type of their content. */
interface ParsedKinds {
  page: PageSource;
  appendix: AppendixSource;
  codeList: CodeListSource;
  report: ReportSource;
  obligations: ObligationsSource;
  receivers: ReceiversSource;
  header: HeaderSource;
  completeness: CompletenessSource;
}

/**
 * The files of a kind, by name. The shape is that of the kind for sources free of errors (`checkSources`). Throws, naming
 * the file, on invalid JSON.
 */
export const parseSources = <Kind extends keyof ParsedKinds>(
  sources: SourceText[],
  kind: Kind,
): ParsedKinds[Kind][] =>
  sources
    .filter(({ file }) => sourceKind(file) === kind)
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map((source) => parsed(source) as ParsedKinds[Kind]);

function parsed({ file, text }: SourceText): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not valid JSON; check-schemas shows the place`, { cause });
  }
}
