/** Items filled by a master selection are in the same rows, can be edited, and name a column of the master. */
import type { Node } from 'jsonc-parser';
import type { SourceFinding } from '../sources.types.ts';
import { closest } from './closest.ts';
import { itemsOf, type Declaration, type Declarations } from './declarations.ts';
import { elements, findingAt, members, property, textAt } from './sourceDocument.ts';
import type { SourceDocument } from './sourceDocument.ts';

export function selectionRules(declarations: Declarations): SourceFinding[] {
  const items = new Map(itemsOf(declarations).map((item) => [item.name, item]));
  const columns = columnsOfRecords(declarations.documents);
  return [...items.values()].flatMap((item) => [
    ...unknownKind(item, columns),
    ...filled(item, items, columns),
  ]);
}

type Columns = Readonly<Record<string, readonly string[]>>;

/** By kind: the key column, the items that are list columns, and the columns that join them. */
function columnsOfRecords(documents: readonly SourceDocument[]): Columns {
  const kindOf = ({ file }: SourceDocument) => file.split('/')[1] ?? '';
  const keys = documents.filter(({ kind }) => kind === 'record');
  const pages = Map.groupBy(
    documents.filter(({ kind }) => kind === 'recordPage'),
    kindOf,
  );
  return Object.fromEntries(
    keys.map((document) => [
      kindOf(document),
      [
        textAt(document.root, 'keyColumn') ?? '',
        ...elements(property(document.root, 'columns')).flatMap((node) => textAt(node, 'column') ?? []),
        ...(pages.get(kindOf(document)) ?? []).flatMap(({ root }) => columnsIn(property(root, 'content'))),
      ],
    ]),
  );
}

const columnsIn = (content: Node | undefined): string[] =>
  elements(content).flatMap((node) => {
    const isColumn = property(property(node, 'list'), 'column')?.value === true;
    const itemId = textAt(node, 'itemId');
    return itemId === undefined ? columnsIn(property(node, 'content')) : isColumn ? [itemId] : [];
  });

function unknownKind({ name, node, document }: Declaration, columns: Columns): SourceFinding[] {
  const master = property(property(node, 'selection'), 'master');
  const kind = String(master?.value);
  if (!master || columns[kind]) return [];
  const message = `${name}: there are no records of the kind ${kind}`;
  const suggestion = closest(kind, Object.keys(columns));
  return [findingAt(document, master, { rule: 'unknown-record', message, suggestion })];
}

function filled(
  { name, node, document, page, groups }: Declaration,
  items: ReadonlyMap<string, Declaration>,
  known: Columns,
): SourceFinding[] {
  const selection = property(node, 'selection');
  const columns = known[textAt(selection, 'master') ?? ''];
  if (!selection || !columns) return [];
  const rows = JSON.stringify([page, groups]);
  return members(property(selection, 'fills')).flatMap(({ key, value }) => {
    const target = String(key.value);
    const item = items.get(target);
    const column = String(value?.value);
    const at = (location: typeof key, rule: string, message: string, suggestion?: string) =>
      findingAt(document, location, { rule, message: `${name}: "fills" names ${message}`, suggestion });
    return [
      ...(item
        ? []
        : [at(key, 'unknown-item', `${target}, which is not an item`, closest(target, items.keys()))]),
      ...(item && JSON.stringify([item.page, item.groups]) !== rows
        ? [at(key, 'unfillable-item', `${target}, which is in other rows`)]
        : []),
      ...(item && (property(item.node, 'computed') ?? property(item.node, 'readOnlyWhen'))
        ? [at(key, 'unfillable-item', `${target}, which is not always editable`)]
        : []),
      ...(value && !columns.includes(column)
        ? [
            at(
              value,
              'unknown-column',
              `${column}, which is not a column of this master`,
              closest(column, columns),
            ),
          ]
        : []),
    ];
  });
}
