/** Readings of sources, for those who work with their data. */
import { readFile } from 'node:fs/promises';
import type { DataOf, readStudySources, StudyReading, StudySource } from '../../../shared/contract/index.ts';
import { isPulled, isSourceKind, type SourceFault } from '../../../shared/study-data/sourceKinds.ts';
import type { ConfigWorld } from '../../config.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { sourceNotFound, sourceNotReadable } from '../../problems.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { beginReading, cancelReading } from '../../study-data/readings.ts';
import {
  findNewestReading,
  findReading,
  findSources,
  findSourceKeysOfStudies,
  type StoredReading,
  type StoredSource,
} from '../../study-data/sources.store.ts';
import { findJobProgress } from '../../jobs/jobProgress.store.ts';

type World = DatabaseWorld & ConfigWorld & ClockWorld;

/** Users who are limited to studies see the sources of these. */
async function visibleSources(trx: Trx, { sponsorKey, studyKeys }: SessionUser): Promise<StoredSource[]> {
  const sources = await findSources(trx, sponsorKey);
  if (studyKeys.length === 0) return sources;
  const keys = new Set(await findSourceKeysOfStudies(trx, sponsorKey, studyKeys));
  return sources.filter(({ source_key }) => keys.has(source_key));
}

async function visibleSource(trx: Trx, user: SessionUser, sourceKey: number): Promise<StoredSource> {
  const found = (await visibleSources(trx, user)).find(({ source_key }) => source_key === sourceKey);
  if (!found) throw sourceNotFound();
  return found;
}

export const sourcesFor = (
  { db }: DatabaseWorld,
  user: SessionUser,
): Promise<DataOf<typeof readStudySources>> =>
  readInSponsor(db, user.sponsorKey, async (trx) => {
    const sources: StudySource[] = [];
    for (const source of await visibleSources(trx, user)) {
      const newest = await findNewestReading(trx, {
        sponsorKey: user.sponsorKey,
        sourceKey: source.source_key,
      });
      sources.push({
        sourceKey: source.source_key,
        name: source.name,
        kind: isSourceKind(source.kind) ? source.kind : 'file',
        disabled: source.disabled,
        everyHours: source.every_hours,
        readAt: source.read_at?.toISOString() ?? null,
        failures: source.failures,
        reading: newest ? await shownReading(trx, newest) : null,
      });
    }
    return { sources };
  });

async function shownReading(trx: Trx, reading: StoredReading): Promise<StudyReading> {
  const progress = await findJobProgress(trx, reading.sponsor_key, reading.job_key);
  return {
    readingKey: reading.reading_key,
    cause: reading.cause,
    state: reading.state,
    startedBy: reading.started_by,
    createdAt: reading.created_at.toISOString(),
    endedAt: reading.ended_at?.toISOString() ?? null,
    fileName: reading.file_name,
    done: progress?.done ?? null,
    total: progress?.total ?? null,
    studies: reading.studies,
    rowsNew: reading.rows_new,
    rowsChanged: reading.rows_changed,
    rowsRemoved: reading.rows_removed,
    fault: reading.fault as SourceFault | null,
    detail: reading.detail ?? '',
    line: reading.line,
  };
}

/** Throws 404 SOURCE_NOT_FOUND, 409 SOURCE_NOT_READABLE. */
export const startReading = (
  { db, config, clock }: World,
  user: SessionUser,
  sourceKey: number,
): Promise<{ readingKey: number }> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const source = await visibleSource(trx, user, sourceKey);
    if (source.disabled || !isSourceKind(source.kind) || !isPulled(source.kind)) throw sourceNotReadable();
    const readingKey = await beginReading(trx, config, {
      sponsorKey: user.sponsorKey,
      sourceKey,
      cause: 'user',
      startedBy: user.userName,
      at: clock.now(),
    });
    return { readingKey };
  });

/** Throws 404 SOURCE_NOT_FOUND, 409 SOURCE_NOT_READABLE. */
export async function bringFile(
  { db, config, clock }: World,
  user: SessionUser,
  sourceKey: number,
  { path, fileName }: Upload,
): Promise<{ readingKey: number }> {
  const content = await readFile(path);
  return inSponsor(db, user.sponsorKey, async (trx) => {
    const source = await visibleSource(trx, user, sourceKey);
    if (source.disabled || source.kind !== 'file') throw sourceNotReadable();
    const readingKey = await beginReading(trx, config, {
      sponsorKey: user.sponsorKey,
      sourceKey,
      cause: 'file',
      startedBy: user.userName,
      at: clock.now(),
      file: { name: fileName, content, studyKeys: [...user.studyKeys] },
    });
    return { readingKey };
  });
}

/** One that has ended stays as it is. Throws 404 SOURCE_NOT_FOUND. */
export const stopReading = (
  { db, clock }: DatabaseWorld & ClockWorld,
  user: SessionUser,
  readingKey: number,
): Promise<void> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const ref = { sponsorKey: user.sponsorKey, readingKey };
    const reading = await findReading(trx, ref);
    if (!reading) throw sourceNotFound();
    await visibleSource(trx, user, reading.source_key);
    await cancelReading(trx, ref, clock.now());
  });
