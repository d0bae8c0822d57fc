/** Findings of record kinds, and of what only they may have: the pages of each kind as a catalogue of its own, and its descriptor. */
import type { Node } from 'jsonc-parser';
import { closest } from '../../../schemas/compile/check/closest.ts';
import { declarationsOf, itemsOf, type Declaration } from '../../../schemas/compile/check/declarations.ts';
import { selectionRules } from '../../../schemas/compile/check/selectionRules.ts';
import {
  elements,
  findingAt,
  property,
  readDocument,
  textAt,
} from '../../../schemas/compile/check/sourceDocument.ts';
import { listsOf } from '../../../schemas/compile/lists.ts';
import { fileOfRecord, pathOfRecord, recordsIn, sourcesOfRecord } from '../../../schemas/compile/records.ts';
import type { RecordSource, SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';

/**
 * Labels of records explain most items; a case item has always a help text. Kinds that are selected are not among the
 * files of one kind.
 */
const NOT_HERE = new Set(['missing-help', 'unknown-record']);

type Lint = (sources: SourceText[]) => SourceFinding[];

/** `lint` finds what is wrong in the files of one catalogue; `known` findings are left out. */
export function recordFindings(
  sources: SourceText[],
  known: readonly SourceFinding[],
  lint: Lint,
): SourceFinding[] {
  const seen = new Set(known.map(findingKey));
  const records = recordsIn(sources);
  // items of a kind may select records of another
  const kinds = sources.filter(({ file }) => file.startsWith('records/'));
  const ofCases = itemsOf(
    declarationsOf(sources.filter(({ file }) => !file.startsWith('records/')).map(readDocument)),
  );
  const owners = new Map(ofCases.map(({ name }) => [name, 'a page of cases']));
  return [
    ...ofCases.flatMap(notOfCases),
    ...menusTwice(records, sources),
    ...pathsTwice(records, sources),
    ...records.flatMap((record) => {
      const own = sourcesOfRecord(record.record, sources);
      const pages = own.filter(({ file }) => file.startsWith('pages/'));
      const files = new Set(pages.map(({ file }) => file));
      const items = itemsOf(declarationsOf(pages.map(readDocument)));
      const found = [
        ...lint(own).filter(({ file, rule }) => files.has(file) && !NOT_HERE.has(rule)),
        ...selectionRules(declarationsOf([...pages, ...kinds].map(readDocument))),
        ...pages.flatMap(otherKinds),
        ...items.flatMap((item) => [...notOfRecords(item), ...namedTwice(item, owners, record.record)]),
      ];
      for (const { name } of items) owners.set(name, record.record);
      const named = found.map((finding) => ({ ...finding, file: fileOfRecord(record.record, finding.file) }));
      return [
        ...named.filter((finding) => !seen.has(findingKey(finding))),
        ...naming(record, sources, items),
        ...joining(record, sources, items),
      ];
    }),
  ];
}

const findingKey = ({ file, line, column, rule }: SourceFinding): string =>
  [file, line, column, rule].join('|');

const descriptorOf = (kind: string, sources: readonly SourceText[]) =>
  readDocument(
    sources.find(({ file }) => file === `records/${kind}/${kind}.record.json`) ?? { file: '', text: '{}' },
  );

/** Two lists with one menu would be one list: that of records would take the place of the other. */
function menusTwice(records: readonly RecordSource[], sources: readonly SourceText[]): SourceFinding[] {
  const lists = Object.values(listsOf(sources)).map(({ list, label }) => ({ menuId: list, name: label.en }));
  const kinds = records.map(({ record, menuId }) => ({ menuId, name: record }));
  return records.flatMap(({ record, menuId }, index) => {
    const other = [...lists, ...kinds.slice(0, index)].find((earlier) => earlier.menuId === menuId);
    if (!other) return [];
    const document = descriptorOf(record, sources);
    const location = property(document.root, 'menuId') ?? { offset: 0, length: 0 };
    return [
      findingAt(document, location, {
        rule: 'menu-twice',
        message: `${record}: the menu ${menuId} is that of ${other.name}`,
      }),
    ];
  });
}

/** The address names the kind: of two kinds at one address only the first would ever open. */
function pathsTwice(records: readonly RecordSource[], sources: readonly SourceText[]): SourceFinding[] {
  const contains = (path: string, other: string): boolean => `${other}/`.startsWith(`${path}/`);
  return records.flatMap((record, index) => {
    const path = pathOfRecord(record);
    const other = records
      .slice(0, index)
      .find((earlier) => contains(pathOfRecord(earlier), path) || contains(path, pathOfRecord(earlier)));
    if (!other) return [];
    const document = descriptorOf(record.record, sources);
    const location = property(document.root, 'path') ??
      property(document.root, 'record') ?? { offset: 0, length: 0 };
    return [
      findingAt(document, location, {
        rule: 'path-twice',
        message: `${record.record}: its pages have the address ${path}, which leads to ${other.record}`,
      }),
    ];
  });
}

const isListColumn = (item: Node): boolean => property(property(item, 'list'), 'column')?.value === true;

/** The item that names a record occurs once in it and is a column of lists. */
function naming(
  { record, nameItem }: RecordSource,
  sources: readonly SourceText[],
  items: readonly Declaration[],
): SourceFinding[] {
  const item = items.find(({ name }) => name === nameItem);
  const isColumn = item && isListColumn(item.node);
  if (item && isColumn && item.groups.length === 0) return [];
  const document = descriptorOf(record, sources);
  const location = property(document.root, 'nameItem') ?? { offset: 0, length: 0 };
  const message = item
    ? `${record}: "nameItem" names ${nameItem}, which must be a column ("list") outside of repeated rows`
    : `${record}: "nameItem" names ${nameItem}, which is no item of the kind`;
  const suggestion = item
    ? undefined
    : closest(
        nameItem,
        items.map(({ name }) => name),
      );
  return [findingAt(document, location, { rule: 'record-name', message, suggestion })];
}

/** Columns of selected rows join items that are columns of lists. */
function joining(
  { record, columns = [] }: RecordSource,
  sources: readonly SourceText[],
  items: readonly Declaration[],
): SourceFinding[] {
  const known = items.filter(({ node }) => isListColumn(node)).map(({ name }) => name);
  const document = descriptorOf(record, sources);
  return elements(property(document.root, 'columns')).flatMap((node, index) =>
    elements(property(node, 'items'))
      .filter(({ value }) => !known.includes(String(value)))
      .map((item) =>
        findingAt(document, item, {
          rule: 'unknown-item',
          message: `${record}: the column ${columns[index]?.column} names ${item.value}, which is no list column of the kind`,
          suggestion: closest(String(item.value), known),
        }),
      ),
  );
}

/** A page of a record is one form; more of the same are rows in it. */
function otherKinds(source: SourceText): SourceFinding[] {
  const document = readDocument(source);
  const kind = property(document.root, 'kind');
  if (!kind || kind.value === 'form') return [];
  const message = `${textAt(document.root, 'page')}: a page of records has the kind form`;
  return [findingAt(document, kind, { rule: 'record-page-kind', message })];
}

/** Keys that have a meaning in cases only. */
const OF_CASES = ['e2b', 'boxes', 'blinded', 'privacy'];

const notOfRecords = ({ name, node, document }: Declaration): SourceFinding[] =>
  OF_CASES.flatMap((key) => {
    const value = property(node, key);
    if (!value) return [];
    const message = `${name}: "${key}" is for items of cases`;
    return [findingAt(document, value, { rule: 'not-of-records', message })];
  });

/** Controls of which only records know what is chosen, and keep its name up to date. */
const CHOOSING = ['chosenRecords', 'chosenItems'];

const notOfCases = ({ name, node, document }: Declaration): SourceFinding[] => {
  const control = property(node, 'control');
  if (!control || !CHOOSING.includes(String(control.value))) return [];
  const message = `${name}: control ${control.value} is for items of records`;
  return [findingAt(document, control, { rule: 'not-of-cases', message })];
};

/** The audit trail names an item by its id alone. */
function namedTwice(
  { name, node, document }: Declaration,
  owners: ReadonlyMap<string, string>,
  kind: string,
): SourceFinding[] {
  const owner = owners.get(name);
  if (owner === undefined || owner === kind) return [];
  const message = `${name}: the id is that of an item of ${owner}`;
  return [findingAt(document, property(node, 'itemId') ?? node, { rule: 'duplicate-id', message })];
}
