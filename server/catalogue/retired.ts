/**
 * Items that the files no longer contain, while cases may have values of them. The full catalogue still has them, for
 * storing, copying, comparing and the audit trail; no appendix shows them and no message contains them.
 */
import type {
  Catalogue,
  CatalogueGroup,
  CatalogueItem,
  CataloguePage,
  CodeList,
} from '../../schemas/compile/catalogue.types.ts';
import { nameTable } from '../../schemas/compile/nameTable.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { textHash } from '../../schemas/compile/textHash.ts';

/** The owner of what is retired: no appendix is called so, and so none shows it. */
export const RETIRED = '(retired)';

/** One of the sources of a catalogue, so that it is stored, hashed and compiled with them. */
const FILE = 'retired/definitions.json';

export interface Compiled {
  whole: Catalogue;
  codeLists: Record<string, CodeList>;
}

interface Retired {
  items: CatalogueItem[];
  groups: CatalogueGroup[];
  pages: CataloguePage[];
  codeLists: CodeList[];
}

/** Generated from earlier files. */
export const isRetiredFile = ({ file }: Pick<SourceText, 'file'>): boolean => file === FILE;

/** What was known before and is in the files no longer, as it was defined last; null where that is nothing. */
export function retiredFile(before: Compiled, live: Compiled): SourceText | null {
  const items = gone(before.whole.items, live.whole.items).map(retiredItem);
  const lists = new Set(items.map(({ codeList }) => codeList));
  const retired: Retired = {
    items,
    groups: gone(before.whole.groups, live.whole.groups).map(retiredGroup),
    pages: gone(before.whole.pages, live.whole.pages).map((page) => ({ ...page, next: null, layout: [] })),
    codeLists: gone(before.codeLists, live.codeLists).filter(({ codeList }) => lists.has(codeList)),
  };
  return Object.values(retired).every((definitions) => definitions.length === 0)
    ? null
    : { file: FILE, text: JSON.stringify(retired) };
}

/** What the files say, and behind it what they said once; the version tells catalogues with other memories apart. */
export function withRetired(live: Compiled, sources: readonly SourceText[]): Compiled {
  const text = sources.find(isRetiredFile)?.text;
  if (text === undefined) return live;
  const { items, groups, pages, codeLists } = JSON.parse(text) as Retired;
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
  };
}

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
