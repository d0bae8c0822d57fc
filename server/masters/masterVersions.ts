/** The values of a record in any of its versions: each save is a version, and the audit trail has what it changed. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { EMPTY_VALUE, isEmpty, type ItemValue } from '../../shared/case/itemValue.ts';
import type { MasterValues } from '../../shared/records/masterFill.ts';
import { findEntries, type FoundEntry } from '../audit/readAudit.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { findRecordDocs, type RecordRow } from '../records/record.store.ts';
import { recordChain, refOf } from '../records/saveRecord.ts';
import type { Trx } from '../storage/database.ts';

/** By version, those that are requested and exist. */
export async function masterVersions(
  trx: Trx,
  kind: RecordKind,
  found: RecordRow,
  requested: Iterable<number>,
): Promise<Map<number, MasterValues>> {
  const ref = refOf(found);
  const versions = [...new Set(requested)].filter((version) => version >= 0 && version <= found.version_no);
  const current = currentValues(kind, contentOf(await findRecordDocs(trx, ref)));
  const isCurrent = versions.every((version) => version === found.version_no);
  const entries = isCurrent ? [] : await findEntries(trx, recordChain(ref));
  return new Map(versions.map((version) => [version, undone(current, entries, found.version_no - version)]));
}

function currentValues(
  { catalogue: { items } }: RecordKind,
  { values }: ReturnType<typeof contentOf>,
): MasterValues {
  return Object.fromEntries(
    values
      .filter(({ itemId }) => items[itemId]?.groups.length === 0)
      .map(({ itemId, value, nullFlavor, notation }) => [itemId, { value, nullFlavor, notation }]),
  );
}

/** The entries of one save have one time, and no two saves have the same. `entries`: newest first. */
function undone(current: MasterValues, entries: readonly FoundEntry[], versions: number): MasterValues {
  const times = [...new Set(entries.map(({ at }) => at.getTime()))].slice(0, versions);
  const undo = entries.filter((entry) => isOfItem(entry) && times.includes(entry.at.getTime()));
  const values = new Map(Object.entries(current));
  for (const entry of undo) {
    const before = valueBefore(entry);
    if (isEmpty(before)) values.delete(entry.item_id);
    else values.set(entry.item_id, before);
  }
  return Object.fromEntries(values);
}

/** Of an item outside of rows. */
const isOfItem = ({ page, action, row_no }: FoundEntry): boolean =>
  page !== '' && row_no === 0 && ['add', 'change', 'clear'].includes(action);

const valueBefore = ({ old_value, old_null_flavor, old_notation }: FoundEntry): ItemValue => ({
  ...EMPTY_VALUE,
  value: old_value,
  nullFlavor: old_null_flavor,
  notation: old_notation,
});
