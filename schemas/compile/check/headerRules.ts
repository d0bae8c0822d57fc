/** The header of a case: each fact once, with one source of its value, by existing roles of items and groups. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import type { Declarations } from './declarations.ts';
import { declaredRoles, unknownRoles } from './roleReferences.ts';
import { elements, findingAt, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';
import { referenceAt, referenceOf } from './unknownNames.ts';

export function headerRules(declarations: Declarations): SourceFinding[] {
  const { item, group } = declaredRoles(declarations);
  return declarations.documents
    .filter(({ kind }) => kind === 'header')
    .flatMap((document) => {
      const facts = elements(property(document.root, 'facts'));
      const parts = facts.flatMap((fact) => [
        ...elements(property(fact, 'from')),
        ...[property(fact, 'worst')].filter((node) => node !== undefined),
      ]);
      const rows = parts.flatMap((part) => referenceAt(part, 'rows'));
      return [
        ...factTwice(document, facts),
        ...facts.flatMap((fact) => oneSource(document, fact)),
        ...unknownRoles(document, parts.flatMap(itemRolesOf), item, 'item'),
        ...unknownRoles(document, rows, group, 'group'),
      ];
    });
}

const itemRolesOf = (part: Node) => [
  ...elements(property(part, 'roles')).flatMap(referenceOf),
  ...referenceAt(property(part, 'only'), 'role'),
  ...elements(property(part, 'first')).flatMap((match) => referenceAt(match, 'role')),
];

const factTwice = (document: SourceDocument, facts: Node[]): SourceFinding[] =>
  repeated(facts, (fact) => textAt(fact, 'fact')).map(({ again }) =>
    findingAt(document, property(again, 'fact') ?? again, {
      rule: 'fact-twice',
      message: `the header already has the fact ${textAt(again, 'fact') ?? ''}`,
    }),
  );

/** Keys that supply the value of a fact. */
const SOURCES = ['from', 'worst', 'shows'];

function oneSource(document: SourceDocument, fact: Node): SourceFinding[] {
  const present = SOURCES.filter((key) => property(fact, key));
  if (present.length === 1) return [];
  const message = `${textAt(fact, 'fact') ?? 'fact'}: needs one of ${SOURCES.map((key) => `"${key}"`).join(', ')}`;
  return [findingAt(document, property(fact, 'fact') ?? fact, { rule: 'fact-source', message })];
}
