/** Measures of completeness: each criterion once, over an existing group and existing items. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { namedGroupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import { elements, findingAt, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';
import { referenceAt, unknownNames, type NameReference } from './unknownNames.ts';

export function completenessRules(declarations: Declarations): SourceFinding[] {
  const items = new Set(namedItemsOf(declarations).map(({ name }) => name));
  const groups = new Set(namedGroupsOf(declarations).map(({ name }) => name));
  return declarations.documents
    .filter(({ kind }) => kind === 'completeness')
    .flatMap((document) => {
      const criteria = elements(property(document.root, 'criteria'));
      return [
        ...unknown(document, referenceAt(document.root, 'rows'), groups, 'group'),
        ...criteria.flatMap((criterion) =>
          unknown(document, textsOf(property(criterion, 'items')), items, 'item'),
        ),
        ...twice(document, criteria),
      ];
    });
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
  references: readonly NameReference[],
  known: ReadonlySet<string>,
  what: 'item' | 'group',
): SourceFinding[] =>
  unknownNames(document, references, known, (name) => ({
    rule: `unknown-${what}-of-measure`,
    message: `there is no ${what} ${name}`,
  }));
