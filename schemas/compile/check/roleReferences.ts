/** References to items and groups by role, in files outside the pages. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { namedGroupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import { textAt, type SourceDocument } from './sourceDocument.ts';
import { unknownNames, type NameReference } from './unknownNames.ts';

/** Roles of all items and of all groups. */
export function declaredRoles(declarations: Declarations): Record<'item' | 'group', ReadonlySet<string>> {
  const rolesOf = (some: { node: Node }[]) => new Set(some.flatMap(({ node }) => textAt(node, 'role') ?? []));
  return { item: rolesOf(namedItemsOf(declarations)), group: rolesOf(namedGroupsOf(declarations)) };
}

/** A finding for each reference to a role that no item, or no group, has. */
export const unknownRoles = (
  document: SourceDocument,
  references: readonly NameReference[],
  known: ReadonlySet<string>,
  what: 'item' | 'group',
): SourceFinding[] =>
  unknownNames(document, references, known, (role) => ({
    rule: 'unknown-role',
    message: `no ${what} has the role ${role}`,
  }));
