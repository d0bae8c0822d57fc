/** Reports unused declarations. */
import type { SourceFinding } from '../sources.types.ts';
import { namedItemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { findingAt, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';

/** Code lists that the program refers to by name, without an item. */
const USED_BY_NAME = new Set(['null-flavors', 'signature-meaning', 'late-reason']);

const CODE_LIST = /"codeList"\s*:\s*"([^"]+)"/g;

/** Items of records are checked with the files of their kind, and declared nowhere else. */
const codeListsOfRecords = ({ kind, text }: SourceDocument): string[] =>
  kind === 'recordPage' ? [...text.matchAll(CODE_LIST)].flatMap(([, name]) => name ?? []) : [];

export function unusedRules(declarations: Declarations): SourceFinding[] {
  const used = new Set([
    ...[...namedItemsOf(declarations), ...overlaysOf(declarations)].map(({ node }) =>
      textAt(node, 'codeList'),
    ),
    ...declarations.documents.flatMap(codeListsOfRecords),
  ]);
  const known = new Set(declarations.codeLists.map(({ codeList }) => codeList));
  // if a reference is misspelt, the intended list is not unused
  if ([...used].some((name) => name !== undefined && !known.has(name))) return [];
  return declarations.codeLists
    .filter(({ codeList }) => !used.has(codeList) && !USED_BY_NAME.has(codeList))
    .map(({ codeList, node, document }) =>
      findingAt(document, property(node, 'codeList') ?? node, {
        rule: 'unused-code-list',
        severity: 'warning',
        message: `${codeList}: no item has this code list`,
      }),
    );
}
