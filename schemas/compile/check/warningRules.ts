/** Warnings: unique, with effective settings and valid references. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { namedItemsOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { memoize } from './memoize.ts';
import { elements, findingAt, members, property, textAt, textsOf } from './sourceDocument.ts';
import type { Problem, SourceDocument } from './sourceDocument.ts';
import { repeated } from './uniqueRules.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

/** A warning in the source with its location. */
export interface WarningDeclaration {
  id: string;
  node: Node;
  document: SourceDocument;
}

interface Watch {
  /** settings only for this kind */
  keys: readonly string[];
  /** parameters of its message */
  facts: readonly string[];
}

const WATCHES: Readonly<Record<string, Watch>> = {
  obligation: { keys: ['days'], facts: ['receiver', 'due', 'days'] },
  step: { keys: ['days'], facts: ['step', 'due', 'since', 'days', 'limit', 'limitDays', 'limitHours'] },
  lock: { keys: ['days'], facts: ['receiver', 'since', 'days'] },
  finding: { keys: ['severities', 'rules'], facts: ['receiver', 'message'] },
  uncoded: { keys: ['dictionaries'], facts: ['text'] },
  acknowledgement: { keys: ['codes'], facts: ['receiver', 'code', 'text', 'since'] },
};
const SETTINGS = [...new Set(Object.values(WATCHES).flatMap(({ keys }) => keys))];

/** Warnings of all files. */
export const warningDeclarations = memoize(({ documents }: Declarations): WarningDeclaration[] =>
  documents
    .filter(({ kind }) => kind === 'warnings')
    .flatMap((document) =>
      elements(property(document.root, 'warnings')).flatMap((node) => {
        const id = textAt(node, 'id');
        return id === undefined ? [] : [{ id, node, document }];
      }),
    ),
);

export function warningRules(declarations: Declarations): SourceFinding[] {
  const warnings = warningDeclarations(declarations);
  return [
    ...repeated(warnings, ({ id }) => id).map(({ first, again }) =>
      at(again, property(again.node, 'id'), {
        rule: 'duplicate-warning',
        message: `is already in ${first.document.file}`,
      }),
    ),
    ...warnings.flatMap((warning) => [
      ...settings(warning),
      ...facts(warning),
      ...range(warning),
      ...page(declarations, warning),
      ...dictionaries(declarations, warning),
      ...items(declarations, warning),
    ]),
  ];
}

const at = ({ id, node, document }: WarningDeclaration, location: Node | undefined, problem: Problem) =>
  findingAt(document, location ?? node, { ...problem, message: `${id}: ${problem.message}` });

const watchOf = ({ node }: WarningDeclaration): Watch | undefined => WATCHES[textAt(node, 'watches') ?? ''];

function settings(warning: WarningDeclaration): SourceFinding[] {
  const watch = watchOf(warning);
  return members(warning.node).flatMap(({ key }) => {
    const name = String(key.value);
    if (!watch || !SETTINGS.includes(name) || watch.keys.includes(name)) return [];
    const message = `"${name}" has no effect for watches ${textAt(warning.node, 'watches')}`;
    return [at(warning, key, { rule: 'setting-without-watch', message })];
  });
}

function facts(warning: WarningDeclaration): SourceFinding[] {
  const watch = watchOf(warning);
  return members(property(warning.node, 'message')).flatMap(({ value }) =>
    [...String(value?.value ?? '').matchAll(/\{(\w*)\}/g)].flatMap(([, fact = '']) => {
      if (!watch || watch.facts.includes(fact)) return [];
      const message = `unknown parameter {${fact}}; there are ${watch.facts.map((one) => `{${one}}`).join(', ')}`;
      return [at(warning, value, { rule: 'unknown-placeholder', message })];
    }),
  );
}

function range(warning: WarningDeclaration): SourceFinding[] {
  const days = property(warning.node, 'days');
  const [from, to] = ['from', 'to'].map((end): unknown => property(days, end)?.value);
  if (typeof from !== 'number' || typeof to !== 'number' || from <= to) return [];
  return [at(warning, days, { rule: 'days-range', message: `no day is from ${from} on and up to ${to}` })];
}

function page({ pages }: Declarations, warning: WarningDeclaration): SourceFinding[] {
  const known = pages.map((one) => one.page);
  return unknownNames(warning.document, referenceAt(warning.node, 'page'), known, (name) => ({
    rule: 'unknown-page',
    message: `${warning.id}: "page" names ${name}, which does not exist`,
  }));
}

function dictionaries(declarations: Declarations, warning: WarningDeclaration): SourceFinding[] {
  const known = new Set(namedItemsOf(declarations).flatMap(({ node }) => textAt(node, 'dictionary') ?? []));
  return unknownNames(warning.document, textsOf(property(warning.node, 'dictionaries')), known, (name) => ({
    rule: 'unknown-dictionary',
    message: `${warning.id}: "dictionaries" names ${name}, but no item is coded with it`,
  }));
}

/** Settings of the examples. */
function items(declarations: Declarations, warning: WarningDeclaration): SourceFinding[] {
  const known = new Set(namedItemsOf(declarations).map(({ name }) => name));
  const examples = ['pass', 'fail'].flatMap((which) =>
    members(property(property(property(warning.node, 'examples'), which), 'says')),
  );
  return examples
    .map(({ key }) => ({ name: String(key.value).split('|')[0] ?? '', place: key }))
    .filter(({ name }) => !known.has(name))
    .map(({ name, place: location }) => {
      const message = `names ${name}, which does not exist`;
      return at(warning, location, { rule: 'unknown-item', message });
    });
}
