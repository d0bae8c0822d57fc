/** Measures of completeness: each criterion once, over an existing group and existing items. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { namedGroupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import { elements, findingAt, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';

export function completenessRules(declarations: Declarations): SourceFinding[] {
  const items = new Set(namedItemsOf(declarations).map(({ name }) => name));
  const groups = new Set(namedGroupsOf(declarations).map(({ name }) => name));
  return declarations.documents
    .filter(({ kind }) => kind === 'completeness')
    .flatMap((document) => {
      const criteria = elements(property(document.root, 'criteria'));
      return [
        ...unknown(document, rowsOf(document), groups, 'group'),
        ...criteria.flatMap((criterion) =>
          unknown(document, textsOf(property(criterion, 'items')), items, 'item'),
        ),
        ...twice(document, criteria),
      ];
    });
}

function rowsOf({ root }: SourceDocument): { text: string; node: Node }[] {
  const node = property(root, 'rows');
  const text = textAt(root, 'rows');
  return node && text !== undefined ? [{ text, node }] : [];
}

const twice = (document: SourceDocument, criteria: Node[]): SourceFinding[] =>
  repeated(criteria, (criterion) => textAt(criterion, 'criterion')).map(({ again }) =>
    findingAt(document, property(again, 'criterion') ?? again, {
      rule: 'criterion-twice',
      message: `the measure already has the criterion ${textAt(again, 'criterion') ?? ''}`,
    }),
  );

const unknown = (
  document: SourceDocument,
  references: readonly { text: string; node: Node }[],
  known: ReadonlySet<string>,
  what: 'item' | 'group',
): SourceFinding[] =>
  references
    .filter(({ text }) => !known.has(text))
    .map(({ text, node }) =>
      findingAt(document, node, {
        rule: `unknown-${what}-of-measure`,
        message: `there is no ${what} ${text}`,
        suggestion: closest(text, known),
      }),
    );
