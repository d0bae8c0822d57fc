/** What fits together within one item, group or page. */
import type { Node } from 'jsonc-parser';
import { CONTROLS } from '../compileItem.ts';
import type { SourceFinding } from '../sources.types.ts';
import { findingIn, groupsOf, itemsOf, overlaysOf } from './declarations.ts';
import type { Declaration, Declarations } from './declarations.ts';
import { didYouMean } from './didYouMean.ts';
import { findingAt, members, property, textAt } from './sourceDocument.ts';

/** The authorities an appendix may not exist for yet. */
const AUTHORITIES = ['ICH', 'FDA', 'MFDS', 'PMDA', 'EMA', 'NMPA'];

/** Row numbers of an address: `rowNo`, `rowNo2`, `rowNo3`. */
const MOST_GROUPS = 3;

const PRECISIONS = ['year', 'month', 'day', 'minute', 'second'];

/** Settings that mean something to these controls only. */
const SETTINGS: Record<string, string[]> = {
  number: ['number'],
  precision: ['date'],
  futureAllowed: ['date'],
  dictionary: ['codedTerm'],
  codeList: ['codeList', 'radio', 'codedTerm', 'readOnly'],
};

export const itemRules = (declarations: Declarations): SourceFinding[] => [
  ...itemsOf(declarations).flatMap((item) => [
    ...missingSettings(item),
    ...idleSettings(item),
    ...precisionOrder(item),
  ]),
  ...groupsOf(declarations).flatMap(tooDeep),
  ...rowsAndKind(declarations),
  ...authorities(declarations),
];

function missingSettings(item: Declaration): SourceFinding[] {
  const { node } = item;
  const control = textAt(node, 'control') ?? '';
  if (['codeList', 'radio'].includes(control) && !property(node, 'codeList')) {
    const message = `control ${control} needs a "codeList"`;
    return [findingIn(item, 'control', { rule: 'code-list-missing', message })];
  }
  if (control === 'codedTerm' && !property(node, 'dictionary') && !property(node, 'codeList')) {
    return [
      findingIn(item, 'control', {
        rule: 'dictionary-missing',
        message: 'control codedTerm needs a "dictionary"',
      }),
    ];
  }
  return [];
}

const idleSettings = (item: Declaration): SourceFinding[] =>
  Object.entries(SETTINGS).flatMap(([key, controls]) => {
    const control = textAt(item.node, 'control') ?? '';
    // an unknown control is told of by its own rule
    if (!property(item.node, key) || controls.includes(control) || !CONTROLS.has(control)) return [];
    const message = `"${key}" means nothing to control ${control}; it is for ${controls.join(', ')}`;
    return [findingIn(item, key, { rule: 'setting-without-control', message })];
  });

function precisionOrder(item: Declaration): SourceFinding[] {
  const precision = property(item.node, 'precision');
  const [min, max] = ['min', 'max'].map((key) => PRECISIONS.indexOf(textAt(precision, key) ?? ''));
  if (min === undefined || max === undefined || min <= max || max === -1) return [];
  const message = `"precision" asks for more (${PRECISIONS[min]}) than it allows (${PRECISIONS[max]})`;
  return [findingIn(item, 'precision', { rule: 'precision-order', message })];
}

const tooDeep = (group: Declaration): SourceFinding[] => {
  const depth = group.groups.length + 1;
  if (depth <= MOST_GROUPS) return [];
  const message = `groups nest ${depth} deep (${[...group.groups, group.name].join(' > ')}), at most ${MOST_GROUPS} are possible`;
  return [findingIn(group, 'group', { rule: 'groups-too-deep', message })];
};

const rowsAndKind = ({ pages }: Declarations): SourceFinding[] =>
  pages.flatMap(({ page, node, document }) => {
    const kind = property(node, 'kind');
    const isRows = kind?.value === 'rows';
    const hasRows = property(node, 'rows') !== undefined;
    if (!kind || isRows === hasRows) return [];
    const message = isRows ? `${page}: kind rows needs "rows"` : `${page}: "rows" is for pages of kind rows`;
    return [findingAt(document, kind, { rule: 'rows-and-kind', message })];
  });

function authorities(declarations: Declarations): SourceFinding[] {
  const own = declarations.documents.flatMap(({ root }) => textAt(root, 'authority') ?? []);
  const known = new Set([...AUTHORITIES, ...own]);
  const check = (name: string, document: Declaration['document'], node: Node | undefined) =>
    members(property(node, 'required'))
      .map(({ key }) => ({ key, authority: String(key.value).split('/')[0] ?? '' }))
      .filter(({ authority }) => !known.has(authority))
      .map(({ key, authority }) =>
        findingAt(document, key, {
          rule: 'unknown-authority',
          message: `${name}: "required" names authority ${authority}, which is not known${didYouMean(authority, known)}`,
        }),
      );
  return [
    ...itemsOf(declarations).flatMap(({ name, document, node }) => check(name, document, node)),
    ...overlaysOf(declarations).flatMap(({ itemId, document, node }) => check(itemId, document, node)),
  ];
}
