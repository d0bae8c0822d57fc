/** Imports records from a file: a preview of all of them, then all of them in one transaction. */
import type { CatalogueItem, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemValue } from '../../../../shared/case/itemValue.ts';
import type { DataOf, importRecords, QueryOf } from '../../../../shared/contract/index.ts';
import { cellProblemText } from '../../../../shared/entry/cellProblemText.ts';
import type { CellFinding, ReadRecords } from '../../../../shared/records/tables/readRecords.ts';
import { cellOf } from '../../../../shared/records/tables/recordSheets.ts';
import { fold } from '../../../../shared/text/fold.ts';
import { changeTime } from '../../../cases/record/case.store.ts';
import type { Language } from '../../../http/language.ts';
import type { SessionUser } from '../../../http/session.ts';
import { consequencesOfSave } from '../../../page-save/consequencesOfSave.ts';
import { importChanged, importRefused, unreadableRequest } from '../../../problems.ts';
import { kindOf, limitOf, mayAdd } from '../../../records/recordAccess.ts';
import { lockKind } from '../../../records/record.store.ts';
import { addRecord, stateOfNew, storeRecord, type RecordSave } from '../../../records/saveRecord.ts';
import { inSponsor, readInSponsor, type Trx } from '../../../storage/database.ts';
import { threadTask } from '../../../threads/threadTask.ts';
import type { UuidWorld } from '../../../ports/uuid.ts';
import type { ThreadsWorld } from '../../../threads/threads.ts';
import type { RecordAuthor, RecordsWorld } from '../recordPages.service.ts';
import { codesOfKind } from './codesOfKind.ts';
import { findRecords, lockRecords, type RecordsWanted } from './import.store.ts';
import { fingerprintOf, lineKey, planImport, type ImportFinding, type PlannedRecord } from './planImport.ts';
import type { readTables } from './readTables.thread.ts';

/** Records of a file. */
const MAX_IMPORTED = 5000;
/** Records and findings that an answer lists. */
const MAX_LISTED = 200;
/** Values of a record that it lists. */
const MAX_VALUES = 20;

const readTask = threadTask<typeof readTables>(
  new URL('./readTables.thread.ts', import.meta.url),
  'readTables',
  {
    seconds: 60,
    threads: 1,
  },
);

type Answer = DataOf<typeof importRecords>;
type ImportWorld = RecordsWorld & ThreadsWorld & UuidWorld;

interface ImportRequest extends QueryOf<typeof importRecords> {
  kind: string;
  /** of the uploaded file */
  path: string;
  /** aborted when the request closes */
  signal: AbortSignal;
}

/** Throws 400 UNREADABLE_REQUEST, 404 RECORD_NOT_FOUND, 409 IMPORT_CHANGED and 422 IMPORT_REFUSED. */
export async function importFromFile(
  deps: ImportWorld,
  author: RecordAuthor,
  { kind: name, path, signal, fingerprint, reason }: ImportRequest,
): Promise<Answer> {
  const { user, language } = author;
  const kind = kindOf(deps, name);
  const read = await readFile(deps, user, kind, { path, signal });
  if (fingerprint === undefined) {
    const planned = await readInSponsor(deps.db, user.sponsorKey, (trx) =>
      planAll(trx, deps, user, kind, read),
    );
    return answerOf(kind, planned, read.findings, language);
  }
  return inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const wanted = wantedRecords(user, kind, read);
    // in the order of a save of the form: the record, then what its kind shares
    await lockRecords(trx, wanted);
    await lockKind(trx, user.sponsorKey, kind.kind);
    // others may have been given one of the names by then
    await lockRecords(trx, wanted);
    const planned = await planAll(trx, deps, user, kind, read);
    const refused = read.findings.length + planned.flatMap(({ findings }) => findings).length;
    if (refused > 0) throw importRefused(refused);
    if (fingerprintOf(planned) !== fingerprint) throw importChanged();
    await storeAll(trx, deps, author, { kind, planned, reason: reason ?? '' });
    return { ...answerOf(kind, planned, [], language), stored: true };
  });
}

async function readFile(
  deps: ImportWorld,
  { userKey, timeZone }: SessionUser,
  kind: RecordKind,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<ReadRecords> {
  const world = {
    codes: codesOfKind(kind, deps.catalogue.codeLists),
    now: { at: deps.clock.now(), timeZone },
  };
  const read = await deps.threads.run(readTask, { path, kind, world }, { userKey, signal });
  if ('unreadable' in read) throw unreadableRequest(read.unreadable);
  if (read.records.length > MAX_IMPORTED)
    throw unreadableRequest(`the file has more than ${MAX_IMPORTED} records`);
  return read;
}

/** Those that the file names. */
const wantedRecords = (user: SessionUser, kind: RecordKind, { records }: ReadRecords): RecordsWanted => ({
  sponsorKey: user.sponsorKey,
  kind: kind.kind,
  named: {
    keys: records.flatMap(({ key }) => key ?? []),
    names: records.map(({ name }) => fold(name)),
  },
  within: limitOf(kind, user),
  limit: 2 * MAX_IMPORTED,
});

async function planAll(
  trx: Trx,
  deps: ImportWorld,
  user: SessionUser,
  kind: RecordKind,
  read: ReadRecords,
): Promise<PlannedRecord[]> {
  const { records, findings } = read;
  const stored = await findRecords(trx, wantedRecords(user, kind, read));
  const change = { at: deps.clock.now(), by: user.userId };
  return planImport(deps, records, {
    kind,
    unread: new Set(findings.map(lineKey)),
    stored,
    change,
    unblind: user.unblind,
    mayAdd: mayAdd(kind, user),
  });
}

interface Storing {
  kind: RecordKind;
  planned: readonly PlannedRecord[];
  reason: string;
}

async function storeAll(
  trx: Trx,
  deps: ImportWorld,
  { user, requestId }: RecordAuthor,
  { kind, planned, reason }: Storing,
): Promise<void> {
  for (const { decision, stored, plans } of planned) {
    if (decision === 'unchanged') continue;
    const change = { at: deps.clock.now(), by: user.userId };
    const found =
      stored?.found ??
      (await addRecord(trx, { kind, sponsorKey: user.sponsorKey, state: stateOfNew(kind) }, change));
    const save: RecordSave = {
      user,
      reason,
      requestId,
      change: stored ? { ...change, at: changeTime(change.at, stored.found.retrieved_at) } : change,
    };
    const readDocs = async () => stored?.docs ?? [];
    const { docs, entries } = await consequencesOfSave(
      { change: save.change, readDocs },
      kind.catalogue,
      plans,
    );
    const given = plans.flatMap((plan) => plan.entries);
    await storeRecord(trx, deps, { kind, found }, save, {
      page: '',
      docs,
      entries: [{ source: 'import', entries: given }, ...entries],
    });
  }
}

/** A value and its second-language text. */
const cellsOf = (item: CatalogueItem, value: ItemValue): string =>
  [cellOf(item, value), value.notation].filter(Boolean).join(' / ');

/** What becomes of the values of a record. */
const changedValues = (
  { catalogue: { items } }: RecordKind,
  plans: PlannedRecord['plans'],
  language: Language,
): Answer['records'][number]['values'] =>
  plans
    .flatMap(({ entries }) => entries)
    .flatMap(({ itemId, rowNo, before, after }) => {
      const item = items[itemId];
      const [was, is] = item ? [before, after].map((value) => cellsOf(item, value)) : [];
      return item && was !== undefined && is !== undefined && was !== is
        ? [{ label: item.label[language], row: rowNo || null, before: was, after: is }]
        : [];
    })
    .slice(0, MAX_VALUES);

function answerOf(
  kind: RecordKind,
  planned: readonly PlannedRecord[],
  unread: readonly CellFinding[],
  language: Language,
): Answer {
  const count = (wanted: PlannedRecord['decision']) =>
    planned.filter(({ decision }) => decision === wanted).length;
  const refused = planned.flatMap(({ findings }) => findings);
  return {
    fingerprint: fingerprintOf(planned),
    stored: false,
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      findings: unread.length + refused.length,
    },
    records: planned
      .filter(({ decision }) => decision !== 'unchanged')
      .slice(0, MAX_LISTED)
      .map(({ given: { sheet, row }, decision, stored, name, plans }) => ({
        sheet,
        row,
        decision,
        name,
        recordKey: stored?.found.record_key ?? null,
        changes: plans.reduce((sum, { entries }) => sum + entries.length, 0),
        values: decision === 'changed' ? changedValues(kind, plans, language) : [],
      })),
    findings: [
      ...unread.map((finding) => ({
        ...finding,
        label: finding.label?.[language] ?? null,
        message: cellProblemText(finding.problem, language),
      })),
      ...refused.map((finding: ImportFinding) => ({
        ...finding,
        text: '',
        problem: null,
        label: finding.label?.[language] ?? null,
        message: finding.message[language],
      })),
    ].slice(0, MAX_LISTED),
  };
}
