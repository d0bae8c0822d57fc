/** Dictionaries: their references resolve, and items refer to existing ones. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { findingIn, namedItemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { declaredRoles, unknownRoles } from './roleReferences.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { referenceAt, referenceOf, unknownNames, type NameReference } from './unknownNames.ts';

export function dictionaryRules(declarations: Declarations): SourceFinding[] {
  const documents = declarations.documents.filter(({ kind }) => kind === 'dictionary');
  const dictionaries = documents.flatMap(({ root }) => textAt(root, 'dictionary') ?? []);
  const codeLists = declarations.codeLists.map(({ codeList }) => codeList);
  const roles = declaredRoles(declarations).item;
  return [
    ...documents.flatMap((document) => [
      ...columnsOf(document),
      ...levelsOf(document),
      ...fieldsOf(document),
      ...unknown(document, 'dictionary', referenceAt(document.root, 'termsOf'), dictionaries),
      ...unknown(document, 'code-list', referenceAt(document.root, 'codeList'), codeLists),
      ...fieldNodes(document).flatMap((field) =>
        unknown(document, 'code-list', referenceAt(field, 'codeList'), codeLists),
      ),
      ...beginsOf(document, roles),
    ]),
    ...itemsWithout(declarations, dictionaries),
    ...lookUpFields(declarations, documents),
  ];
}

const keysOf = (node: Node | undefined, key: string): NameReference[] =>
  members(property(node, key)).flatMap((member) => referenceOf(member.key));

const listed = (node: Node | undefined, key: string): NameReference[] => textsOf(property(node, key));

const fieldNodes = ({ root }: SourceDocument): Node[] => elements(property(root, 'fields'));

/** Reports names that are not among the known ones. */
const unknown = (
  document: SourceDocument,
  what: 'column' | 'field' | 'code' | 'dictionary' | 'code-list',
  references: readonly NameReference[],
  known: readonly string[],
): SourceFinding[] =>
  unknownNames(document, references, known, (name) => ({
    rule: `unknown-${what}`,
    message: `there is no ${what.replace('-', ' ')} ${name}`,
  }));

function columnsOf(document: SourceDocument): SourceFinding[] {
  const { root } = document;
  const upgrade = property(root, 'upgrade');
  const columns = elements(property(root, 'columns')).flatMap((column) => textAt(column, 'column') ?? []);
  return unknown(
    document,
    'column',
    [
      ...['code', 'term', 'directInput', 'sequence', 'tone'].flatMap((key) => referenceAt(root, key)),
      ...listed(root, 'searched'),
      ...keysOf(root, 'only'),
      ...listed(upgrade, 'compared'),
      ...referenceAt(upgrade, 'sameBy'),
      ...fieldNodes(document).flatMap((field) => [
        ...referenceAt(field, 'column'),
        ...keysOf(field, 'anyOf'),
        ...keysOf(field, 'allOf'),
      ]),
    ],
    columns,
  );
}

function levelsOf(document: SourceDocument): SourceFinding[] {
  const { root } = document;
  const count = elements(property(root, 'levels')).length;
  const named = [
    ...elements(property(root, 'columns')).map((column) => ({
      of: textAt(column, 'column'),
      location: property(column, 'level'),
    })),
    { of: 'preferred', location: property(root, 'preferred') },
  ];
  return named.flatMap(({ of, location }) => {
    const level: unknown = location?.value;
    if (!location || typeof level !== 'number' || level < count) return [];
    const message = `${of}: there is no level ${level}, "levels" names ${count}, counted from 0`;
    return [findingAt(document, location, { rule: 'unknown-level', message })];
  });
}

/** Required settings of each kind of field. */
const NEEDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  choice: [['column'], ['codes']],
  column: [['column']],
  tick: [['anyOf', 'allOf']],
};

function fieldsOf(document: SourceDocument): SourceFinding[] {
  const fields = fieldNodes(document);
  const ofKind = (kind?: string) =>
    fields
      .filter((field) => kind === undefined || textAt(field, 'kind') === kind)
      .flatMap((field) => textAt(field, 'field') ?? []);
  const referenced = elements(property(document.root, 'columns')).flatMap((column) =>
    keysOf(column, 'shownFor'),
  );
  const excluded = fields.flatMap((field) => referenceAt(field, 'excludes'));
  return [
    ...unknown(document, 'field', excluded, ofKind('tick')),
    ...unknown(document, 'field', referenced, ofKind()),
    ...fields.flatMap((field) =>
      (NEEDS[textAt(field, 'kind') ?? ''] ?? [])
        .filter((keys) => !keys.some((key) => property(field, key)))
        .map((keys) => {
          const message = `${textAt(field, 'field')}: a ${textAt(field, 'kind')} needs ${keys.map((key) => `"${key}"`).join(' or ')}`;
          return findingAt(document, property(field, 'kind') ?? field, { rule: 'field-incomplete', message });
        }),
    ),
  ];
}

/** Search fields that begin with a value of the case name an item. Partial sources without items are not checked. */
const beginsOf = (document: SourceDocument, roles: ReadonlySet<string>): SourceFinding[] =>
  roles.size === 0
    ? []
    : unknownRoles(
        document,
        fieldNodes(document).flatMap((field) => referenceAt(field, 'begins')),
        roles,
        'item',
      );

/** Search fields that items set: the dictionary has them, and a choice has the code. */
function lookUpFields(declarations: Declarations, documents: SourceDocument[]): SourceFinding[] {
  const byName = new Map(documents.map((document) => [textAt(document.root, 'dictionary'), document]));
  return namedItemsOf(declarations).flatMap((item) => {
    const dictionary = byName.get(textAt(item.node, 'dictionary'));
    if (!dictionary) return [];
    const fields = new Map(fieldNodes(dictionary).map((field) => [textAt(field, 'field') ?? '', field]));
    return members(property(item.node, 'lookUpFields')).flatMap(({ key, value }) => {
      const name = String(key.value);
      const field = fields.get(name);
      if (!field) return unknown(item.document, 'field', referenceOf(key), [...fields.keys()]);
      const codes = elements(property(field, 'codes')).flatMap((code) => textAt(code, 'code') ?? []);
      const set = value ? [{ text: String(value.value), node: value }] : [];
      return codes.length > 0 ? unknown(item.document, 'code', set, codes) : [];
    });
  });
}

/** Items and overlays. Partial sources without any dictionary are not checked. */
function itemsWithout(declarations: Declarations, dictionaries: string[]): SourceFinding[] {
  const overlays = overlaysOf(declarations).map(({ key, node = key, ...overlay }) => ({ ...overlay, node }));
  return [...namedItemsOf(declarations), ...overlays].flatMap((item) => {
    const name = textAt(item.node, 'dictionary');
    if (name === undefined || dictionaries.length === 0 || dictionaries.includes(name)) return [];
    const message = `"dictionary" names ${name}, which does not exist`;
    const suggestion = closest(name, dictionaries);
    return [findingIn(item, 'dictionary', { rule: 'unknown-dictionary', message, suggestion })];
  });
}
