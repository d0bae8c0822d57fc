/** The duplicate check: each field once, by existing roles of items and groups. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { namedGroupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import { elements, findingAt, property, textAt, textsOf, type SourceDocument } from './sourceDocument.ts';

const ROLE_LISTS = ['roles', 'codeRoles', 'kinRoles', 'ask'];

interface Named {
  role: string;
  node: Node;
}

const named = (node: Node | undefined): Named[] =>
  node?.type === 'string' ? [{ role: String(node.value), node }] : [];

export function duplicateRules(declarations: Declarations): SourceFinding[] {
  const rolesOf = (some: { node: Node }[]) => new Set(some.flatMap(({ node }) => textAt(node, 'role') ?? []));
  const items = rolesOf(namedItemsOf(declarations));
  const groups = rolesOf(namedGroupsOf(declarations));
  return declarations.documents
    .filter(({ kind }) => kind === 'duplicates')
    .flatMap((document) => {
      const fields = elements(property(document.root, 'fields'));
      return [
        ...unknown(document, itemRolesIn(document.root, fields), items, 'item'),
        ...unknown(
          document,
          fields.flatMap((field) => named(property(field, 'rows'))),
          groups,
          'group',
        ),
      ];
    });
}

const itemRolesIn = (root: Node | undefined, fields: readonly Node[]): Named[] => [
  ...named(property(property(root, 'trial'), 'role')),
  ...fields.flatMap((field) => [
    ...ROLE_LISTS.flatMap((key) =>
      textsOf(property(field, key)).map(({ text, node }) => ({ role: text, node })),
    ),
    ...elements(property(field, 'except')).flatMap((row) => named(property(row, 'role'))),
    ...named(property(property(field, 'unit'), 'role')),
  ]),
];

const unknown = (
  document: SourceDocument,
  names: readonly Named[],
  known: ReadonlySet<string>,
  what: 'item' | 'group',
): SourceFinding[] =>
  names
    .filter(({ role }) => !known.has(role))
    .map(({ role, node }) =>
      findingAt(document, node, {
        rule: 'unknown-role',
        message: `no ${what} has the role ${role}`,
        suggestion: closest(role, known),
      }),
    );
