/**
 * Items that the files no longer contain, while cases may have values of them. The full catalogue still has them, for
 * storing, copying, comparing and the audit trail; no appendix shows them and no message contains them. Of items of
 * records only the place is remembered, where they must come back to.
 */
import type {
  Catalogue,
  CatalogueGroup,
  CatalogueItem,
  CataloguePage,
  CodeList,
  ItemReader,
} from '../../schemas/compile/catalogue.types.ts';
import { nameTable } from '../../schemas/compile/nameTable.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { isRetired, RETIRED } from '../../schemas/compile/retired.ts';
import { textHash } from '../../schemas/compile/textHash.ts';
import { itemReadings } from '../../shared/blinding/itemReaders.ts';

/** One of the sources of a catalogue, so that it is stored, hashed and compiled with them. */
const FILE = 'retired/definitions.json';

/** What items are, and the places where they are. */
export type Definitions = Pick<Catalogue, 'items' | 'groups' | 'pages'>;

export interface Compiled {
  whole: Catalogue;
  codeLists: Record<string, CodeList>;
  /** by kind of records: what its files no longer contain */
  retiredOfRecords: Record<string, Definitions>;
  /** by code list: codes that it no longer has, as they were labelled last */
  retiredCodes: Record<string, CodeList['codes']>;
}

interface RetiredDefinitions {
  items: CatalogueItem[];
  groups: CatalogueGroup[];
  pages: CataloguePage[];
}

interface Retired extends RetiredDefinitions {
  codeLists: CodeList[];
  /** default: files of earlier releases remember nothing of records */
  records?: (RetiredDefinitions & { kind: string })[];
  /** default: files of earlier releases remember no codes of lists */
  codes?: Pick<CodeList, 'codeList' | 'codes'>[];
}

/** Generated from earlier files. */
export const isRetiredFile = ({ file }: Pick<SourceText, 'file'>): boolean => file === FILE;

/** What was known before and is in the files no longer, as it was defined last; null where that is nothing. */
export function retiredFile(before: Compiled, live: Compiled): SourceText | null {
  const ofCases = withReadings(before.whole, goneDefinitions(before.whole, live.whole));
  const lists = new Set(ofCases.items.map(({ codeList }) => codeList));
  const records = goneOfRecords(before, live);
  const codes = goneCodes(before, live);
  const retired: Retired = {
    ...ofCases,
    codeLists: gone(before.codeLists, live.codeLists).filter(({ codeList }) => lists.has(codeList)),
    ...(records.length > 0 && { records }),
    ...(codes.length > 0 && { codes }),
  };
  return Object.values(retired).every((definitions) => definitions.length === 0)
    ? null
    : { file: FILE, text: JSON.stringify(retired) };
}

const goneDefinitions = (before: Definitions, live: Definitions): RetiredDefinitions => ({
  items: gone(before.items, live.items).map(retiredItem),
  groups: gone(before.groups, live.groups).map(retiredGroup),
  pages: gone(before.pages, live.pages).map((page) => ({ ...page, next: null, layout: [] })),
});

/** Values are hidden from users who may not see what the values were computed from, or shown by. */
function withReadings(before: Catalogue, retired: RetiredDefinitions): RetiredDefinitions {
  if (retired.items.length === 0) return retired;
  const readings = itemReadings(before);
  return {
    ...retired,
    items: retired.items.map((item) => {
      const reads = readings.get(item.itemId);
      return reads ? { ...item, reads: reads.toSorted(byName) } : item;
    }),
  };
}

/** The same memory is the same text. */
const byName = (one: ItemReader, other: ItemReader): number => (one.reads < other.reads ? -1 : 1);

function goneOfRecords(before: Compiled, live: Compiled): NonNullable<Retired['records']> {
  const kinds = { ...before.retiredOfRecords, ...before.whole.records };
  return Object.keys(kinds)
    .toSorted()
    .map((kind) => ({
      kind,
      ...goneDefinitions(everyDefinition(before, kind), live.whole.records[kind]?.catalogue ?? NOTHING),
    }))
    .filter(({ items }) => items.length > 0);
}

/** A list that leaves takes its codes along: under its name they come back as what they were. */
const goneCodes = (before: Compiled, live: Compiled): NonNullable<Retired['codes']> =>
  Object.keys({ ...before.retiredCodes, ...before.codeLists })
    .toSorted()
    .map((codeList) => {
      const known = [...(before.retiredCodes[codeList] ?? []), ...(before.codeLists[codeList]?.codes ?? [])];
      const left = live.codeLists[codeList]?.codes ?? [];
      return { codeList, codes: gone(keyed(known, 'code'), keyed(left, 'code')) };
    })
    .filter(({ codes }) => codes.length > 0);

const NOTHING: Definitions = { items: {}, groups: {}, pages: {} };

/** What the files of a kind of records say, and what they said once. */
export function everyDefinition({ whole, retiredOfRecords }: Compiled, kind: string): Definitions {
  const live = whole.records[kind]?.catalogue ?? NOTHING;
  const retired = retiredOfRecords[kind] ?? NOTHING;
  return {
    items: behind(retired.items, live.items),
    groups: behind(retired.groups, live.groups),
    pages: behind(retired.pages, live.pages),
  };
}

/** What the files say, and behind it what they said once; the version tells catalogues with other memories apart. */
export function withRetired(live: Compiled, sources: readonly SourceText[]): Compiled {
  const text = sources.find(isRetiredFile)?.text;
  if (text === undefined) return live;
  const { items, groups, pages, codeLists, records = [], codes = [] } = JSON.parse(text) as Retired;
  const last = Object.keys(live.whole.items).length;
  const sorted = items.map((item, at) => ({ ...retiredItem(item), sort: last + at }));
  return {
    whole: {
      ...live.whole,
      version: textHash(`${live.whole.version}\n${text}`),
      items: behind(keyed(sorted, 'itemId'), live.whole.items),
      groups: behind(keyed(groups, 'group'), live.whole.groups),
      pages: behind(keyed(pages, 'page'), live.whole.pages),
    },
    codeLists: behind(keyed(codeLists, 'codeList'), live.codeLists),
    retiredOfRecords: nameTable(
      records.map(({ kind, ...of }) => [
        kind,
        {
          items: keyed(of.items, 'itemId'),
          groups: keyed(of.groups, 'group'),
          pages: keyed(of.pages, 'page'),
        },
      ]),
    ),
    retiredCodes: nameTable(codes.map((of) => [of.codeList, of.codes])),
  };
}

/** What the files say alone: where something is written that a user is to see. */
export const withoutRetired = (whole: Catalogue): Catalogue => {
  const live = <T extends { appendix: string | null }>(all: Record<string, T>): Record<string, T> =>
    nameTable(Object.entries(all).filter(([, one]) => !isRetired(one)));
  return { ...whole, items: live(whole.items), groups: live(whole.groups) };
};

/** In the order of their names, so that the same memory is the same text. */
const gone = <T>(before: Record<string, T>, live: Record<string, T>): T[] =>
  Object.entries(before)
    .filter(([name]) => !live[name])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, definition]) => definition);

/** Both tables; a live definition replaces a retired one. */
const behind = <T>(retired: Record<string, T>, live: Record<string, T>): Record<string, T> =>
  nameTable([...Object.entries(retired), ...Object.entries(live)]);

const keyed = <T, Key extends keyof T>(all: readonly T[], key: Key): Record<string, T> =>
  nameTable(all.map((one) => [String(one[key]), one]));

/** It is optional, has no checks, nothing else depends on it, and nothing fills it or is filled from it. */
const retiredItem = ({
  initial: _initial,
  calculated: _calculated,
  offer: _offer,
  selection: _selection,
  expectedness: _expectedness,
  fromText: _fromText,
  names: _names,
  ...item
}: CatalogueItem): CatalogueItem => ({
  ...item,
  appendix: RETIRED,
  role: null,
  unitOf: null,
  versionOf: null,
  textOf: null,
  unitItem: null,
  versionItem: null,
  textItem: null,
  coding: null,
  required: {},
  onHide: 'keep',
  visibleWhen: null,
  requiredWhen: null,
  readOnlyWhen: null,
  computed: null,
  boxes: [],
  list: { ...item.list, column: false },
  e2b: [],
  sort: 0,
});

const retiredGroup = (group: CatalogueGroup): CatalogueGroup => ({
  ...group,
  appendix: RETIRED,
  role: null,
  summary: [],
  min: 0,
  visibleWhen: null,
});
