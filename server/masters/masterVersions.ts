/** What a record has in any of its versions: each save is a version, and the audit trail has what it changed. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow, type CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { isEmpty, type ItemValue } from '../../shared/case/itemValue.ts';
import type { MasterContent, MasterRow, MasterValues } from '../../shared/records/masterFill.ts';
import { findEntries, type FoundEntry } from '../audit/readAudit.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { findRecordDocs, type RecordRow } from '../records/record.store.ts';
import { LIFE_ENTRIES, recordChain, refOf } from '../records/saveRecord.ts';
import type { Trx } from '../storage/database.ts';

/** By version, those that are requested and exist. */
export async function masterVersions(
  trx: Trx,
  kind: RecordKind,
  found: RecordRow,
  requested: Iterable<number>,
): Promise<Map<number, MasterContent>> {
  const ref = refOf(found);
  const versions = [...new Set(requested)].filter((version) => version >= 0 && version <= found.version_no);
  const current = contentOf(await findRecordDocs(trx, ref));
  const isCurrent = versions.every((version) => version === found.version_no);
  const entries = isCurrent ? [] : await findEntries(trx, recordChain(ref));
  return new Map(
    versions.map((version) => [
      version,
      masterContent(kind, undone(current, entries, found.version_no - version)),
    ]),
  );
}

/** Rows in rows fill nothing. */
function masterContent({ catalogue: { items } }: RecordKind, { values, rows }: CaseContent): MasterContent {
  const ofRow = Map.groupBy(values, ({ itemId, rowNo }) => `${items[itemId]?.groups.join('|')}|${rowNo}`);
  const living = rows.filter(({ deleted, rowNo2 }) => !deleted && rowNo2 === 0);
  const row = ({ group, rowNo }: CaseRow): MasterRow => ({
    rowNo,
    values: valuesById(ofRow.get(`${group}|${rowNo}`)),
  });
  const groups = Map.groupBy(living, ({ group }) => group);
  return {
    values: valuesById(ofRow.get('|0')),
    rows: Object.fromEntries(
      [...groups].map(([group, ofGroup]) => [
        group,
        ofGroup.toSorted((a, b) => a.sort - b.sort || a.rowNo - b.rowNo).map(row),
      ]),
    ),
  };
}

const valuesById = (values: readonly CaseValue[] = []): MasterValues =>
  Object.fromEntries(
    values.map(({ itemId, value, nullFlavor, notation }) => [itemId, { value, nullFlavor, notation }]),
  );

/** What a version changed; what is set beside a record, such as the transport of a receiver, makes none. */
const makesVersion = ({ page, item_id }: FoundEntry): boolean => page !== '' || LIFE.includes(item_id);

const LIFE: readonly string[] = Object.values(LIFE_ENTRIES);

/** The entries of one save have one time, and no two saves have the same. `entries`: newest first. */
function undone(content: CaseContent, entries: readonly FoundEntry[], versions: number): CaseContent {
  const saved = entries.filter(makesVersion);
  const times = [...new Set(saved.map(({ at }) => at.getTime()))].slice(0, versions);
  const values = new Map(content.values.map((value) => [addressKey(value), value]));
  const rows = new Map(content.rows.map((row) => [rowKey(row), row]));
  for (const entry of saved.filter(({ page, at }) => page !== '' && times.includes(at.getTime()))) {
    if (VALUE_ACTIONS.has(entry.action)) undoValue(values, entry);
    else undoRow(rows, entry);
  }
  return { values: [...values.values()], rows: [...rows.values()] };
}

const VALUE_ACTIONS = new Set(['add', 'change', 'clear']);

const numbersOf = ({ row_no, row_no2, row_no3 }: FoundEntry) => ({
  rowNo: row_no,
  rowNo2: row_no2,
  rowNo3: row_no3,
});

function undoValue(values: Map<string, CaseValue>, entry: FoundEntry): void {
  const address = { itemId: entry.item_id, ...numbersOf(entry) };
  const before: ItemValue = {
    value: entry.old_value,
    nullFlavor: entry.old_null_flavor,
    notation: entry.old_notation,
  };
  if (isEmpty(before)) values.delete(addressKey(address));
  else values.set(addressKey(address), { ...address, ...before });
}

/** A moved row stays where it is: its earlier position fills nothing else. */
function undoRow(rows: Map<string, CaseRow>, entry: FoundEntry): void {
  const key = rowKey({ group: entry.item_id, ...numbersOf(entry) });
  const row = rows.get(key);
  if (entry.action === 'rowAdd') rows.delete(key);
  else if (row && entry.action === 'rowDelete') rows.set(key, { ...row, deleted: false });
  else if (row && entry.action === 'rowRestore') rows.set(key, { ...row, deleted: true });
}
