/** Whether values came from the records that a save names as their origin: a browser may claim anything. */
import type { Catalogue, RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { writtenItems } from '../../shared/narratives/checkTemplate.ts';
import {
  formProvenance,
  masterProvenance,
  syncProvenance,
  textProvenance,
  type MasterProvenance,
} from '../../shared/provenance/provenance.ts';
import { everyFill } from '../../shared/records/masterFill.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { findFormValue } from '../case-import/formValue.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { synonymKind } from '../coding/synonyms.store.ts';
import type { SessionUser } from '../http/session.ts';
import { refusal, type Refusal } from '../page-save/refusal.ts';
import { findRecord } from '../records/record.store.ts';
import { limitOf } from '../records/recordAccess.ts';
import type { Trx } from '../storage/database.ts';
import { findValue } from '../sync/sync.store.ts';
import { masterVersions } from './masterVersions.ts';

/** Refusals of entries that name a record as origin which did not fill them. */
export async function unknownProvenance(
  trx: Trx,
  { catalogue: { whole } }: CatalogueWorld,
  user: SessionUser,
  entries: readonly NewEntry[],
): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for (const entry of entries) {
    const text = entry.after.properties?.provenance;
    const { before, after } = entry;
    // what was stored before was checked before
    const isStored = before.properties?.provenance === text && before.value === after.value;
    if (text === undefined || isStored) continue;
    if (!(await isFrom(trx, whole, user, entry, text))) refused.push(refusal(entry, 'provenance.unknown'));
  }
  return refused;
}

async function isFrom(
  trx: Trx,
  whole: Catalogue,
  user: SessionUser,
  entry: NewEntry,
  text: string,
): Promise<boolean> {
  const from = masterProvenance(text);
  if (from) return isFilledBy(trx, whole, user, entry, from);
  const read = textProvenance(text);
  // which sentence stated it depends on a text that may change later
  if (read)
    return (
      isReadFrom(whole, entry.itemId, read.itemId) && (await isSynonym(trx, whole, user, entry, read.synonym))
    );
  const form = formProvenance(text);
  if (form) {
    const found = await findFormValue(trx, user.sponsorKey, form);
    return found?.proposal.itemId === entry.itemId && found.proposal.value === entry.after.value;
  }
  const run = syncProvenance(text);
  const written = run && (await findValue(trx, user.sponsorKey, run.runKey, run.valueNo));
  return written?.item_id === entry.itemId && written.value === entry.after.value;
}

async function isFilledBy(
  trx: Trx,
  whole: Catalogue,
  user: SessionUser,
  { itemId, after }: NewEntry,
  { row: _, ...provenance }: MasterProvenance,
): Promise<boolean> {
  const { recordKey, version } = provenance;
  const kind = Object.hasOwn(whole.records, provenance.kind) ? whole.records[provenance.kind] : undefined;
  if (!kind || !(limitOf(kind, user)?.includes(recordKey) ?? true)) return false;
  const found = await findRecord(trx, { sponsorKey: user.sponsorKey, kind: kind.kind, recordKey });
  const content = found && (await masterVersions(trx, kind, found, [version])).get(version);
  if (!content) return false;
  if (isWritten(whole, kind, itemId)) return true;
  return Object.values(whole.items)
    .flatMap(({ selection }) => (selection?.master === kind.kind ? [selection] : []))
    .flatMap((selection) => everyFill(whole, selection, { ...content, provenance }))
    .some(
      ({ itemId: filled, value: { value, properties } }) =>
        filled === itemId && value === after.value && properties?.provenance === after.properties?.provenance,
    );
}

/** Whether the item takes values of texts, or is the version of such a code, and the other is such a text. */
function isReadFrom({ items }: Catalogue, itemId: string, textItem: string): boolean {
  const textUse = (id: string) => (Object.hasOwn(items, id) ? items[id]?.fromText : undefined);
  const coded = items[itemId]?.versionOf ?? itemId;
  return textUse(textItem) === 'text' && textUse(coded) !== undefined;
}

/** Whether the sponsor has the synonym, and a code is the one of it; null: none is claimed. */
async function isSynonym(
  trx: Trx,
  whole: Catalogue,
  { sponsorKey }: SessionUser,
  { itemId, after }: NewEntry,
  recordKey: number | null,
): Promise<boolean> {
  if (recordKey === null) return true;
  const of = synonymKind(whole);
  const record = of && (await findRecord(trx, { sponsorKey, kind: of.kind.kind, recordKey }));
  if (!record) return false;
  const isCoded = (whole.items[itemId]?.dictionary ?? null) !== null;
  return !isCoded || record.columns[of.codeItem]?.[0] === after.value;
}

/** Whether a template of the kind writes the item: its text depends on a state of the case that is not stored. */
const isWritten = (whole: Catalogue, { kind, catalogue }: RecordKind, itemId: string): boolean =>
  Object.values(catalogue.items).some(
    (item) => item.template && writtenItems(whole, kind, item.itemId).includes(itemId),
  );
