/** References by name: a name that is not known is a finding with the known name that was probably meant. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingAt, property, type Problem, type SourceDocument } from './sourceDocument.ts';

export interface NameReference {
  text: string;
  node: Node;
}

/** The reference that a node is; none if it is missing or not a text. */
export const referenceOf = (node: Node | undefined): NameReference[] =>
  node?.type === 'string' ? [{ text: String(node.value), node }] : [];

/** The reference that a property is. */
export const referenceAt = (node: Node | undefined, key: string): NameReference[] =>
  referenceOf(property(node, key));

/** A finding for each reference to a name that is not among the known ones. */
export function unknownNames(
  document: SourceDocument,
  references: readonly NameReference[],
  known: ReadonlySet<string> | readonly string[],
  problemOf: (name: string) => Pick<Problem, 'rule' | 'message'>,
): SourceFinding[] {
  const names = 'has' in known ? known : new Set(known);
  return references
    .filter(({ text }) => !names.has(text))
    .map(({ text, node }) =>
      findingAt(document, node, { ...problemOf(text), suggestion: closest(text, names) }),
    );
}
