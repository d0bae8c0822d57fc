/** When and by whom the audit trail has recorded each part of a case, to find documents whose authors were changed. */
import { rowKey, type CaseContent } from '../../shared/case/caseContent.ts';
import { addressKey, parseAddressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { isEmpty } from '../../shared/case/itemValue.ts';
import { isRemark } from '../../shared/replay/replay.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { NewEntry, SaveHeader } from './auditEntry.ts';

/** null: in another chain, from which the version was disconnected */
type Author = { at: string; by: string } | null;

interface VersionAuthors {
  /** by page and address key: an item whose values were emptied may have moved to another page */
  values: Map<string, Author>;
  /** by row key */
  rows: Map<string, Author>;
  /** who began a page that is one form, by page */
  forms: Map<string, Author>;
}

export interface RecordedAuthors {
  /** `content`: of the version after the save */
  add: (save: SaveHeader, entries: readonly NewEntry[], content: () => CaseContent) => void;
  /** The parts of a document that have another author or time than was recorded; a form has the address of no item. */
  differing: (caseKey: number, doc: PageDoc) => ItemAddress[];
}

const FORM: ItemAddress = { itemId: '', rowNo: 0, rowNo2: 0, rowNo3: 0 };

export function recordedAuthors(): RecordedAuthors {
  const versions = new Map<number, VersionAuthors>();
  let newest: VersionAuthors | undefined;
  /** those before the newest one, which a version that is disconnected leaves */
  const earlier: VersionAuthors[] = [];
  /** of each item and row, by its key */
  const pages = new Map<string, string>();

  const begin = (caseKey: number, isRewritten: boolean, author: Author): VersionAuthors => {
    const copied = (from: Map<string, Author> | undefined) =>
      new Map(isRewritten ? [...(from ?? [])].map(([key]) => [key, author]) : from);
    const version = {
      values: copied(newest?.values),
      rows: copied(newest?.rows),
      forms: copied(newest?.forms),
    };
    if (newest) earlier.push(newest);
    newest = version;
    versions.set(caseKey, version);
    return version;
  };

  return {
    add: ({ caseKey, saveNo, at, userId, source }, entries, content) => {
      const first = entries[0]?.action;
      // imports and seeds write all documents of a version; any other version begins with a copy
      const isRewritten = first === 'import' || source === 'system';
      const author = saveNo === 1 && first === 'disconnect' ? null : { at: at.toISOString(), by: userId };
      const known = versions.get(caseKey ?? 0);
      const version = known ?? begin(caseKey ?? 0, isRewritten, author);
      for (const entry of entries) {
        record(version, entry, author);
        pages.set(keyOf(entry), entry.page);
      }
      if (!known && isRewritten) dropForms(version, pagesOf(content(), pages));
      if (known && first === 'disconnect' && saveNo > 1) newest = earlier.pop();
    },
    differing: (caseKey, doc) => {
      const version = versions.get(caseKey);
      return version ? differingParts(version, doc) : [];
    },
  };
}

const onPage = (page: string, key: string): string => `${page}|${key}`;

const isOfRow = ({ action }: NewEntry): boolean => action.startsWith('row');

const keyOf = (entry: NewEntry): string =>
  isOfRow(entry) ? rowKey({ ...entry, group: entry.itemId }) : addressKey(entry);

const pagesOf = ({ values, rows }: CaseContent, pages: ReadonlyMap<string, string>): Set<string> =>
  new Set(
    [...values.filter((value) => !isEmpty(value)).map(addressKey), ...rows.map(rowKey)].map(
      (key) => pages.get(key) ?? '',
    ),
  );

/** A version that is rewritten has no form without content: a later edit begins it. */
function dropForms({ forms }: VersionAuthors, filled: ReadonlySet<string>): void {
  for (const page of forms.keys()) if (!filled.has(page)) forms.delete(page);
}

/** Entries about the case as a whole have no page. */
function record({ values, rows, forms }: VersionAuthors, entry: NewEntry, author: Author): void {
  const { page, after } = entry;
  if (page === '' || isRemark(entry)) return;
  if (!forms.has(page)) forms.set(page, author);
  if (!isOfRow(entry)) values.set(onPage(page, keyOf(entry)), author);
  else if (after.properties) rows.set(keyOf(entry), author);
  else rows.delete(keyOf(entry));
}

function differingParts({ values, rows, forms }: VersionAuthors, doc: PageDoc): ItemAddress[] {
  const own = { at: doc.rowAt.toISOString(), by: doc.rowBy };
  const { group, rowNo } = doc;
  const ownAddress = group === null ? FORM : { itemId: group, rowNo, rowNo2: 0, rowNo3: 0 };
  const ownAuthor = group === null ? forms.get(doc.page) : rows.get(rowKey({ ...ownAddress, group }));
  return [
    ...(isSame(ownAuthor, own) ? [] : [ownAddress]),
    ...Object.entries(doc.rows).flatMap(([key, row]) =>
      isSame(rows.get(key), row) ? [] : [parseAddressKey(key)],
    ),
    ...Object.entries(doc.items).flatMap(([key, item]) =>
      isSame(values.get(onPage(doc.page, key)), item) ? [] : [parseAddressKey(key)],
    ),
  ];
}

/** What was never recorded is compared as content; an item that was empty before and after was never recorded. */
const isSame = (author: Author | undefined, { at, by }: { at: string; by: string }): boolean =>
  !author || (author.at === at && author.by === by);
