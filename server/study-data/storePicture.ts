/** Stores what was read of a study: rows that are new, changed and gone, and the definitions. */
import {
  addressKey,
  isOfSubject,
  mergedRow,
  mergedSubject,
  openRemovals,
  type Removals,
} from '../../shared/study-data/removals.ts';
import { recordKeyOf, type SourceRow, type StudyMetadata } from '../../shared/study-data/studyData.ts';
import type { Trx } from '../storage/database.ts';
import { rowsIn, type Picture } from './readAnswer.ts';
import {
  findMetadata,
  findPresentKeys,
  findRows,
  findSubjects,
  putMetadata,
  putRows,
  putSubjects,
  removeRows,
  removeSubjects,
  type SourceStudy,
  type StoredSubject,
} from './studyData.store.ts';

/** Subjects of one statement. */
const PORTION = 500;

export interface ReadCounts {
  rowsNew: number;
  rowsChanged: number;
  rowsRemoved: number;
}

interface Storing {
  at: Date;
  /** may throw, where the reading is cancelled */
  onProgress: (rows: number) => void;
}

/** Runs in one transaction: others see the picture before, or the whole picture after. */
export async function storePicture(
  trx: Trx,
  study: SourceStudy,
  data: Picture,
  { at, onProgress }: Storing,
): Promise<ReadCounts> {
  await storeMetadata(trx, study, data, at);
  const known = await findSubjects(trx, study);
  await storeSubjects(trx, study, data, { at, known });
  const counts = { rowsNew: 0, rowsChanged: 0, rowsRemoved: 0 };
  const there = new Set<string>();
  const removals = openRemovals(data.removed);
  let stored = 0;
  for (const portion of data.portions) {
    const read = rowsIn(portion);
    const rows = data.kind === 'changes' ? await mergedRows(trx, study, read, removals) : read;
    for (const row of rows) there.add(recordKeyOf(row));
    for (const { isNew } of await putRows(trx, study, rows, at))
      counts[isNew ? 'rowsNew' : 'rowsChanged'] += 1;
    stored += read.length;
    onProgress(stored);
  }
  const gone = await goneRows(trx, study, data, { known, there, removals });
  counts.rowsRemoved = await removeRows(trx, study, gone, at);
  return counts;
}

/** Datasets bring the definitions of their own groups only: those of the others stay. */
async function storeMetadata(
  trx: Trx,
  study: SourceStudy,
  { metadata, groupOids }: Picture,
  at: Date,
): Promise<void> {
  const stored = await findMetadata(trx, study);
  if (metadata === null) return;
  const same = stored.find(({ versionOid }) => versionOid === metadata.versionOid);
  const next = groupOids === null || !same ? metadata : withOtherGroups(metadata, same);
  // a version that differs in nothing stays the older one
  if (stored[0] !== same || JSON.stringify(sorted(same)) !== JSON.stringify(sorted(next)))
    await putMetadata(trx, study, next, at);
}

/** PostgreSQL stores the parts of an object in an order of its own. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
};

function withOtherGroups(metadata: StudyMetadata, stored: StudyMetadata): StudyMetadata {
  const joined = <Part extends { oid: string }>(parts: readonly Part[], before: readonly Part[]): Part[] => {
    const own = new Set(parts.map(({ oid }) => oid));
    return [...before.filter(({ oid }) => !own.has(oid)), ...parts].toSorted((a, b) =>
      a.oid < b.oid ? -1 : 1,
    );
  };
  const forms = (oid: string) => [
    ...new Set(
      [...stored.events, ...metadata.events].flatMap((event) => (event.oid === oid ? event.formOids : [])),
    ),
  ];
  return {
    ...metadata,
    events: joined(metadata.events, stored.events).map((event) => ({ ...event, formOids: forms(event.oid) })),
    forms: joined(metadata.forms, stored.forms),
    groups: joined(metadata.groups, stored.groups),
  };
}

/**
 * Rows of changes hold what differs: the rest of each is what is stored, unless the changes remove it first. A row is found by
 * the record, otherwise by its address, where not both records are named: a number is given again after a deletion.
 */
async function mergedRows(
  trx: Trx,
  study: SourceStudy,
  changes: readonly SourceRow[],
  removals: Removals,
): Promise<SourceRow[]> {
  const merged: SourceRow[] = [];
  for (const [subjectKey, ofSubject] of Map.groupBy(changes, (row) => row.subjectKey)) {
    const before = (await findRows(trx, study, subjectKey)).filter(
      (row) => row.removedAt === null && removals.lastOf(row) === 0,
    );
    const byAddress = new Map(before.map((row) => [addressKey(row), plainRow(row)]));
    const byKey = new Map(before.map((row) => [row.recordKey, plainRow(row)]));
    const changed = new Set<string>();
    for (const row of ofSubject) {
      const there = byAddress.get(addressKey(row));
      const isSame = row.recordId === null || there?.recordId === null;
      const next = mergedRow(byKey.get(recordKeyOf(row)) ?? (isSame ? there : undefined), row);
      const key = recordKeyOf(next);
      byKey.set(key, next);
      byAddress.set(addressKey(next), next);
      changed.add(key);
    }
    merged.push(...[...changed].flatMap((key) => byKey.get(key) ?? []));
  }
  return merged;
}

const plainRow = ({
  recordKey: _key,
  hash: _hash,
  readAt: _read,
  removedAt: _gone,
  ...row
}: Awaited<ReturnType<typeof findRows>>[number]): SourceRow => row;

async function storeSubjects(
  trx: Trx,
  study: SourceStudy,
  data: Picture,
  { at, known }: Pick<Storing, 'at'> & { known: readonly StoredSubject[] },
): Promise<void> {
  const before = new Map(known.map((subject) => [subject.subjectKey, subject]));
  // datasets and changes know less of a subject than the whole picture
  const isPart = data.kind === 'changes' || data.groupOids !== null;
  const subjects = data.subjects.map((subject) =>
    isPart ? mergedSubject(before.get(subject.subjectKey), subject) : subject,
  );
  for (let start = 0; start < subjects.length; start += PORTION)
    await putSubjects(trx, study, subjects.slice(start, start + PORTION), at);
  const there = new Set(subjects.map(({ subjectKey }) => subjectKey));
  const removed = data.removed.filter(isOfSubject).flatMap(({ subjectKey }) => subjectKey ?? []);
  const gone = isPart ? removed : (data.subjectKeys ?? [...before.keys()]);
  await removeSubjects(
    trx,
    study,
    gone.filter((subjectKey) => !there.has(subjectKey)),
    at,
  );
}

/** Keys of the rows that the source has no more. */
async function goneRows(
  trx: Trx,
  study: SourceStudy,
  { kind, groupOids, subjectKeys, removed }: Picture,
  {
    known,
    there,
    removals,
  }: { known: readonly StoredSubject[]; there: ReadonlySet<string>; removals: Removals },
): Promise<string[]> {
  if (kind === 'snapshot')
    return (await findPresentKeys(trx, study, { groupOids, subjectKeys })).filter((key) => !there.has(key));
  const subjects = new Set(removed.flatMap(({ subjectKey }) => subjectKey ?? []));
  const keys: string[] = [];
  for (const { subjectKey } of known.filter((subject) => subjects.has(subject.subjectKey)))
    for (const row of await findRows(trx, study, subjectKey))
      if (!there.has(row.recordKey) && removals.lastOf(row) > 0) keys.push(row.recordKey);
  return keys;
}
