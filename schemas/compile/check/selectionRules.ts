/** What a master selection fills: items that can be edited, in the same rows or in rows within, from items of the master. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { groupsOf, itemsOf, type Declaration, type Declarations } from './declarations.ts';
import { elements, findingAt, members, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';

export function selectionRules(declarations: Declarations): SourceFinding[] {
  const items = new Map(itemsOf(declarations).map((item) => [item.name, item]));
  const groups = new Map(groupsOf(declarations).map((group) => [group.name, group]));
  const records = columnsOfRecords(declarations.documents);
  return [...items.values()].flatMap((item) => {
    const selection = property(item.node, 'selection');
    const master = property(selection, 'master');
    if (!selection || !master) return [];
    const columns = records[String(master.value)];
    return columns
      ? filledBy({ item, items, groups, columns }, selection)
      : [unknownKind(item, master, Object.keys(records))];
  });
}

/** By group, the items of a record outside of rows under the empty name. */
type Columns = Readonly<Record<string, readonly string[]>>;

function columnsOfRecords(documents: readonly SourceDocument[]): Readonly<Record<string, Columns>> {
  const kindOf = ({ file }: SourceDocument) => file.split('/')[1] ?? '';
  const pages = Map.groupBy(
    documents.filter(({ kind }) => kind === 'recordPage'),
    kindOf,
  );
  return Object.fromEntries(
    documents
      .filter(({ kind }) => kind === 'record')
      .map((document) => {
        const found = (pages.get(kindOf(document)) ?? []).flatMap(({ root }) =>
          columnsIn(property(root, 'content'), ''),
        );
        const byGroup = Map.groupBy(found, ([group]) => group);
        const names = [...byGroup].map(([group, of]) => [group, of.map(([, itemId]) => itemId)] as const);
        return [kindOf(document), { '': [], ...Object.fromEntries(names) }];
      }),
  );
}

/** The items with the group that repeats them; rows in rows fill nothing. */
const columnsIn = (content: Node | undefined, group: string): [group: string, itemId: string][] =>
  elements(content).flatMap((node) => {
    const itemId = textAt(node, 'itemId');
    if (itemId !== undefined) return [[group, itemId]];
    const own = textAt(node, 'group');
    if (own !== undefined && group !== '') return [];
    return columnsIn(property(node, 'content'), own ?? group);
  });

function unknownKind({ name, document }: Declaration, master: Node, kinds: readonly string[]): SourceFinding {
  const kind = String(master.value);
  const message = `${name}: there are no records of the kind ${kind}`;
  return findingAt(document, master, { rule: 'unknown-record', message, suggestion: closest(kind, kinds) });
}

interface Filling {
  /** offers the selection */
  item: Declaration;
  items: ReadonlyMap<string, Declaration>;
  groups: ReadonlyMap<string, Declaration>;
  columns: Columns;
}

function filledBy(filling: Filling, selection: Node): SourceFinding[] {
  const { item, columns } = filling;
  return [
    ...filled(filling, selection, item.groups, columns[''] ?? []),
    ...elements(property(selection, 'rows')).flatMap((rows) => rowsFilled(filling, rows)),
  ];
}

function rowsFilled(filling: Filling, rows: Node): SourceFinding[] {
  const { item, groups, columns } = filling;
  const [from, group] = [property(rows, 'from'), property(rows, 'group')];
  if (!from && !group) {
    const message = `${item.name}: an entry of "rows" needs "from", "group" or both`;
    return [findingAt(item.document, rows, { rule: 'unfillable-item', message })];
  }
  const ofRow = columns[from ? String(from.value) : ''];
  const target = groups.get(String(group?.value));
  const isWithin =
    target?.page === item.page && JSON.stringify(target.groups) === JSON.stringify(item.groups);
  const at = (node: Node, rule: string, message: string, suggestion?: string) =>
    findingAt(item.document, node, { rule, message: `${item.name}: "rows" names ${message}`, suggestion });
  const known = Object.keys(columns).filter((name) => name !== '');
  return [
    ...(from && !ofRow
      ? [
          at(
            from,
            'unknown-group',
            `${from.value}, which is not a group of this master`,
            closest(String(from.value), known),
          ),
        ]
      : []),
    ...(group && !target
      ? [
          at(
            group,
            'unknown-group',
            `${group.value}, which is not a group`,
            closest(String(group.value), groups.keys()),
          ),
        ]
      : []),
    ...(group && target && !isWithin
      ? [at(group, 'unfillable-item', `${group.value}, whose rows are not within those of this item`)]
      : []),
    ...(ofRow && (!group || isWithin)
      ? filled(filling, rows, group ? [...item.groups, String(group.value)] : item.groups, ofRow)
      : []),
    ...(ofRow ? conditions(filling, property(rows, 'where'), ofRow) : []),
  ];
}

/** `rows`: the groups that the items have to be in. */
function filled(
  { item: { name, document, page }, items }: Filling,
  fill: Node,
  rows: readonly string[],
  columns: readonly string[],
): SourceFinding[] {
  const fills = property(fill, 'fills');
  const others = members(property(fill, 'otherDictionaries')).flatMap(({ key, value }) => {
    const at = (location: Node, rule: string, message: string, suggestion?: string) =>
      findingAt(document, location, {
        rule,
        message: `${name}: "otherDictionaries" names ${message}`,
        suggestion,
      });
    const itemId = String(key.value);
    const known = members(fills).map((member) => String(member.key.value));
    return [
      ...(known.includes(itemId)
        ? []
        : [at(key, 'unknown-item', `${itemId}, which "fills" does not name`, closest(itemId, known))]),
      ...elements(value).flatMap((column) =>
        unknownColumn(String(column.value), columns, (...found) => at(column, ...found)),
      ),
    ];
  });
  const named = members(fills).flatMap(({ key, value }) => {
    const target = String(key.value);
    const item = items.get(target);
    const isThere = item?.page === page && JSON.stringify(item.groups) === JSON.stringify(rows);
    const at = (location: typeof key, rule: string, message: string, suggestion?: string) =>
      findingAt(document, location, { rule, message: `${name}: "fills" names ${message}`, suggestion });
    return [
      ...(item
        ? []
        : [at(key, 'unknown-item', `${target}, which is not an item`, closest(target, items.keys()))]),
      ...(item && !isThere ? [at(key, 'unfillable-item', `${target}, which is in other rows`)] : []),
      ...(item && (property(item.node, 'computed') ?? property(item.node, 'readOnlyWhen'))
        ? [at(key, 'unfillable-item', `${target}, which is not always editable`)]
        : []),
      ...(value ? unknownColumn(String(value.value), columns, (...found) => at(value, ...found)) : []),
    ];
  });
  return [...named, ...others];
}

/** Columns of the rows, and items of the same rows as the one that offers the selection. */
function conditions(
  { item: { name, document, page, groups }, items }: Filling,
  where: Node | undefined,
  columns: readonly string[],
): SourceFinding[] {
  return members(where).flatMap(({ key, value }) => {
    const compared = String(value?.value);
    const item = items.get(compared);
    const isThere = item?.page === page && JSON.stringify(item.groups) === JSON.stringify(groups);
    const at = (location: Node, rule: string, message: string, suggestion?: string) =>
      findingAt(document, location, { rule, message: `${name}: "where" names ${message}`, suggestion });
    return [
      ...unknownColumn(String(key.value), columns, (...found) => at(key, ...found)),
      ...(value && !item
        ? [at(value, 'unknown-item', `${compared}, which is not an item`, closest(compared, items.keys()))]
        : []),
      ...(value && item && !isThere
        ? [at(value, 'unfillable-item', `${compared}, which is in other rows`)]
        : []),
    ];
  });
}

const unknownColumn = (
  column: string,
  columns: readonly string[],
  at: (rule: string, message: string, suggestion?: string) => SourceFinding,
): SourceFinding[] =>
  columns.includes(column)
    ? []
    : [at('unknown-column', `${column}, which is not a column of this master`, closest(column, columns))];
