/** A case as it is stored: one document a page, or a row of a page of rows. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../../shared/case/caseContent.ts';
import { addressKey, parseAddressKey } from '../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE, isEmpty, type ItemProperties, type ItemValue } from '../../../shared/case/itemValue.ts';
import { sameValue } from '../../../shared/replay/replay.ts';
import { storedProperties } from './storedProperties.ts';
import type { StoredRow, StoredValue } from '../../storage/tables.ts';

export interface PageDoc {
  page: string;
  /** 0 for a page that is one form */
  rowNo: number;
  /** the group whose row it is, and the row's UUID; null for a page that is one form */
  group: string | null;
  rowId: string | null;
  sort: number;
  deleted: boolean;
  /** time at which the row itself was last added, deleted, restored or moved */
  rowAt: Date;
  rowBy: string;
  /** by address key; an emptied item stays, with the time of its emptying */
  items: Record<string, StoredValue>;
  /** by row key: the rows of the groups inside */
  rows: Record<string, StoredRow>;
}

export interface Change {
  at: Date;
  /** user id */
  by: string;
}

export const valueOf = ({ v, nf, n, p }: StoredValue): ItemValue => ({
  value: v,
  nullFlavor: nf,
  notation: n,
  ...(p && { properties: p as ItemProperties }),
});

export function storedValue(
  { value, nullFlavor, notation, properties }: ItemValue,
  { at, by }: Change,
): StoredValue {
  const p = storedProperties(properties);
  return { v: value, nf: nullFlavor, n: notation, ...(p && { p }), at: at.toISOString(), by };
}

/** An empty document: of a form page, or of the row of a page of rows. */
export const emptyDoc = (page: string, { at, by }: Change, row?: CaseRow): PageDoc => ({
  page,
  rowNo: row?.rowNo ?? 0,
  group: row?.group ?? null,
  rowId: row?.rowId ?? null,
  sort: row?.sort ?? 0,
  deleted: row?.deleted ?? false,
  rowAt: at,
  rowBy: by,
  items: {},
  rows: {},
});

/** The row a document is, where its page is a page of rows. */
export const ownRow = ({ group, rowNo, rowId, sort, deleted }: DocContent): CaseRow | null =>
  group !== null && rowId !== null ? { group, rowNo, rowNo2: 0, rowNo3: 0, rowId, sort, deleted } : null;

/** The content of a document, without authors and times. */
export type DocContent = Omit<PageDoc, 'page' | 'rowAt' | 'rowBy'>;

/** The content of documents as flat lists: without empty items, with all rows including deleted ones. */
export function contentOf(docs: readonly DocContent[]): CaseContent {
  const content: CaseContent = { values: [], rows: [] };
  for (const doc of docs) {
    const own = ownRow(doc);
    if (own) content.rows.push(own);
    for (const [key, { id, sort, del }] of Object.entries(doc.rows))
      content.rows.push(rowOf(key, id, sort, del));
    for (const [key, stored] of Object.entries(doc.items)) {
      const value = valueOf(stored);
      if (!isEmpty(value)) content.values.push({ ...parseAddressKey(key), ...value });
    }
  }
  return content;
}

function rowOf(key: string, rowId: string, sort: number, deleted: boolean): CaseRow {
  const { itemId: group, rowNo, rowNo2, rowNo3 } = parseAddressKey(key);
  return { group, rowNo, rowNo2, rowNo3, rowId, sort, deleted };
}

/**
 * The documents of a content. Of `stored` ones, what the content says the same way keeps who said it and when, what it
 * says no longer is emptied, and rows are only added. Items and groups the catalogue does not know are refused with an
 * error: what cannot be placed must not be dropped.
 */
export function docsOf(
  catalogue: Catalogue,
  content: CaseContent,
  change: Change,
  stored: readonly PageDoc[] = [],
): PageDoc[] {
  const { values, rows } = whatIsNew(contentOf(stored), content);
  const docs = new Map(
    stored.map((doc) => [
      `${doc.page}|${doc.rowNo}`,
      { ...doc, items: { ...doc.items }, rows: { ...doc.rows } },
    ]),
  );
  const docAt = (pageId: string, rowNo: number): PageDoc => {
    const page = catalogue.pages[pageId];
    const number = page?.kind === 'rows' ? rowNo : 0;
    const key = `${pageId}|${number}`;
    const found = docs.get(key);
    if (found) return found;
    if (number > 0) throw new Error(`row ${number} of page ${pageId} is not among the rows of the case`);
    const doc = emptyDoc(pageId, change);
    docs.set(key, doc);
    return doc;
  };
  const groupOf = (group: string) => known(catalogue.groups[group], `group ${group}`);
  for (const row of rows) {
    const { page } = groupOf(row.group);
    if (catalogue.pages[page]?.group !== row.group) continue;
    docs.set(`${page}|${row.rowNo}`, emptyDoc(page, change, row));
  }
  for (const row of rows) {
    const { page } = groupOf(row.group);
    if (catalogue.pages[page]?.group === row.group) continue;
    const { rowId: id, sort, deleted: del } = row;
    docAt(page, row.rowNo).rows[rowKey(row)] = { id, sort, del, at: change.at.toISOString(), by: change.by };
  }
  for (const value of values) {
    const { page } = known(catalogue.items[value.itemId], `item ${value.itemId}`);
    docAt(page, value.rowNo).items[addressKey(value)] = storedValue(value, change);
  }
  return [...docs.values()];
}

function whatIsNew(before: CaseContent, after: CaseContent): CaseContent {
  const was = new Map(before.values.map((value) => [addressKey(value), value]));
  const is = new Set(after.values.map(addressKey));
  const rows = new Set(before.rows.map(rowKey));
  return {
    values: [
      ...before.values
        .filter((value) => !is.has(addressKey(value)))
        .map((value) => ({ ...parseAddressKey(addressKey(value)), ...EMPTY_VALUE })),
      ...after.values.filter((value) => !sameValue(was.get(addressKey(value)) ?? EMPTY_VALUE, value)),
    ],
    rows: after.rows.filter((row) => !rows.has(rowKey(row))),
  };
}

function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`${what} is not in the catalogue`);
  return found;
}

/** Key of a document within its case. */
export const docKey = ({ page, rowNo }: Pick<PageDoc, 'page' | 'rowNo'>): string => `${page}|${rowNo}`;
