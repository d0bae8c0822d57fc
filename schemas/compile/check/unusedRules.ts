/** What is declared and nowhere used. */
import type { SourceFinding } from '../sources.types.ts';
import { namedItemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { findingAt, property, textAt } from './sourceDocument.ts';

/** Code lists that the program asks for by name, though no item has them. */
const ASKED_BY_NAME = new Set(['null-flavors', 'signature-meaning']);

export function unusedRules(declarations: Declarations): SourceFinding[] {
  const used = new Set(
    [...namedItemsOf(declarations), ...overlaysOf(declarations)].map(({ node }) => textAt(node, 'codeList')),
  );
  const known = new Set(declarations.codeLists.map(({ codeList }) => codeList));
  // where a name is misspelt, the list that was meant is not unused
  if ([...used].some((name) => name !== undefined && !known.has(name))) return [];
  return declarations.codeLists
    .filter(({ codeList }) => !used.has(codeList) && !ASKED_BY_NAME.has(codeList))
    .map(({ codeList, node, document }) =>
      findingAt(document, property(node, 'codeList') ?? node, {
        rule: 'unused-code-list',
        severity: 'warning',
        message: `${codeList}: no item has this code list`,
      }),
    );
}
