/**
 * A case out of its audit trail. Law: all saves of a chain, replayed in their order, give exactly what is stored, after
 * every one of them (tests/api/replayLaw.test.ts).
 */
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../case/caseContent.ts';
import { addressKey, type ItemAddress } from '../case/itemAddress.ts';
import { isEmpty, type ItemProperties, type ItemValue } from '../case/itemValue.ts';

/** What an entry of the audit trail says of the time after it. */
interface RecordedEntry extends ItemAddress {
  /** '' for what is said of the case as a whole */
  page: string;
  action: string;
  value: string | null;
  nullFlavor: string | null;
  notation: string | null;
  /** of a value: what belongs to it; of a row: its place, its name and whether it is struck */
  properties: Readonly<Record<string, string | number>> | null;
}

/** One save of the chain of a case. */
export interface RecordedSave {
  saveNo: number;
  /** the version it was made in */
  caseKey: number;
  entries: readonly RecordedEntry[];
}

interface Version {
  caseKey: number;
  values: Map<string, CaseValue>;
  rows: Map<string, CaseRow>;
}

/** Actions that tell what an item says now. */
const SAYS = new Set(['add', 'change', 'clear', 'import']);
/** A version leaves the others and goes on in a chain of its own. */
const LEAVES = 'disconnect';

const isOfRow = ({ action }: RecordedEntry): boolean => action.startsWith('row');

export interface Replay {
  /** Takes the next save of the chain, in order. */
  apply(save: RecordedSave): void;
  /** Versions of the case as it stands, the first one first; one that left is none of them any more. */
  versions(): readonly number[];
  /** All that a version says, struck rows included; null where the chain has, or had, no such version. */
  content(caseKey: number): CaseContent | null;
}

/** A replay that stands before the first save of a chain. */
export function startReplay(): Replay {
  const all = new Map<number, Version>();
  const standing: Version[] = [];

  /** A version begins as a copy of the newest one. */
  const begin = (caseKey: number): Version => {
    const newest = standing.at(-1);
    const version = { caseKey, values: new Map(newest?.values), rows: new Map(newest?.rows) };
    all.set(caseKey, version);
    standing.push(version);
    return version;
  };

  return {
    apply({ caseKey, entries }) {
      const known = all.get(caseKey);
      const version = known ?? begin(caseKey);
      for (const entry of entries) {
        if (isOfRow(entry)) applyRow(version, entry);
        else if (entry.page !== '' && SAYS.has(entry.action)) applyValue(version, entry);
      }
      if (known && entries.some(({ action }) => action === LEAVES))
        standing.splice(standing.indexOf(known), 1);
    },
    versions: () => standing.map(({ caseKey }) => caseKey),
    content(caseKey) {
      const version = all.get(caseKey);
      return version ? { values: [...version.values.values()], rows: [...version.rows.values()] } : null;
    },
  };
}

function applyValue({ values }: Version, entry: RecordedEntry): void {
  const { itemId, rowNo, rowNo2, rowNo3, value, nullFlavor, notation, properties } = entry;
  const said: CaseValue = {
    itemId,
    rowNo,
    rowNo2,
    rowNo3,
    value,
    nullFlavor,
    notation,
    ...(properties && { properties: properties as ItemProperties }),
  };
  if (isEmpty(said)) values.delete(addressKey(said));
  else values.set(addressKey(said), said);
}

/** A row without properties is gone: the version that came then does not have it. */
function applyRow(
  { rows }: Version,
  { itemId: group, rowNo, rowNo2, rowNo3, properties }: RecordedEntry,
): void {
  const place = { group, rowNo, rowNo2, rowNo3 };
  if (properties === null) rows.delete(rowKey(place));
  else {
    const { rowId = '', sort = 0, deleted } = properties;
    rows.set(rowKey(place), { ...place, rowId: String(rowId), sort: Number(sort), deleted: deleted === 'Y' });
  }
}

/** The same, whatever the order of its parts: for comparing what was replayed with what is stored. */
export function sameContent(a: CaseContent, b: CaseContent): boolean {
  return textOf(a) === textOf(b);
}

const valueText = (value: CaseValue): string => {
  const { value: said, nullFlavor, notation, properties } = value;
  return JSON.stringify([addressKey(value), ...saidParts({ value: said, nullFlavor, notation, properties })]);
};

const saidParts = ({ value, nullFlavor, notation, properties }: ItemValue) => [
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

/** Do both say the same to the last property? */
export const saysSame = (a: ItemValue, b: ItemValue): boolean =>
  JSON.stringify(saidParts(a)) === JSON.stringify(saidParts(b));
