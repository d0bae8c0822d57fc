/**
 * Reconstructs a case from its audit trail. Law: replaying all saves of a chain in order yields exactly what is
 * stored, after every one of them (tests/api/replayLaw.test.ts).
 */
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressKey, type ItemAddress } from '../case/itemAddress.ts';
import { isEmpty, type ItemProperties, type ItemValue } from '../case/itemValue.ts';

/** The state after an entry of the audit trail. */
interface RecordedEntry extends ItemAddress {
  /** '' for the case as a whole */
  page: string;
  action: string;
  value: string | null;
  nullFlavor: string | null;
  notation: string | null;
  /** of a value: its properties; of a row: its position, name and deletion state */
  properties: Readonly<Record<string, string | number>> | null;
}

/** One save of the chain of a case. */
export interface RecordedSave {
  saveNo: number;
  /** the version it belongs to */
  caseKey: number;
  entries: readonly RecordedEntry[];
}

interface Version {
  caseKey: number;
  values: Map<string, CaseValue>;
  rows: Map<string, CaseRow>;
}

/** Actions that set the value of an item. */
const VALUE_ACTIONS = new Set(['add', 'change', 'clear', 'import']);
/** Actions at an item that leave the case as it is: of coders, of those who ask, and of who opens an attachment. */
export const REMARKS: readonly string[] = [
  'codeReviewed',
  'codedAgain',
  'codeDecided',
  'question',
  'download',
];
/** A version leaves the others and continues in a chain of its own. */
const LEAVES = 'disconnect';

const isOfRow = ({ action }: RecordedEntry): boolean => action.startsWith('row');

/** Whether an entry is about an item without changing it, its author or its version. */
export const isRemark = ({ action }: { action: string }): boolean => REMARKS.includes(action);

export interface Replay {
  /** Applies the next save of the chain, in order. */
  apply(save: RecordedSave): void;
  /** Current versions of the case, the first one first; one that left is not among them. */
  versions(): readonly number[];
  /** The complete content of a version, including deleted rows; null if the chain does not have it. */
  content(caseKey: number): CaseContent | null;
}

/** A replay before the first save of a chain. */
export function startReplay(): Replay {
  const all = new Map<number, Version>();
  const versions: Version[] = [];

  /** A version starts as a copy of the newest one. */
  const begin = (caseKey: number): Version => {
    const newest = versions.at(-1);
    const version = { caseKey, values: new Map(newest?.values), rows: new Map(newest?.rows) };
    all.set(caseKey, version);
    versions.push(version);
    return version;
  };

  return {
    apply({ caseKey, entries }) {
      const known = all.get(caseKey);
      const version = known ?? begin(caseKey);
      for (const entry of entries) {
        if (isOfRow(entry)) applyRow(version, entry);
        else if (entry.page !== '' && VALUE_ACTIONS.has(entry.action)) applyValue(version, entry);
      }
      if (known && entries.some(({ action }) => action === LEAVES))
        versions.splice(versions.indexOf(known), 1);
    },
    versions: () => versions.map(({ caseKey }) => caseKey),
    content(caseKey) {
      const version = all.get(caseKey);
      return version ? { values: [...version.values.values()], rows: [...version.rows.values()] } : null;
    },
  };
}

function applyValue({ values }: Version, entry: RecordedEntry): void {
  const { itemId, rowNo, rowNo2, rowNo3, value, nullFlavor, notation, properties } = entry;
  const entryValue: CaseValue = {
    itemId,
    rowNo,
    rowNo2,
    rowNo3,
    value,
    nullFlavor,
    notation,
    ...(properties && { properties: properties as ItemProperties }),
  };
  if (isEmpty(entryValue)) values.delete(addressKey(entryValue));
  else values.set(addressKey(entryValue), entryValue);
}

/** A row without properties is removed: that version does not have it. */
function applyRow(
  { rows }: Version,
  { itemId: group, rowNo, rowNo2, rowNo3, properties }: RecordedEntry,
): void {
  const rowAddress = { group, rowNo, rowNo2, rowNo3 };
  if (properties === null) rows.delete(rowKey(rowAddress));
  else {
    const { rowId = '', sort = 0, deleted } = properties;
    rows.set(rowKey(rowAddress), {
      ...rowAddress,
      rowId: String(rowId),
      sort: Number(sort),
      deleted: deleted === 'Y',
    });
  }
}

/** The same content in canonical order, for comparing replayed and stored content. */
export function sameContent(a: CaseContent, b: CaseContent): boolean {
  return textOf(a) === textOf(b);
}

const valueText = (value: CaseValue): string => {
  const { value: entryValue, nullFlavor, notation, properties } = value;
  return JSON.stringify([
    addressKey(value),
    ...valueParts({ value: entryValue, nullFlavor, notation, properties }),
  ]);
};

const valueParts = ({ value, nullFlavor, notation, properties }: ItemValue) => [
  value,
  nullFlavor,
  notation,
  Object.entries(properties ?? {})
    .filter(([, part]) => part !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1)),
];

const textOf = ({ values, rows }: CaseContent): string =>
  [
    ...values.filter((value) => !isEmpty(value)).map(valueText),
    ...rows.map((row) => JSON.stringify([rowKey(row), row.rowId, row.sort, row.deleted])),
  ]
    .sort()
    .join('\n');

/** Whether both values are equal, including all properties. */
export const sameValue = (a: ItemValue, b: ItemValue): boolean =>
  JSON.stringify(valueParts(a)) === JSON.stringify(valueParts(b));
