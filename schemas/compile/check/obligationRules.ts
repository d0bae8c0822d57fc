/** Reporting rules: each id and priority once. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { memoize } from './memoize.ts';
import { elements, findingAt, property, textAt } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';

/** A rule in the source with its location. */
export interface ObligationDeclaration {
  id: string;
  node: Node;
  document: SourceDocument;
}

/** Rules of all receivers. */
export const obligationRulesOf = memoize(({ documents }: Declarations): ObligationDeclaration[] =>
  documents
    .filter(({ kind }) => kind === 'obligations')
    .flatMap((document) =>
      elements(property(document.root, 'rules')).flatMap((node) => {
        const id = textAt(node, 'id');
        return id === undefined ? [] : [{ id, node, document }];
      }),
    ),
);

export function obligationRules(declarations: Declarations): SourceFinding[] {
  const rules = obligationRulesOf(declarations);
  return [
    ...repeated(rules, ({ id }) => id).map(({ first, again }) =>
      at(again, 'id', {
        rule: 'duplicate-rule',
        message: `rule ${again.id} is already in ${first.document.file}`,
      }),
    ),
    ...repeated(rules, priorityOf).map(({ first, again }) =>
      at(again, 'priority', {
        rule: 'same-priority',
        message: `${again.id}: "priority" equals that of ${first.id}; the order is ambiguous`,
      }),
    ),
  ];
}

const at = ({ node, document }: ObligationDeclaration, key: string, problem: Problem): SourceFinding =>
  findingAt(document, property(node, key) ?? node, problem);

/** What must be unique among the rules of a file. */
function priorityOf({ node, document }: ObligationDeclaration): string | undefined {
  const priority: unknown = property(node, 'priority')?.value;
  return typeof priority === 'number' ? `${document.file} ${priority}` : undefined;
}
