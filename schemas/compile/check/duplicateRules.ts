/** The duplicate check: each field once, by existing roles of items and groups. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { declaredRoles, referenceAt, unknownRoles, type RoleReference } from './roleReferences.ts';
import { elements, property, textsOf } from './sourceDocument.ts';

const ROLE_LISTS = ['roles', 'codeRoles', 'kinRoles', 'ask'];

export function duplicateRules(declarations: Declarations): SourceFinding[] {
  const { item, group } = declaredRoles(declarations);
  return declarations.documents
    .filter(({ kind }) => kind === 'duplicates')
    .flatMap((document) => {
      const fields = elements(property(document.root, 'fields'));
      const rows = fields.flatMap((field) => referenceAt(property(field, 'rows')));
      return [
        ...unknownRoles(document, itemRolesIn(document.root, fields), item, 'item'),
        ...unknownRoles(document, rows, group, 'group'),
      ];
    });
}

const itemRolesIn = (root: Node | undefined, fields: readonly Node[]): RoleReference[] => [
  ...referenceAt(property(property(root, 'trial'), 'role')),
  ...fields.flatMap((field) => [
    ...ROLE_LISTS.flatMap((key) =>
      textsOf(property(field, key)).map(({ text, node }) => ({ role: text, node })),
    ),
    ...elements(property(field, 'except')).flatMap((row) => referenceAt(property(row, 'role'))),
    ...referenceAt(property(property(field, 'unit'), 'role')),
  ]),
];
