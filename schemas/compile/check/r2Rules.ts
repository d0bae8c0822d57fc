/** What the table of E2B(R2) elements names: items, groups, tables of codes, other elements and headings. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { namedGroupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import {
  elements,
  findingAt,
  members,
  property,
  textAt,
  textsOf,
  type SourceDocument,
} from './sourceDocument.ts';

/** Keys whose value is the name of an item, a group, an element. */
const ITEM_KEYS = ['to', 'subject', 'into', 'versionTo', 'text', 'unitTo'];
const GROUP_KEYS = ['row', 'every', 'newRow', 'dosages'];
const ELEMENT_KEYS = ['format', 'version', 'of', 'time', 'named', 'beside'];

interface Named {
  kind: string;
  node: Node;
  /** what it may name */
  known: ReadonlySet<string>;
  rule: string;
}

export function r2Rules(declarations: Declarations): SourceFinding[] {
  const document = declarations.documents.find(({ kind }) => kind === 'r2');
  if (!document) return [];
  const all = elementsIn(property(document.root, 'content'));
  const items = new Set(namedItemsOf(declarations).map(({ name }) => name));
  const groups = new Set(namedGroupsOf(declarations).map(({ name }) => name));
  const names = new Set(all.flatMap((node) => textAt(node, 'element') ?? textAt(node, 'block') ?? []));
  const headings = new Set(textsOf(property(document.root, 'headings')).map(({ text }) => text));
  const codes = declarations.documents.find(({ kind }) => kind === 'r2Codes');
  const keysOf = (key: string): Set<string> =>
    new Set(members(property(codes?.root, key)).map((member) => String(member.key.value)));
  const [tables, words] = [keysOf('tables'), keysOf('words')];
  const one = (node: Node, keys: string[], kind: string, rule: string, known: ReadonlySet<string>): Named[] =>
    keys.flatMap((key) =>
      textNodes(property(node, key)).map((found) => ({ kind, node: found, known, rule })),
    );
  const named = all.flatMap((node): Named[] => [
    ...one(node, [...ITEM_KEYS, 'also', 'criteria'], 'item', 'unknown-item', items),
    ...valuesOf(property(node, 'items')).map((found) => ({
      kind: 'item',
      node: found,
      known: items,
      rule: 'unknown-item',
    })),
    ...['first', 'suspects'].flatMap((key) => {
      const found = property(property(node, key), 'item');
      return found ? [{ kind: 'item', node: found, known: items, rule: 'unknown-item' }] : [];
    }),
    ...one(node, GROUP_KEYS, 'group', 'unknown-group', groups),
    ...one(node, ELEMENT_KEYS, 'element', 'unknown-element', names),
    ...valuesOf(property(node, 'elements')).map((found) => ({
      kind: 'element',
      node: found,
      known: names,
      rule: 'unknown-element',
    })),
    ...one(node, ['heading'], 'heading', 'unknown-heading', headings),
    ...(codes ? one(node, ['table'], 'table of codes', 'unknown-table', tables) : []),
    ...(codes ? one(node, ['words'], 'list of words', 'unknown-table', words) : []),
  ]);
  return [
    ...named
      .filter(({ node, known }) => !known.has(String(node.value)))
      .map((wrong) => unknown(document, wrong)),
    ...twice(document, all),
  ];
}

function unknown(document: SourceDocument, { kind, node, known, rule }: Named): SourceFinding {
  const name = String(node.value);
  const message = `the ${kind} ${name} does not exist`;
  return findingAt(document, node, { rule, message, suggestion: closest(name, known) });
}

/** Blocks and elements, with those inside of them. */
const elementsIn = (content: Node | undefined): Node[] =>
  elements(content).flatMap((node) => [node, ...elementsIn(property(node, 'content'))]);

const textNodes = (node: Node | undefined): Node[] =>
  node?.type === 'array'
    ? textsOf(node).map(({ node: found }) => found)
    : node?.type === 'string'
      ? [node]
      : [];

const valuesOf = (node: Node | undefined): Node[] =>
  members(node).flatMap(({ value }) => (value?.type === 'string' ? [value] : []));

function twice(document: SourceDocument, all: readonly Node[]): SourceFinding[] {
  const seen = new Set<string>();
  return all.flatMap((node) => {
    const found = property(node, 'element') ?? property(node, 'block');
    const name = String(found?.value);
    const again = seen.has(name);
    seen.add(name);
    return again && found
      ? [
          findingAt(document, found, {
            rule: 'duplicate-element',
            message: `the element ${name} is in the table twice`,
          }),
        ]
      : [];
  });
}
