/** On which pages the audit trail has recorded each item and row, to find documents that were moved behind it. */
import { addressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import { isEmpty } from '../../shared/case/itemValue.ts';
import { isRemark } from '../../shared/replay/replay.ts';
import { valueOf, type PageDoc } from '../cases/record/pageDoc.ts';
import type { NewEntry } from './auditEntry.ts';

export interface RecordedPlaces {
  add: (entries: readonly NewEntry[]) => void;
  /** Whether the document is on a page and in a row where its items and rows were recorded. */
  has: (doc: PageDoc) => boolean;
}

/** Emptied items stay in a document, also those that were never recorded because they were empty before. */
const filledItems = (items: PageDoc['items']): string[] =>
  Object.entries(items).flatMap(([key, stored]) => (isEmpty(valueOf(stored)) ? [] : key));

/** Entries about the case as a whole have no page. */
const isContent = (entry: NewEntry): boolean => entry.page !== '' && !isRemark(entry);

export function recordedPlaces(): RecordedPlaces {
  const pages = new Map<string, Set<string>>();
  return {
    add: (entries) => {
      for (const entry of entries.filter(isContent)) {
        const key = addressKey(entry);
        pages.set(key, (pages.get(key) ?? new Set()).add(entry.page));
      }
    },
    has: ({ page, rowNo, group, items, rows }) => {
      const own: ItemAddress[] = group === null ? [] : [{ itemId: group, rowNo, rowNo2: 0, rowNo3: 0 }];
      const keys = [...own.map(addressKey), ...Object.keys(rows), ...filledItems(items)];
      const isRow = (key: string) => group === null || Number(key.split('|')[1]) === rowNo;
      return (group !== null || rowNo === 0) && keys.every((key) => pages.get(key)?.has(page) && isRow(key));
    },
  };
}
