/** The lists of the product: distinct columns, valid order and codes. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { itemsOf, overlaysOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { memoize } from './memoize.ts';
import { elements, findingAt, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';
import { referenceAt, unknownNames } from './unknownNames.ts';

export const listRules = (declarations: Declarations): SourceFinding[] =>
  declarations.documents
    .filter(({ kind }) => kind === 'list')
    .flatMap((document) => {
      const columns = elements(property(document.root, 'columns'));
      return [
        ...orderOf(document, columns, 'order'),
        ...orderOf(document, columns, 'workOrder'),
        ...viewsOf(document, columns),
        ...columnsOf(declarations, document),
        ...codingOf(declarations, document),
        ...columns.flatMap((column) => [
          ...codesOf(document, column),
          ...kindOf(document, column),
          ...roleOf(declarations, document, column),
          ...computedOf(document, column),
          ...ranksOf(document, columns, column),
        ]),
      ];
    });

function orderOf(document: SourceDocument, columns: Node[], key: 'order' | 'workOrder'): SourceFinding[] {
  const sortable = columns
    .filter((column) => property(column, 'sortable')?.value !== false)
    .flatMap((column) => textAt(column, 'column') ?? []);
  return unknownNames(document, referenceAt(property(document.root, key), 'column'), sortable, (name) => ({
    rule: 'unknown-column',
    message: `"${key}" names ${name}, which is not a column the list can be ordered by`,
  }));
}

/** Views that come with a list name its columns, and have numbers of their own. */
function viewsOf(document: SourceDocument, columns: Node[]): SourceFinding[] {
  const views = elements(property(document.root, 'views'));
  const names = columns.flatMap((column) => textAt(column, 'column') ?? []);
  const keys = views.map((view): unknown => property(view, 'key')?.value);
  return views.flatMap((view, at) => {
    const key = property(view, 'key');
    const named = [
      ...textsOf(property(view, 'first')),
      ...[...elements(property(view, 'filters')), property(view, 'order')].flatMap((part) =>
        referenceAt(part, 'column'),
      ),
    ];
    const unknown = unknownNames(document, named, names, (name) => ({
      rule: 'unknown-column',
      message: `the view names ${name}, which is not a column of the list`,
    }));
    if (!key || keys.indexOf(key.value) === at) return unknown;
    const message = `"key" ${String(key.value)} is that of another view of the list`;
    return [...unknown, findingAt(document, key, { rule: 'duplicate-view', message })];
  });
}

/** A computed column is asked of cases: only a list of them says so. */
function computedOf(document: SourceDocument, column: Node): SourceFinding[] {
  const place = property(column, 'computed');
  if (!place || property(document.root, 'items')?.value === true) return [];
  const message = `${textAt(column, 'column')}: "computed" needs a list whose columns may be items of cases ("items": true)`;
  return [findingAt(document, place, { rule: 'computed-without-case', message })];
}

/** Ranks are filters of other columns: one that is a rank itself could lead back to this one. */
function ranksOf(document: SourceDocument, columns: Node[], column: Node): SourceFinding[] {
  const ranks = property(column, 'ranks');
  const names = columns
    .filter((one) => !property(one, 'ranks'))
    .flatMap((one) => textAt(one, 'column') ?? []);
  const filters = elements(property(ranks, 'rules')).flatMap((rule) => elements(property(rule, 'filters')));
  return [
    ...unknownOf(document, ranks, 'within', { names, rule: 'unknown-column' }),
    ...filters.flatMap((filter) => unknownOf(document, filter, 'column', { names, rule: 'unknown-column' })),
  ];
}

/** Keys that supply the codes of a column. */
const CODES = ['codes', 'codesOfRole', 'codesOfSource'];

function codesOf(document: SourceDocument, column: Node): SourceFinding[] {
  const name = textAt(column, 'column') ?? '';
  const present = CODES.filter((key) => property(column, key));
  const [, second] = present;
  if (second !== undefined) {
    const message = `${name}: "${second}" duplicates "${present[0]}" as source of the codes; keep one`;
    return [findingAt(document, property(column, second) ?? column, { rule: 'codes-twice', message })];
  }
  if (present.length > 0 || property(column, 'ranks') || textAt(column, 'filterType') !== 'CHECK') return [];
  const message = `${name}: a column filtered by CHECK needs ${CODES.map((key) => `"${key}"`).join(' or ')}`;
  return [findingAt(document, property(column, 'filterType') ?? column, { rule: 'codes-missing', message })];
}

/** Kinds that a filter can compare, unlike other kinds. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  BETWEEN_NUMERIC: ['number', 'daysLeft'],
  BETWEEN_DATE: ['date', 'dateTime'],
  BETWEEN_DATE_TIME: ['date', 'dateTime'],
};

function kindOf(document: SourceDocument, column: Node): SourceFinding[] {
  const kind = textAt(column, 'kind');
  const filterType = textAt(column, 'filterType') ?? '';
  const fitting = COMPARED[filterType];
  if (kind === undefined || !fitting || fitting.includes(kind)) return [];
  const message = `${textAt(column, 'column')}: ${filterType} compares no ${kind}; "kind" may be ${fitting.join(' or ')}`;
  return [findingAt(document, property(column, 'kind') ?? column, { rule: 'kind-not-filtered-so', message })];
}

const rolesOf = memoize((declarations: Declarations) =>
  itemsOf(declarations).flatMap(({ node }) => textAt(node, 'role') ?? []),
);

const roleOf = (declarations: Declarations, document: SourceDocument, column: Node): SourceFinding[] =>
  unknownNames(document, referenceAt(column, 'codesOfRole'), rolesOf(declarations), (name) => ({
    rule: 'unknown-role',
    message: `${textAt(column, 'column')}: "codesOfRole" names ${name}, which is not the role of any item`,
  }));

/** Another list with columns of its own. */
function columnsOf({ documents }: Declarations, document: SourceDocument): SourceFinding[] {
  const lists = documents
    .filter(({ kind, root }) => kind === 'list' && property(root, 'columns'))
    .flatMap(({ root }) => textAt(root, 'list') ?? []);
  return unknownOf(document, document.root, 'columnsOf', { names: lists, rule: 'unknown-list' });
}

/** The dictionary and the items of a coding list. */
function codingOf(declarations: Declarations, document: SourceDocument): SourceFinding[] {
  const coding = property(document.root, 'coding');
  if (!coding) return [];
  const dictionaries = declarations.documents
    .filter(({ kind }) => kind === 'dictionary')
    .flatMap(({ root }) => textAt(root, 'dictionary') ?? []);
  const items = itemsOf(declarations).map(({ name }) => name);
  return [
    ...unknownOf(document, coding, 'dictionary', { names: dictionaries, rule: 'unknown-dictionary' }),
    ...unknownNames(document, textsOf(property(coding, 'items')), items, (name) => ({
      rule: 'unknown-item',
      message: `"items" names ${name}, which does not exist`,
    })),
    ...(dictionaries.includes(textAt(coding, 'dictionary') ?? '')
      ? codedOtherwise(declarations, document, coding)
      : []),
  ];
}

/** Items that another dictionary codes, in every region: the list would put its codes where they mean something else. */
function codedOtherwise(declarations: Declarations, document: SourceDocument, coding: Node): SourceFinding[] {
  const dictionary = textAt(coding, 'dictionary');
  const coded = [...itemsOf(declarations), ...overlaysOf(declarations)].flatMap(({ name, node }) => {
    const by = textAt(node, 'dictionary');
    return by === undefined ? [] : [{ name, by }];
  });
  return textsOf(property(coding, 'items')).flatMap(({ text, node }) => {
    const dictionaries = coded.filter(({ name }) => name === text).map(({ by }) => by);
    if (dictionary === undefined || dictionaries.length === 0 || dictionaries.includes(dictionary)) return [];
    const message = `"items" names ${text}, which no region codes with ${dictionary}, but with ${dictionaries.join(', ')}`;
    return [findingAt(document, node, { rule: 'coded-by-other-dictionary', message })];
  });
}

/** Reports a reference that does not resolve. */
const unknownOf = (
  document: SourceDocument,
  node: Node | undefined,
  key: string,
  { names, rule }: { names: readonly string[]; rule: string },
): SourceFinding[] =>
  unknownNames(document, referenceAt(node, key), names, (name) => ({
    rule,
    message: `"${key}" names ${name}, which does not exist`,
  }));
