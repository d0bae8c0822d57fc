/** Rules on when a receiver is told: each there once, and in an order that is settled. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { once } from './remembered.ts';
import { elements, findingAt, property, textAt } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';

/** A rule as it is written, with the place. */
export interface ObligationDeclaration {
  id: string;
  node: Node;
  document: SourceDocument;
}

/** Those of all receivers. */
export const obligationRulesOf = once(({ documents }: Declarations): ObligationDeclaration[] =>
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
        message: `rule ${again.id} stands already in ${first.document.file}`,
      }),
    ),
    ...repeated(rules, priorityOf).map(({ first, again }) =>
      at(again, 'priority', {
        rule: 'same-priority',
        message: `${again.id}: "priority" is that of ${first.id}; which of them is asked first?`,
      }),
    ),
  ];
}

const at = ({ node, document }: ObligationDeclaration, key: string, problem: Problem): SourceFinding =>
  findingAt(document, property(node, key) ?? node, problem);

/** What a rule shares with none of its file. */
function priorityOf({ node, document }: ObligationDeclaration): string | undefined {
  const priority: unknown = property(node, 'priority')?.value;
  return typeof priority === 'number' ? `${document.file} ${priority}` : undefined;
}
