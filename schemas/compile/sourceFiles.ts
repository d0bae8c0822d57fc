/** The source texts told apart by folder and parsed. */
import type { AppendixSource, CodeListSource, PageSource, SourceText } from './sources.types.ts';

export type SourceKind = 'page' | 'appendix' | 'codeList' | 'rules';

const FOLDERS: readonly [folder: string, kind: SourceKind][] = [
  ['pages/', 'page'],
  ['appendices/', 'appendix'],
  ['code-lists/', 'codeList'],
  ['rules/', 'rules'],
];

/** What a file holds, by the folder below `schemas/` it lies in; null for the other tables (E2B, lists ...). */
export const sourceKind = (file: string): SourceKind | null =>
  FOLDERS.find(([folder]) => file.startsWith(folder))?.[1] ?? null;

export interface ParsedSources {
  pages: PageSource[];
  appendices: AppendixSource[];
  codeLists: CodeListSource[];
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
  };
}

function parsed({ file, text }: SourceText): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not valid JSON; check-schemas shows the place`, { cause });
  }
}
