/** The duplicate check: each field once, by existing roles of items and groups. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { declaredRoles, unknownRoles } from './roleReferences.ts';
import { elements, property, textsOf } from './sourceDocument.ts';
import { referenceAt, type NameReference } from './unknownNames.ts';

const ROLE_LISTS = ['roles', 'codeRoles', 'kinRoles', 'ask'];

export function duplicateRules(declarations: Declarations): SourceFinding[] {
  const { item, group } = declaredRoles(declarations);
  return declarations.documents
    .filter(({ kind }) => kind === 'duplicates')
    .flatMap((document) => {
      const fields = elements(property(document.root, 'fields'));
      const rows = fields.flatMap((field) => referenceAt(field, 'rows'));
      return [
        ...unknownRoles(document, itemRolesIn(document.root, fields), item, 'item'),
        ...unknownRoles(document, rows, group, 'group'),
      ];
    });
}

const itemRolesIn = (root: Node | undefined, fields: readonly Node[]): NameReference[] => [
  ...referenceAt(property(root, 'trial'), 'role'),
  ...fields.flatMap((field) => [
    ...ROLE_LISTS.flatMap((key) => textsOf(property(field, key))),
    ...elements(property(field, 'except')).flatMap((row) => referenceAt(row, 'role')),
    ...referenceAt(property(field, 'unit'), 'role'),
  ]),
];
