/** Default mapping rules: their targets, the codes of their value maps, and one rule for each source of a target. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { groupsOf, namedItemsOf, type Declarations } from './declarations.ts';
import {
  elements,
  findingAt,
  members,
  property,
  textAt,
  textsOf,
  type SourceDocument,
} from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

const NULL_FLAVOR = 'null:';

export const syncRules = (declarations: Declarations): SourceFinding[] =>
  declarations.documents
    .filter(({ kind }) => kind === 'sync')
    .flatMap((document) => {
      const rules = elements(property(document.root, 'rules'));
      const groups = elements(property(document.root, 'groups'));
      const names = {
        target: namedItemsOf(declarations).map(({ name }) => name),
        group: groupsOf(declarations).map(({ name }) => name),
      };
      return [
        ...unknown(document, groups, 'group', names.group),
        ...unknown(document, rules, 'target', names.target),
        ...sameSource(document, rules),
        ...rules.flatMap((rule) => codeFindings(declarations, document, rule)),
      ];
    });

const unknown = (
  document: SourceDocument,
  nodes: readonly Node[],
  key: 'group' | 'target',
  names: readonly string[],
): SourceFinding[] =>
  unknownNames(
    document,
    nodes.flatMap((node) => referenceAt(node, key)),
    names,
    (name) => ({
      rule: key === 'group' ? 'unknown-group' : 'unknown-item',
      message: `"${key}" names ${name}, which does not exist`,
    }),
  );

const sameSource = (document: SourceDocument, rules: Node[]): SourceFinding[] =>
  repeated(rules, (rule) => `${textAt(rule, 'target')}|${property(rule, 'seq')?.value}`).map(({ again }) =>
    findingAt(document, property(again, 'seq') ?? again, {
      rule: 'duplicate-rule',
      message: `${textAt(again, 'target') ?? ''} has a rule with this "seq" already`,
    }),
  );

/** Values of maps and constants are codes of the item, or null flavors that it takes. */
function codeFindings(declarations: Declarations, document: SourceDocument, rule: Node): SourceFinding[] {
  const transform = property(rule, 'transform');
  const item = namedItemsOf(declarations).find(({ name }) => name === textAt(rule, 'target'));
  const codeList = textAt(item?.node, 'codeList');
  const list = declarations.codeLists.find((one) => one.codeList === codeList);
  const codes = list && elements(property(list.node, 'codes')).flatMap((code) => textAt(code, 'code') ?? []);
  const flavors = textsOf(property(item?.node, 'nullFlavors')).map(({ text }) => text);
  return members(property(transform, 'values')).flatMap(({ value }) => {
    const text: unknown = value?.value;
    if (!value || typeof text !== 'string' || text === '') return [];
    const isFlavor = text.startsWith(NULL_FLAVOR);
    const known = isFlavor ? flavors : codes;
    const code = isFlavor ? text.slice(NULL_FLAVOR.length) : text;
    if (!item || known === undefined || known.includes(code)) return [];
    return [
      findingAt(document, value, {
        rule: isFlavor ? 'impossible-null-flavor' : 'unknown-code',
        message: `${item.name} does not take ${text}`,
        suggestion: isFlavor ? undefined : closest(code, known),
      }),
    ];
  });
}
