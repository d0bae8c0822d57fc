/** Rules that propose receivers: each id once. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { memoize } from './memoize.ts';
import { elements, findingAt, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';

interface ReceiverDeclaration {
  id: string;
  node: Node;
  document: SourceDocument;
}

/** Rules of all files of receivers. */
export const receiverRulesOf = memoize(({ documents }: Declarations): ReceiverDeclaration[] =>
  documents
    .filter(({ kind }) => kind === 'receivers')
    .flatMap((document) =>
      elements(property(document.root, 'rules')).flatMap((node) => {
        const id = textAt(node, 'id');
        return id === undefined ? [] : [{ id, node, document }];
      }),
    ),
);

/** Routes of all files of receivers. */
export const receiverRoutesOf = memoize(({ documents }: Declarations): Omit<ReceiverDeclaration, 'id'>[] =>
  documents
    .filter(({ kind }) => kind === 'receivers')
    .flatMap((document) => elements(property(document.root, 'routes')).map((node) => ({ node, document }))),
);

export const receiverRules = (declarations: Declarations): SourceFinding[] =>
  repeated(receiverRulesOf(declarations), ({ id }) => id).map(({ first, again }) =>
    findingAt(again.document, property(again.node, 'id') ?? again.node, {
      rule: 'duplicate-rule',
      message: `rule ${again.id} is already in ${first.document.file}`,
    }),
  );
