/** A source text with the positions of what stands in it. */
import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { sourceKind } from '../sourceFiles.ts';
import type { SourceKind } from '../sourceFiles.ts';
import type { SourceFinding, SourceText } from '../sources.types.ts';

/** What compiles, and the tables beside it. `table`: only its JSON is checked. */
export type DocumentKind =
  SourceKind | 'containers' | 'dictionary' | 'list' | 'duplicates' | 'warnings' | 'table';

export interface SourceDocument {
  file: string;
  kind: DocumentKind;
  text: string;
  /** undefined for an empty text */
  root: Node | undefined;
  syntaxErrors: ParseError[];
  /** offsets at which lines begin */
  lineStarts: number[];
}

const TABLES: readonly [name: RegExp, kind: DocumentKind][] = [
  [/^e2b\/containers\.json$/, 'containers'],
  [/^dictionaries\//, 'dictionary'],
  [/^lists\//, 'list'],
  [/^duplicates\//, 'duplicates'],
  [/^warnings\//, 'warnings'],
];

const kindOf = (file: string): DocumentKind =>
  sourceKind(file) ?? TABLES.find(([name]) => name.test(file))?.[1] ?? 'table';

/** Parses what it can; where the text is no JSON, `syntaxErrors` says so and the tree holds the rest. */
export function readDocument({ file, text }: SourceText): SourceDocument {
  const syntaxErrors: ParseError[] = [];
  // a byte order mark has its own rule
  const root = parseTree(text.replace(/^\uFEFF/, ' '), syntaxErrors, {
    disallowComments: true,
    allowTrailingComma: false,
  });
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return { file, kind: kindOf(file), text, root, syntaxErrors, lineStarts };
}

export interface Problem {
  rule: string;
  message: string;
  severity?: SourceFinding['severity'];
  /** the name that was probably meant: said behind the message, and offered as the replacement of the place */
  meant?: string | undefined;
  /** JSON that would stand right in the place */
  fix?: string;
}

/** A piece of a document: a node, or characters of its text. */
export type Place = Pick<Node, 'offset' | 'length'> & { type?: Node['type'] };

/** A finding at a piece of the document; lines and columns count from 1. */
export function findingAt(document: SourceDocument, place: Place, problem: Problem): SourceFinding {
  const { severity = 'error', rule, message, meant, fix = meant && JSON.stringify(meant) } = problem;
  const start = position(document, place.offset);
  const end = position(document, place.offset + place.length);
  // of something long only the beginning is marked
  const marked =
    place.type === 'object' || place.type === 'array' ? { ...start, column: start.column + 1 } : end;
  return {
    file: document.file,
    ...start,
    severity,
    rule,
    message: meant === undefined ? message : `${message}; did you mean ${meant}?`,
    endLine: marked.line,
    endColumn: marked.column,
    ...(fix !== undefined && { fix: { ...start, endLine: end.line, endColumn: end.column, text: fix } }),
  };
}

function position({ lineStarts }: SourceDocument, offset: number): { line: number; column: number } {
  let [line, beyond] = [0, lineStarts.length];
  while (beyond - line > 1) {
    const middle = (line + beyond) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) line = middle;
    else beyond = middle;
  }
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}

/** The first syntax error: those behind it are mostly its echo. */
export const syntaxFindings = (document: SourceDocument): SourceFinding[] =>
  document.syntaxErrors.slice(0, 1).map(({ error, offset, length }) =>
    findingAt(
      document,
      { offset, length },
      {
        rule: 'json-syntax',
        message: `no valid JSON here: ${printParseErrorCode(error)
          .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
          .toLowerCase()}`,
      },
    ),
  );

/** The value of a property, if the node is an object that has it. */
export function property(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.find(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
}

/** The text at a property; undefined where there is none or it is no text. */
export function textAt(node: Node | undefined, key: string): string | undefined {
  const value: unknown = property(node, key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The members of an object, in order, as key node and value node. */
export const members = (node: Node | undefined): { key: Node; value: Node | undefined }[] =>
  (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) =>
    key ? [{ key, value }] : [],
  );

/** The elements of an array, none for anything else. */
export const elements = (node: Node | undefined): Node[] =>
  node?.type === 'array' ? (node.children ?? []) : [];

/** The texts of an array with their nodes. */
export const textsOf = (node: Node | undefined): { text: string; node: Node }[] =>
  elements(node).flatMap((element) =>
    element.type === 'string' ? [{ text: String(getNodeValue(element)), node: element }] : [],
  );
