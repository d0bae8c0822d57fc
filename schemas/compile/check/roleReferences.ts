/** References to items and groups by role, in files outside the pages. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { namedGroupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import { findingAt, textAt, type SourceDocument } from './sourceDocument.ts';

export interface RoleReference {
  role: string;
  node: Node;
}

/** The reference that a string node is; none for any other node. */
export const referenceAt = (node: Node | undefined): RoleReference[] =>
  node?.type === 'string' ? [{ role: String(node.value), node }] : [];

/** Roles of all items and of all groups. */
export function declaredRoles(declarations: Declarations): Record<'item' | 'group', ReadonlySet<string>> {
  const rolesOf = (some: { node: Node }[]) => new Set(some.flatMap(({ node }) => textAt(node, 'role') ?? []));
  return { item: rolesOf(namedItemsOf(declarations)), group: rolesOf(namedGroupsOf(declarations)) };
}

/** A finding for each reference to a role that no item, or no group, has. */
export const unknownRoles = (
  document: SourceDocument,
  references: readonly RoleReference[],
  known: ReadonlySet<string>,
  what: 'item' | 'group',
): SourceFinding[] =>
  references
    .filter(({ role }) => !known.has(role))
    .map(({ role, node }) =>
      findingAt(document, node, {
        rule: 'unknown-role',
        message: `no ${what} has the role ${role}`,
        suggestion: closest(role, known),
      }),
    );
