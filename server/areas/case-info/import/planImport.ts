/** What an import would do to each record, before anything is stored. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { CatalogueItem, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../../../../shared/case/caseContent.ts';
import type { ChangeSet, ItemChange, RowChange } from '../../../../shared/case/changeSet.ts';
import { addressAt, addressKey } from '../../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE } from '../../../../shared/case/itemValue.ts';
import {
  valueAfter,
  type CellLocation,
  type GivenItem,
  type GivenRecord,
} from '../../../../shared/records/tables/readRecords.ts';
import { liveRows } from '../../../../shared/records/tables/recordSheets.ts';
import { fold } from '../../../../shared/text/fold.ts';
import { contentOf, type Change, type PageDoc } from '../../../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../../../catalogue/catalogueSource.ts';
import type { PagePlan } from '../../../page-save/pageChange.ts';
import { refusal, type Refusal } from '../../../page-save/refusal.ts';
import { planRecordPage } from '../../../records/planRecordPage.ts';
import { summaryOfRecord } from '../../../records/recordSummary.ts';
import type { StoredRecord } from './import.store.ts';
import type { UuidWorld } from '../../../ports/uuid.ts';
import words from './importRefusals.json' with { type: 'json' };
import { wrongTemplates } from './wrongTemplates.ts';

/** Records that are planned without a pause, some milliseconds. */
const RECORDS_AT_ONCE = 10;

export interface ImportFinding extends CellLocation {
  label: LocalizedText | null;
  message: LocalizedText;
}

export interface PlannedRecord {
  given: GivenRecord;
  stored: StoredRecord | null;
  decision: 'new' | 'changed' | 'unchanged' | 'refused';
  plans: PagePlan[];
  findings: ImportFinding[];
  /** name after the import */
  name: string;
}

interface Importing {
  /** `lineKey` of cells that cannot be read: their records are refused */
  unread: ReadonlySet<string>;
  kind: RecordKind;
  stored: readonly StoredRecord[];
  change: Change;
  unblind: boolean;
  mayAdd: boolean;
}

type PlanWorld = CatalogueWorld & UuidWorld;

export async function planImport(
  deps: PlanWorld,
  records: readonly GivenRecord[],
  importing: Importing,
): Promise<PlannedRecord[]> {
  const { kind, stored } = importing;
  const byKey = new Map(stored.map((one) => [one.found.record_key, one]));
  const living = stored.filter(({ found }) => found.del_flag === 'N');
  // of several records with the name none is meant
  const byName = new Map(
    [...Map.groupBy(living, ({ found }) => fold(found.name))].filter(([, same]) => same.length === 1),
  );
  const owners = new Map<string, unknown>(living.map((one) => [fold(one.found.name), one]));
  const seen = new Set<StoredRecord>();
  const planOne = (given: GivenRecord): PlannedRecord => {
    const known =
      given.key === null
        ? kind.sameNames && given.lines > 0
          ? null
          : (byName.get(fold(given.name))?.[0] ?? null)
        : (byKey.get(given.key) ?? null);
    const why = refusalOf(given, known, importing) ?? (known && seen.has(known) ? words.twice : null);
    if (known) seen.add(known);
    if (why) return refusedRecord(given, known, [{ ...locationOf(given), label: null, message: why }]);
    const planned = planRecord(deps, given, known, importing);
    const owner = owners.get(fold(planned.name));
    const self = known ?? planned;
    if (kind.sameNames || owner === undefined || owner === self) owners.set(fold(planned.name), self);
    else if (planned.decision !== 'unchanged') {
      const exists = refusal(addressAt(kind.nameItem, []), 'value.exists');
      return refusedRecord(given, known, [...planned.findings, findingOf(kind, given, exists)]);
    }
    return planned;
  };
  const all: PlannedRecord[] = [];
  for (const given of records) {
    // other requests are answered meanwhile
    if (all.length % RECORDS_AT_ONCE === 0) await setImmediate();
    all.push(planOne(given));
  }
  return all;
}

/** Why nothing of the lines of a record can be imported. */
function refusalOf(
  { key, lines }: GivenRecord,
  known: StoredRecord | null,
  { mayAdd }: Importing,
): LocalizedText | null {
  if (lines > 1) return words.twice;
  if (known) return known.found.del_flag === 'Y' ? words.deleted : null;
  if (key !== null || lines === 0) return words.noRecord;
  return mayAdd ? null : words.mayNotAdd;
}

const locationOf = ({ sheet, row }: GivenRecord): CellLocation => ({ sheet, row, column: 1 });

const refusedRecord = (
  given: GivenRecord,
  stored: StoredRecord | null,
  findings: ImportFinding[],
): PlannedRecord => ({ given, stored, decision: 'refused', plans: [], findings, name: given.name });

function planRecord(
  deps: PlanWorld,
  given: GivenRecord,
  stored: StoredRecord | null,
  { kind, change, unblind, unread }: Importing,
): PlannedRecord {
  const docs = stored?.docs ?? [];
  const { byPage, origins } = changesOf(kind, given, contentOf(docs), deps.newUuid);
  const plans = kind.catalogue.pageOrder.flatMap((name) => {
    const page = kind.catalogue.pages[name];
    const changes = byPage.get(name);
    if (!page || !changes) return [];
    return [planRecordPage(deps, { kind, page, docs, changes, retrievedAt: change.at, change, unblind })];
  });
  const changed = [...byPage.values()].flatMap(({ items }) => items);
  const refused = [
    ...plans.flatMap((plan) => plan.refused),
    ...wrongTemplates(deps.catalogue.whole, kind, changed),
  ];
  const merged = new Map<string, PageDoc>(
    [...docs, ...plans.map(({ doc }) => doc)].map((doc) => [doc.page, doc]),
  );
  const { name } = summaryOfRecord(kind, [...merged.values()]);
  const findings = refused.map((one) => findingOf(kind, given, one, origins));
  const isUnread = linesIn(given).some((line) => unread.has(lineKey(line)));
  if (name === '' && findings.length === 0 && !isUnread)
    findings.push({ ...locationOf(given), label: labelOf(kind, kind.nameItem), message: words.noName });
  if (findings.length > 0 || isUnread)
    return { ...refusedRecord(given, stored, findings), name: name || given.name };
  const isChanged = plans.some(({ entries }) => entries.length > 0);
  if (stored && isChanged && isOutdated(given, stored))
    return refusedRecord(given, stored, [outdated(given)]);
  return {
    given,
    stored,
    decision: stored ? (isChanged ? 'changed' : 'unchanged') : 'new',
    plans: plans.filter(({ entries }) => entries.length > 0),
    findings,
    name,
  };
}

/** The line was made of an earlier version: it would take back what has changed since. */
const isOutdated = ({ version }: GivenRecord, { found }: StoredRecord): boolean =>
  version !== null && version.text !== String(found.version_no);

const outdated = (given: GivenRecord): ImportFinding => ({
  ...locationOf(given),
  column: given.version?.column ?? 1,
  label: null,
  message: words.outdated,
});

/** A line of the file. */
export const lineKey = ({ sheet, row }: Pick<CellLocation, 'sheet' | 'row'>): string => `${row} ${sheet}`;

/** Where the lines of a record are. */
const linesIn = ({ sheet, row, rows }: GivenRecord): Pick<CellLocation, 'sheet' | 'row'>[] => [
  { sheet, row },
  ...Object.values(rows).flat(),
];

interface GivenChanges {
  byPage: Map<string, ChangeSet>;
  /** by address: the cell that gives the value */
  origins: Map<string, GivenItem>;
}

/** By page: what differs from the content. The lines of a group are its rows in their order; further ones are added. */
function changesOf(
  kind: RecordKind,
  given: GivenRecord,
  content: CaseContent,
  newUuid: () => string,
): GivenChanges {
  const { items, groups } = kind.catalogue;
  const byPage = new Map<string, ChangeSet>();
  const origins = new Map<string, GivenItem>();
  const of = (page: string): ChangeSet => {
    const changes = byPage.get(page) ?? { items: [], rows: [] };
    byPage.set(page, changes);
    return changes;
  };
  const before = new Map(content.values.map((value) => [addressKey(value), value]));
  const addItems = (given: readonly GivenItem[], path: number[]) => {
    for (const [itemId, cells] of Map.groupBy(given, (item) => item.itemId)) {
      const address = addressAt(itemId, path);
      const was = before.get(addressKey(address)) ?? EMPTY_VALUE;
      const after = cells.reduce(valueAfter, was);
      const change: ItemChange = { ...after, ...address };
      for (const cell of cells) origins.set(addressKey(address), cell);
      if (differs(was, after)) of(items[itemId]?.page ?? '').items.push(change);
    }
  };
  // a record that is found by its name, however that is written, keeps it
  const isName = ({ itemId, part }: GivenItem) =>
    given.key === null && itemId === kind.nameItem && part === 'value' && content.values.length > 0;
  addItems(
    given.items.filter((item) => !isName(item)),
    [],
  );
  for (const [group, lines] of Object.entries(given.rows)) {
    const there = liveRows(content, group);
    const all = content.rows.filter((row) => row.group === group);
    let lastNo = Math.max(0, ...all.map(({ rowNo }) => rowNo));
    let lastSort = Math.max(0, ...all.map(({ sort }) => sort));
    lines.forEach((line, index) => {
      const known = there[index];
      if (!known) {
        lastNo += 1;
        lastSort += 1;
        const row: RowChange = {
          group,
          rowNo: lastNo,
          rowNo2: 0,
          rowNo3: 0,
          rowId: newUuid(),
          sort: lastSort,
          deleted: false,
        };
        of(groups[group]?.page ?? '').rows.push(row);
      }
      addItems(line.items, [known?.rowNo ?? lastNo]);
    });
  }
  return { byPage, origins };
}

const labelOf = ({ catalogue: { items } }: RecordKind, itemId: string): LocalizedText | null =>
  (items[itemId] as CatalogueItem | undefined)?.label ?? null;

/** The finding of a refusal at the cell of its item, or where the record begins. */
function findingOf(
  kind: RecordKind,
  given: GivenRecord,
  refused: Refusal,
  origins: ReadonlyMap<string, GivenItem> = new Map(),
): ImportFinding {
  const { itemId, message } = refused;
  const named = given.items.find((item) => item.itemId === itemId);
  const { sheet, row, column } = origins.get(addressKey(refused)) ?? named ?? locationOf(given);
  return { sheet, row, column, label: labelOf(kind, itemId), message };
}

/** What a user confirms: of each record its version and what would change in it. */
export const fingerprintOf = (planned: readonly PlannedRecord[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        planned.map(({ decision, stored, plans }) => [
          decision,
          stored?.found.record_key,
          stored?.found.version_no,
          plans.flatMap(({ entries }) =>
            entries.map(({ itemId, rowNo, action, after }) => [
              itemId,
              rowNo,
              action,
              after.value,
              after.nullFlavor,
              after.notation,
            ]),
          ),
        ]),
      ),
    )
    .digest('hex');
