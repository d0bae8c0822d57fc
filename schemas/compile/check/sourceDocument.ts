/** A parsed source text with positions. */
import { getNodeValue, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { sourceKind } from '../sourceFiles.ts';
import type { SourceKind } from '../sourceFiles.ts';
import type { SourceFinding, SourceText } from '../sources.types.ts';
import { remembered } from './memoize.ts';
import { MAX_LEVELS, parseSource } from './parseSource.ts';

/** Source files, and the tables beside them. `table`: only its JSON syntax is checked. */
export type DocumentKind =
  | SourceKind
  | 'containers'
  | 'r2'
  | 'r2Codes'
  | 'dictionary'
  | 'list'
  | 'duplicates'
  | 'query'
  | 'warnings'
  | 'monitoring'
  | 'sync'
  | 'table';

export interface SourceDocument {
  file: string;
  kind: DocumentKind;
  text: string;
  /** undefined for an empty text */
  root: Node | undefined;
  syntaxErrors: JsonProblem[];
  /** offsets of line starts */
  lineStarts: number[];
}

const TABLES: readonly [name: RegExp, kind: DocumentKind][] = [
  [/^e2b\/containers\.json$/, 'containers'],
  [/^e2b\/r2\.json$/, 'r2'],
  [/^e2b\/r2-codes\.json$/, 'r2Codes'],
  [/^dictionaries\//, 'dictionary'],
  [/^lists\//, 'list'],
  [/^duplicates\//, 'duplicates'],
  [/^queries\//, 'query'],
  [/^warnings\//, 'warnings'],
  [/^monitoring\//, 'monitoring'],
  [/^sync\//, 'sync'],
];

const kindOf = (file: string): DocumentKind =>
  sourceKind(file) ?? TABLES.find(([name]) => name.test(file))?.[1] ?? 'table';

interface JsonProblem {
  message: string;
  offset: number;
  length: number;
}

/** Parses as much as possible; `syntaxErrors` lists errors, and the tree contains the rest. An unchanged text is not parsed again. */
export const readDocument = remembered(({ file, text }: SourceText): SourceDocument => {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const document = { file, kind: kindOf(file), text, lineStarts };
  // a byte order mark has its own rule
  const { root, errors, tooDeepAt } = parseSource(text.replace(/^\uFEFF/, ' '));
  if (tooDeepAt !== null) {
    const message = `more than ${MAX_LEVELS} objects and lists are inside each other here`;
    return { ...document, root, syntaxErrors: [{ message, offset: tooDeepAt, length: 1 }] };
  }
  return { ...document, root, syntaxErrors: errors.map(syntaxError) };
});

export interface Problem {
  rule: string;
  message: string;
  severity?: SourceFinding['severity'];
  /** the probably intended name: appended to the message, and offered as replacement */
  suggestion?: string | undefined;
  /** valid JSON for the location */
  fix?: string;
}

/** A range of a document: a node, or characters of its text. */
export type SourceLocation = Pick<Node, 'offset' | 'length'> & { type?: Node['type'] };

/** A finding at a range of the document; lines and columns are 1-based. */
export function findingAt(
  document: SourceDocument,
  location: SourceLocation,
  problem: Problem,
): SourceFinding {
  const {
    severity = 'error',
    rule,
    message,
    suggestion,
    fix = suggestion && JSON.stringify(suggestion),
  } = problem;
  const start = position(document, location.offset);
  const end = position(document, location.offset + location.length);
  // only the start of a long range is marked
  const range =
    location.type === 'object' || location.type === 'array' ? { ...start, column: start.column + 1 } : end;
  return {
    file: document.file,
    ...start,
    severity,
    rule,
    message: suggestion === undefined ? message : `${message}; did you mean ${suggestion}?`,
    endLine: range.line,
    endColumn: range.column,
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

const syntaxError = ({ error, offset, length }: ParseError): JsonProblem => ({
  message: `no valid JSON here: ${printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()}`,
  offset,
  length,
});

/** The first syntax error: later ones are mostly consequences. */
export const syntaxFindings = (document: SourceDocument): SourceFinding[] =>
  document.syntaxErrors
    .slice(0, 1)
    .map(({ message, ...location }) => findingAt(document, location, { rule: 'json-syntax', message }));

/** The value of a property if the node is an object that has it. */
export function property(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.find(({ children: [name] = [] }) => name?.value === key)?.children?.[1];
}

/** The text of a property; undefined if it is missing or not a text. */
export function textAt(node: Node | undefined, key: string): string | undefined {
  const value: unknown = property(node, key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The members of an object in order, as key node and value node. */
export const members = (node: Node | undefined): { key: Node; value: Node | undefined }[] =>
  (node?.type === 'object' ? (node.children ?? []) : []).flatMap(({ children: [key, value] = [] }) =>
    key ? [{ key, value }] : [],
  );

/** The elements of an array; empty for other nodes. */
export const elements = (node: Node | undefined): Node[] =>
  node?.type === 'array' ? (node.children ?? []) : [];

/** The texts of an array with their nodes. */
export const textsOf = (node: Node | undefined): { text: string; node: Node }[] =>
  elements(node).flatMap((element) =>
    element.type === 'string' ? [{ text: String(getNodeValue(element)), node: element }] : [],
  );
