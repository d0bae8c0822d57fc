/** A source text with the positions of what stands in it. */
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { sourceKind } from '../sourceFiles.ts';
import type { SourceKind } from '../sourceFiles.ts';
import type { SourceFinding, SourceText } from '../sources.types.ts';

export interface SourceDocument {
  file: string;
  kind: SourceKind;
  /** undefined for an empty text */
  root: Node | undefined;
  syntaxErrors: ParseError[];
  /** offsets at which lines begin */
  lineStarts: number[];
}

/** Parses what it can; where the text is no JSON, `syntaxErrors` says so and the tree holds the rest. Null: no source. */
export function readDocument({ file, text }: SourceText): SourceDocument | null {
  const kind = sourceKind(file);
  if (kind === null) return null;
  const syntaxErrors: ParseError[] = [];
  const root = parseTree(text, syntaxErrors, { disallowComments: true, allowTrailingComma: false });
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return { file, kind, root, syntaxErrors, lineStarts };
}

export interface Problem {
  rule: string;
  message: string;
  severity?: SourceFinding['severity'];
}

/** A finding at an offset or node of the document; lines and columns count from 1. */
export function findingAt(document: SourceDocument, place: Node | number, problem: Problem): SourceFinding {
  const offset = typeof place === 'number' ? place : place.offset;
  const next = document.lineStarts.findIndex((start) => start > offset);
  const line = next === -1 ? document.lineStarts.length : next;
  const column = offset - (document.lineStarts[line - 1] ?? 0) + 1;
  return { file: document.file, line, column, severity: 'error', ...problem };
}

/** The first syntax error: those behind it are mostly its echo. */
export const syntaxFindings = (document: SourceDocument): SourceFinding[] =>
  document.syntaxErrors.slice(0, 1).map(({ error, offset }) =>
    findingAt(document, offset, {
      rule: 'json-syntax',
      message: `no valid JSON here: ${printParseErrorCode(error)
        .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
        .toLowerCase()}`,
    }),
  );

/** The value of a property, if the node is an object that has it. */
export const property = (node: Node | undefined, key: string): Node | undefined =>
  node === undefined ? undefined : findNodeAtLocation(node, [key]);

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
