/** Rules of rule files and appendices: references resolve, and ids are unique. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { namedGroupsOf, namedItemsOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { profilesOf } from './referenceRules.ts';
import { memoize } from './memoize.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceLocation, Problem, SourceDocument } from './sourceDocument.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

/** A rule in the source with its location. */
export interface RuleDeclaration {
  id: string;
  authority: string;
  /** the region of the authority, or null */
  appendix: string | null;
  node: Node;
  document: SourceDocument;
}

/** All rules of all files. */
export const rulesOf = memoize(({ documents }: Declarations): RuleDeclaration[] => {
  const regions = new Map(
    documents.flatMap(({ kind, root }): [string, string][] => {
      const [appendix, authority] = [textAt(root, 'appendix'), textAt(root, 'authority')];
      return kind === 'appendix' && appendix !== undefined && authority !== undefined
        ? [[authority, appendix]]
        : [];
    }),
  );
  return documents
    .filter(({ kind }) => kind === 'rules' || kind === 'appendix')
    .flatMap((document) => {
      const authority = textAt(document.root, 'authority') ?? '';
      return elements(property(document.root, 'rules')).flatMap((node) => {
        const id = textAt(node, 'id');
        return id === undefined
          ? []
          : [{ id, authority, appendix: regions.get(authority) ?? null, node, document }];
      });
    });
});

export function ruleFileRules(declarations: Declarations): SourceFinding[] {
  const rules = rulesOf(declarations);
  const written = new Set(rules.map(({ id }) => id));
  const again = declarations.documents.flatMap(({ root }) => members(property(root, 'same')));
  const ids = new Set([...written, ...again.map(({ key }) => String(key.value))]);
  const items = new Map(namedItemsOf(declarations).map((item) => [item.name, item.appendix]));
  return [
    ...rules.flatMap((rule) => [
      ...ofItems(rule, items),
      ...inExamples(rule, items),
      ...scope(declarations, rule),
      ...profiles(declarations, rule),
      ...otherRules(rule, ids),
    ]),
    ...twice(declarations, rules),
    ...sameRules(declarations, written),
    ...authorities(declarations),
  ];
}

const at = ({ id, document }: RuleDeclaration, location: SourceLocation, problem: Problem): SourceFinding =>
  findingAt(document, location, { ...problem, message: `${id}: ${problem.message}` });

function ofItems(rule: RuleDeclaration, items: ReadonlyMap<string, string | null>): SourceFinding[] {
  return textsOf(property(rule.node, 'items')).flatMap(({ text, node }) => {
    const owner = items.get(text);
    if (owner === undefined) {
      const message = `"items" names ${text}, which does not exist`;
      return [at(rule, node, { rule: 'unknown-item', message, suggestion: closest(text, items.keys()) })];
    }
    if (owner === null || owner === rule.appendix) return [];
    const message = `"items" names ${text}, which only appendix ${owner} shows, not that of ${rule.authority}`;
    return [at(rule, node, { rule: 'item-of-other-appendix', severity: 'warning', message })];
  });
}

function inExamples(rule: RuleDeclaration, items: ReadonlyMap<string, string | null>): SourceFinding[] {
  return ['pass', 'fail'].flatMap((which) =>
    members(property(property(rule.node, 'examples'), which)).flatMap(({ key }) => {
      const [itemId = '', ...rows] = String(key.value).split('|');
      if (!items.has(itemId)) {
        const near = closest(itemId, items.keys());
        const message = `the example names ${itemId}, which does not exist`;
        const suggestion = near && [near, ...rows].join('|');
        return [at(rule, key, { rule: 'unknown-item', message, suggestion })];
      }
      if (rows.every((row) => /^[1-9]\d*$/.test(row))) return [];
      const message = `the row numbers behind ${itemId} are whole numbers from 1, as in ${itemId}|2`;
      return [at(rule, key, { rule: 'row-number', message })];
    }),
  );
}

function scope(declarations: Declarations, rule: RuleDeclaration): SourceFinding[] {
  const known = ['case', ...namedGroupsOf(declarations).map((group) => group.name)];
  return unknownNames(rule.document, referenceAt(rule.node, 'scope'), known, (name) => ({
    rule: 'unknown-group',
    message: `${rule.id}: "scope" names group ${name}, which does not exist`,
  }));
}

function profiles(declarations: Declarations, rule: RuleDeclaration): SourceFinding[] {
  const known = profilesOf(declarations).get(rule.authority) ?? new Set<string>();
  return unknownNames(rule.document, textsOf(property(rule.node, 'profiles')), known, (name) => ({
    rule: 'unknown-profile',
    message: `${rule.id}: "profiles" names ${name}, which ${rule.authority} does not have: the rule would never run`,
  }));
}

const otherRules = (rule: RuleDeclaration, ids: ReadonlySet<string>): SourceFinding[] =>
  textsOf(property(rule.node, 'replaces'))
    .filter(({ text }) => !ids.has(text) || text === rule.id)
    .map(({ text, node }) => {
      const message = `"replaces" names ${text}, which is ${text === rule.id ? 'the rule itself' : 'not a rule'}`;
      const others = [...ids].filter((id) => id !== rule.id);
      return at(rule, node, { rule: 'unknown-rule', message, suggestion: closest(text, others) });
    });

/** Ids are unique among all rules, including those defined by `same`. */
function twice({ documents }: Declarations, rules: RuleDeclaration[]): SourceFinding[] {
  const again = documents.flatMap((document) =>
    members(property(document.root, 'same')).map(({ key }) => ({
      id: String(key.value),
      document,
      place: key,
    })),
  );
  const all = [
    ...rules.map(({ id, document, node }) => ({ id, document, place: property(node, 'id') ?? node })),
    ...again,
  ];
  const first = new Map<string, string>();
  return all.flatMap(({ id, document, place: location }) => {
    const file = first.get(id);
    first.set(id, file ?? document.file);
    if (file === undefined) return [];
    return [
      findingAt(document, location, { rule: 'duplicate-rule', message: `rule ${id} is already in ${file}` }),
    ];
  });
}

/** `same` refers to rules defined in full. */
const sameRules = ({ documents }: Declarations, ids: ReadonlySet<string>): SourceFinding[] =>
  documents.flatMap((document) =>
    members(property(document.root, 'same')).flatMap(({ key, value }) => {
      const base = String(value?.value);
      if (!value || ids.has(base)) return [];
      const message = `${String(key.value)} is to be the same as ${base}, which is not a rule`;
      return [findingAt(document, value, { rule: 'unknown-rule', message, suggestion: closest(base, ids) })];
    }),
  );

/** Rules of an unknown authority would never run. */
function authorities(declarations: Declarations): SourceFinding[] {
  const appendices = declarations.documents.filter(({ kind }) => kind === 'appendix');
  const seen = new Map<string, string>();
  return appendices.flatMap((document) => {
    const authority = textAt(document.root, 'authority');
    const location = property(document.root, 'authority');
    if (authority === undefined || !location) return [];
    const other = seen.get(authority);
    seen.set(authority, other ?? document.file);
    if (other === undefined) return [];
    const message = `${other} and ${document.file} are both of ${authority}; an authority has one appendix`;
    return [findingAt(document, location, { rule: 'duplicate-authority', message })];
  });
}
