/** The lists of the product: their columns once, their order and their codes there. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { itemsOf } from './declarations.ts';
import type { Declarations } from './declarations.ts';
import { once } from './remembered.ts';
import { elements, findingAt, property, textAt, textsOf } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';

export const listRules = (declarations: Declarations): SourceFinding[] =>
  declarations.documents
    .filter(({ kind }) => kind === 'list')
    .flatMap((document) => {
      const columns = elements(property(document.root, 'columns'));
      return [
        ...orderOf(document, columns),
        ...columnsOf(declarations, document),
        ...codingOf(declarations, document),
        ...columns.flatMap((column) => [
          ...codesOf(document, column),
          ...kindOf(document, column),
          ...roleOf(declarations, document, column),
          ...computedOf(document, column),
        ]),
      ];
    });

function orderOf(document: SourceDocument, columns: Node[]): SourceFinding[] {
  const place = property(property(document.root, 'order'), 'column');
  const asked = textAt(property(document.root, 'order'), 'column');
  const sortable = columns
    .filter((column) => property(column, 'sortable')?.value !== false)
    .flatMap((column) => textAt(column, 'column') ?? []);
  if (!place || asked === undefined || sortable.includes(asked)) return [];
  const message = `"order" names ${asked}, which is no column the list can be ordered by`;
  return [findingAt(document, place, { rule: 'unknown-column', message, meant: closest(asked, sortable) })];
}

/** A computed column is asked of cases: only a list of them says so. */
function computedOf(document: SourceDocument, column: Node): SourceFinding[] {
  const place = property(column, 'computed');
  if (!place || property(document.root, 'items')?.value === true) return [];
  const message = `${textAt(column, 'column')}: "computed" needs a list whose columns may be items of cases ("items": true)`;
  return [findingAt(document, place, { rule: 'computed-without-case', message })];
}

/** Where codes come from. */
const CODES = ['codes', 'codesOfRole', 'codesOfSource'];

function codesOf(document: SourceDocument, column: Node): SourceFinding[] {
  const name = textAt(column, 'column') ?? '';
  const given = CODES.filter((key) => property(column, key));
  const [, second] = given;
  if (second !== undefined) {
    const message = `${name}: "${second}" says again where the codes come from, after "${given[0]}"; keep one`;
    return [findingAt(document, property(column, second) ?? column, { rule: 'codes-twice', message })];
  }
  if (given.length > 0 || textAt(column, 'filterType') !== 'CHECK') return [];
  const message = `${name}: a column filtered by CHECK needs ${CODES.map((key) => `"${key}"`).join(' or ')}`;
  return [findingAt(document, property(column, 'filterType') ?? column, { rule: 'codes-missing', message })];
}

/** Kinds that a filter can compare, where not any. */
const COMPARED: Readonly<Record<string, readonly string[]>> = {
  BETWEEN_NUMERIC: ['number'],
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

const rolesOf = once((declarations: Declarations) =>
  itemsOf(declarations).flatMap(({ node }) => textAt(node, 'role') ?? []),
);

function roleOf(declarations: Declarations, document: SourceDocument, column: Node): SourceFinding[] {
  const place = property(column, 'codesOfRole');
  const asked = textAt(column, 'codesOfRole');
  const roles = rolesOf(declarations);
  if (!place || asked === undefined || roles.includes(asked)) return [];
  const message = `${textAt(column, 'column')}: "codesOfRole" names ${asked}, which is the role of no item`;
  return [findingAt(document, place, { rule: 'unknown-role', message, meant: closest(asked, roles) })];
}

/** Another list, which has columns of its own. */
function columnsOf({ documents }: Declarations, document: SourceDocument): SourceFinding[] {
  const lists = documents
    .filter(({ kind, root }) => kind === 'list' && property(root, 'columns'))
    .flatMap(({ root }) => textAt(root, 'list') ?? []);
  return unknownOf(document, document.root, 'columnsOf', { names: lists, rule: 'unknown-list' });
}

/** The dictionary and the items of terms to be coded. */
function codingOf(declarations: Declarations, document: SourceDocument): SourceFinding[] {
  const coding = property(document.root, 'coding');
  if (!coding) return [];
  const dictionaries = declarations.documents
    .filter(({ kind }) => kind === 'dictionary')
    .flatMap(({ root }) => textAt(root, 'dictionary') ?? []);
  const items = itemsOf(declarations).map(({ name }) => name);
  return [
    ...unknownOf(document, coding, 'dictionary', { names: dictionaries, rule: 'unknown-dictionary' }),
    ...textsOf(property(coding, 'items'))
      .filter(({ text }) => !items.includes(text))
      .map(({ text, node }) => {
        const message = `"items" names ${text}, which is not there`;
        return findingAt(document, node, { rule: 'unknown-item', message, meant: closest(text, items) });
      }),
  ];
}

/** A name that nothing has. */
function unknownOf(
  document: SourceDocument,
  node: Node | undefined,
  key: string,
  { names, rule }: { names: readonly string[]; rule: string },
): SourceFinding[] {
  const place = property(node, key);
  const asked = textAt(node, key);
  if (!place || asked === undefined || names.includes(asked)) return [];
  const message = `"${key}" names ${asked}, which is not there`;
  return [findingAt(document, place, { rule, message, meant: closest(asked, names) })];
}
