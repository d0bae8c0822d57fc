/** Compiles texts to a catalogue. Pure, so that the browser can preview an edit and tests can compare golden files. */
import { compileGroup, compileItem } from './compileItem.ts';
import { dictionariesOf, type DictionaryDescriptor } from './dictionaries.ts';
import type { CompileLocation } from './compileItem.ts';
import { nameTable } from './nameTable.ts';
import { obligationsOf } from './obligations.ts';
import { placeAppendices } from './placeAppendices.ts';
import type { OwnedNode } from './placeAppendices.ts';
import { filledReports, reportsOf } from './reports.ts';
import { parseSources, sourceKind } from './sourceFiles.ts';
import { pathOfRecord, recordsIn, sourcesOfRecord } from './records.ts';
import { textHash } from './textHash.ts';
import type {
  Catalogue,
  CatalogueItem,
  CatalogueOverlay,
  CodeList,
  LayoutNode,
  RecordKind,
} from './catalogue.types.ts';
import type { ItemOverlay, PageSource, RecordSource, SourceText } from './sources.types.ts';

export { forAppendix } from './forAppendix.ts';
export { toJsonSchema, toUiSchema } from './rjsfSchemas.ts';

interface Growing extends Pick<Catalogue, 'pages' | 'items' | 'groups' | 'roles' | 'groupRoles'> {
  itemCount: number;
  /** attached items that do not set `onHide` themselves */
  hideWithOwner: Set<string>;
}

/**
 * All pages and appendices, for all regions. The sources must be free of errors (`checkSources`); it only throws on
 * what would lose an item: invalid JSON, a missing anchor, a duplicate id or form key.
 */
export const compileCatalogue = (sources: SourceText[]): Catalogue => compileAs(sources, versionOf(sources));

function compileAs(sources: SourceText[], version: string): Catalogue {
  const pages = parseSources(sources, 'page');
  const appendices = parseSources(sources, 'appendix');
  const content = placeAppendices(pages, appendices);
  const growing: Growing = {
    itemCount: 0,
    pages: nameTable(),
    items: nameTable(),
    groups: nameTable(),
    roles: nameTable(),
    groupRoles: nameTable(),
    hideWithOwner: new Set(),
  };
  const pageOrder = orderOf(pages);
  for (const page of pageOrder) addPage(growing, page, content.get(page.page)?.content ?? []);
  refuseSameFormKeys(growing.items);
  linkAttached(growing);
  describeCoding(growing, sources);
  const { hideWithOwner: _linked, itemCount: _count, ...catalogue } = growing;
  return {
    version,
    filesVersion: version,
    appendix: null,
    pageOrder: pageOrder.map(({ page }) => page),
    ...catalogue,
    appendices: appendices.map(({ appendix, authority, label, codeSystems = {} }) => ({
      appendix,
      authority,
      label,
      codeSystems,
    })),
    containers: appendices.flatMap(({ containers = [] }) => containers),
    reports: filledReports(reportsOf(parseSources(sources, 'report')), catalogue.items),
    obligations: obligationsOf(parseSources(sources, 'obligations')),
    receivers: parseSources(sources, 'receivers').map(({ $schema: _schema, ...source }) => source),
    records: nameTable(
      recordsIn(sources).map((record) => [record.record, compileRecord(record, sources, version)]),
    ),
    header: parseSources(sources, 'header').flatMap(({ facts }) => facts),
    completeness: parseSources(sources, 'completeness').map(({ $schema: _schema, ...source }) => source),
    overlays: nameTable(
      appendices.map(({ appendix, overlays }) => [appendix, compileOverlays(overlays ?? {}, sources)]),
    ),
  };
}

/** Its pages, compiled like those of cases with the same code lists and dictionaries. */
const compileRecord = (
  {
    $schema: _,
    record: kind,
    scope,
    sameNames = false,
    keepOne = false,
    approval = false,
    privilege = 'CASE_INFO',
    path,
    detail = 'detail',
    keyLabel,
    columns = [],
    ...record
  }: RecordSource,
  sources: SourceText[],
  version: string,
): RecordKind => ({
  kind,
  ...record,
  sameNames,
  keepOne,
  approval,
  privilege,
  path: pathOfRecord({ record: kind, path }),
  detail,
  keyLabel: keyLabel ?? null,
  columns,
  scope: scope ?? null,
  catalogue: compileAs(sourcesOfRecord(kind, sources), version),
});

/** All code lists by name, including those of appendices. */
export function codeListsOf(sources: SourceText[]): Record<string, CodeList> {
  const codeLists = parseSources(sources, 'codeList');
  const appendices = parseSources(sources, 'appendix');
  const all = [...codeLists, ...appendices.flatMap((appendix) => appendix.codeLists ?? [])];
  return nameTable(
    all.map(({ codeList, codeSystem = null, cached = true, open = false, shown, codes }) => [
      codeList,
      { codeList, codeSystem, cached, open, ...(shown && { shown }), codes },
    ]),
  );
}

/**
 * Everything that affects how a case is shown, checked, sent or printed changes the version; terms of dictionaries
 * have versions of their own. Line ends are normalised since they differ between checkouts.
 */
const versionOf = (sources: SourceText[]): string =>
  textHash(
    sources
      .filter(({ file }) => sourceKind(file) !== null || /^(e2b|dictionaries)\//.test(file))
      .toSorted((a, b) => (a.file < b.file ? -1 : 1))
      .map(({ file, text }) => `${file}\n${text.replaceAll('\r\n', '\n')}`)
      .join('\n'),
  );

/** The chain of `next`, starting at the pages that no page names as next. */
function orderOf(pages: PageSource[]): PageSource[] {
  const byName = new Map(pages.map((page) => [page.page, page]));
  const named = new Set(pages.map(({ next }) => next));
  const ordered = new Set<PageSource>();
  for (const first of pages.filter(({ page }) => !named.has(page))) {
    let page: PageSource | undefined = first;
    while (page && !ordered.has(page)) {
      ordered.add(page);
      page = page.next === null ? undefined : byName.get(page.next);
    }
  }
  return [...ordered, ...pages.filter((page) => !ordered.has(page))];
}

function addPage(growing: Growing, page: PageSource, content: OwnedNode[]): void {
  const location: CompileLocation = { page: page.page, groups: [], appendix: null };
  if (page.rows) addGroup(growing, page.rows, location);
  const inside = page.rows ? { ...location, groups: [page.rows.group] } : location;
  growing.pages[page.page] = {
    page: page.page,
    label: page.label,
    kind: page.kind,
    group: page.rows?.group ?? null,
    next: page.next,
    layout: content.flatMap((node) => addNode(growing, node, inside)),
  };
}

/** Registers a node and its descendants, and returns its layout entry: none for an attached item. */
function addNode(
  growing: Growing,
  { source, appendix, content }: OwnedNode,
  outside: CompileLocation,
): LayoutNode[] {
  const location = { ...outside, appendix };
  const inside = (around: CompileLocation) => content.flatMap((node) => addNode(growing, node, around));
  if ('itemId' in source) {
    const { itemId } = source;
    if (growing.items[itemId]) throw new Error(`item ${itemId} stands twice; run check-schemas`);
    growing.items[itemId] = compileItem(source, location, growing.itemCount);
    growing.itemCount += 1;
    if (source.role) growing.roles[source.role] = itemId;
    if (source.onHide === undefined) growing.hideWithOwner.add(itemId);
    return isAttached(growing.items[itemId]) ? [] : [{ type: 'item', itemId }];
  }
  if ('group' in source) {
    addGroup(growing, source, location);
    return [
      {
        type: 'group',
        group: source.group,
        content: inside({ ...location, groups: [...location.groups, source.group] }),
      },
    ];
  }
  const { section, label, help = null, collapsed = false, visibleWhen = null } = source;
  return [{ type: 'section', section, label, help, collapsed, visibleWhen, content: inside(location) }];
}

function addGroup(
  growing: Growing,
  source: Parameters<typeof compileGroup>[0],
  location: CompileLocation,
): void {
  if (growing.groups[source.group]) throw new Error(`group ${source.group} stands twice; run check-schemas`);
  growing.groups[source.group] = compileGroup(source, location);
  if (source.role) growing.groupRoles[source.role] = source.group;
}

/** Whether it is attached to another item as its unit, version or text. */
const isAttached = ({ unitOf, versionOf, textOf }: CatalogueItem): boolean =>
  (unitOf ?? versionOf ?? textOf) !== null;

/** Links unit, version and text with their item in both directions; they share its `onHide`. */
function linkAttached({ items, hideWithOwner }: Growing): void {
  for (const item of Object.values(items)) {
    const { itemId, unitOf, versionOf, textOf } = item;
    const owner = items[unitOf ?? versionOf ?? textOf ?? ''];
    if (owner && hideWithOwner.has(itemId)) item.onHide = owner.onHide;
    if (unitOf && items[unitOf]) items[unitOf].unitItem = itemId;
    if (versionOf && items[versionOf]) items[versionOf].versionItem = itemId;
    if (textOf && items[textOf]) items[textOf].textItem = itemId;
  }
}

/** Texts of a coded item: those it names, and the attached one. */
function describeCoding({ items }: Growing, sources: readonly SourceText[]): void {
  const dictionaries = dictionariesOf(sources);
  for (const item of Object.values(items)) {
    if (item.dictionary === null || item.coding === null) continue;
    const drawn = item.textItem === null ? [] : [item.textItem];
    item.coding = {
      ...item.coding,
      ...offeredBy(dictionaries[item.dictionary]),
      texts: [...new Set([...item.coding.texts, ...drawn])],
    };
  }
}

/** Another dictionary has other functions than that of the item. */
function compileOverlays(
  overlays: Record<string, ItemOverlay>,
  sources: readonly SourceText[],
): Record<string, CatalogueOverlay> {
  const dictionaries = dictionariesOf(sources);
  return nameTable(
    Object.entries(overlays).map(([name, overlay]) => [
      name,
      overlay.dictionary === undefined
        ? overlay
        : { ...overlay, coding: offeredBy(dictionaries[overlay.dictionary]) },
    ]),
  );
}

const offeredBy = ({ aiSupport = false, details }: Partial<DictionaryDescriptor> = {}) => ({
  recommended: aiSupport,
  details: details !== undefined,
});

function refuseSameFormKeys(items: Record<string, CatalogueItem>): void {
  const owners = new Map<string, string>();
  for (const { itemId, formKey } of Object.values(items)) {
    const other = owners.get(formKey);
    if (other !== undefined)
      throw new Error(`items ${other} and ${itemId} share the form key ${formKey}; rename one`);
    owners.set(formKey, itemId);
  }
}
