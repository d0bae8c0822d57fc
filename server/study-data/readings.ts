/** Readings of sources: begun by a user, by schedule, or by what is brought; each is done by a job. */
import type { Config } from '../config.ts';
import { cancelJob, enqueue } from '../jobs/enqueue.store.ts';
import type { Job, JobKind } from '../jobs/job.types.ts';
import { tooManyCalls } from '../problems.ts';
import { openedSecrets, SEALED_OTHERWISE, sealing, type Sealing } from '../sealing.ts';
import type { Trx } from '../storage/database.ts';
import {
  countBrought,
  deleteReading,
  findOpenReading,
  findReading,
  findReadingOfJob,
  insertReading,
  updateReading,
  type ReadingRef,
  type SourceRef,
  type StoredReading,
  type StoredSource,
} from './sources.store.ts';
import { isSourceKind } from '../../shared/study-data/sourceKinds.ts';
import { SourceFailure, type SourceConnection } from './sources/source.ts';

/** `studyKeys`: the only studies that what is brought may be of; none: it may be of any. */
export interface ReadingPayload {
  readingKey: number;
  studyKeys: number[];
}

export const READ_SOURCE: JobKind<ReadingPayload> = { kind: 'read-study-source', maxAttempts: 3 };

export const sourceSealing = (config: Config): Sealing => sealing(config, 'study sources');

/** Null: they were sealed with another secret, and are typed again. */
export const secretsOf = (
  config: Config,
  { secret }: Pick<StoredSource, 'secret'>,
): Record<string, string> | null => (secret === null ? {} : openedSecrets(sourceSealing(config), secret));

/** Throws a `SourceFailure` where the secrets have to be typed again. */
export function connectionOf(config: Config, source: StoredSource): SourceConnection {
  const secrets = secretsOf(config, source);
  if (secrets === null) throw new SourceFailure('credentials', SEALED_OTHERWISE);
  return {
    kind: isSourceKind(source.kind) ? source.kind : 'file',
    settings: source.settings as Record<string, string>,
    secrets,
    since: source.created_at,
  };
}

interface NewReading extends SourceRef {
  cause: 'user' | 'schedule' | 'file' | 'push';
  /** printed name; '': the product */
  startedBy: string;
  at: Date;
  /** what is brought; left out: it is fetched from the source */
  file?: { name: string; content: Uint8Array; studyKeys: number[] };
  /** settings or links have changed: a reading that runs already does not know of it */
  hasChanged?: true;
}

/** Snapshots and files of a source that wait to be read: each is in the database until it is. */
const MAX_WAITING = 10;
const RETRY_S = 60;

/**
 * Answers the key of the reading; of one that already waits or runs, where nothing is brought. Throws 429 TOO_MANY_CALLS where
 * much that was brought still waits.
 */
export async function beginReading(
  trx: Trx,
  config: Config,
  { sponsorKey, sourceKey, cause, startedBy, at, file, hasChanged }: NewReading,
): Promise<number> {
  const states = hasChanged ? (['waiting'] as const) : (['waiting', 'running'] as const);
  const open = file ? null : await findOpenReading(trx, { sponsorKey, sourceKey }, states);
  if (open !== null) return open;
  if (file && (await countBrought(trx, { sponsorKey, sourceKey })) >= MAX_WAITING)
    throw tooManyCalls(RETRY_S);
  const readingKey = await insertReading(trx, {
    sponsor_key: sponsorKey,
    source_key: sourceKey,
    cause,
    started_by: startedBy,
    created_at: at,
    file_name: file?.name ?? null,
    content: file ? sourceSealing(config).sealed(Buffer.from(file.content).toString('latin1')) : null,
  });
  const jobKey = await enqueue(trx, {
    kind: READ_SOURCE,
    sponsorKey,
    payload: { readingKey, studyKeys: file?.studyKeys ?? [] },
    at,
    // one after the other: sources limit the requests at a time
    dedupeKey: file ? dedupeKeyOf(readingKey) : `source ${sourceKey}`,
  });
  const waiting = await findReadingOfJob(trx, sponsorKey, jobKey);
  if (waiting !== null) {
    // it reads with the settings of its next attempt
    await deleteReading(trx, { sponsorKey, readingKey });
    return waiting;
  }
  await updateReading(trx, { sponsorKey, readingKey }, { job_key: jobKey });
  return readingKey;
}

const dedupeKeyOf = (readingKey: number): string => `reading ${readingKey}`;

/** Between two looks whether what was brought before is read. */
const GIVE_WAY_MS = 1000;

/**
 * What a source brings is read in the order in which it came: older changes, or an older table, would undo newer ones. Answers
 * whether the reading is the next one; otherwise a later job does it.
 */
export const isNextOfSource = async (trx: Trx, reading: StoredReading): Promise<boolean> => {
  const { sponsor_key: sponsorKey, source_key: sourceKey, reading_key: readingKey } = reading;
  return (await countBrought(trx, { sponsorKey, sourceKey }, readingKey)) === 0;
};

/** Has a reading done by a later job, in place of the one that ends now. */
export async function putOffReading(
  trx: Trx,
  { sponsorKey, payload }: Pick<Job<ReadingPayload>, 'sponsorKey' | 'payload'>,
  at: Date,
): Promise<void> {
  const { readingKey } = payload;
  const jobKey = await enqueue(trx, {
    kind: READ_SOURCE,
    sponsorKey,
    payload,
    at,
    runAt: new Date(at.getTime() + GIVE_WAY_MS),
    dedupeKey: dedupeKeyOf(readingKey),
  });
  await updateReading(trx, { sponsorKey, readingKey }, { job_key: jobKey });
}

/** What was brought by a reading. Null: nothing was. Throws `SourceFailure` where it was sealed with another key. */
export function contentOf(config: Config, content: Buffer | null): Uint8Array | null {
  if (content === null) return null;
  const opened = sourceSealing(config).openedOrNull(content);
  if (opened === null) throw new SourceFailure('sealed', 'CASEWRIGHT_SECRET was changed since');
  return Buffer.from(opened, 'latin1');
}

/** A reading that waits does not begin; one that runs stops where it is, and stores nothing more. */
export async function cancelReading(trx: Trx, ref: ReadingRef, at: Date): Promise<void> {
  const found = await findReading(trx, ref);
  if (!found || found.job_key === null || found.ended_at !== null) return;
  await cancelJob(trx, ref.sponsorKey, found.job_key, at);
  // its job does not end it where it waits for its next attempt, or where its process died
  await updateReading(trx, ref, { state: 'cancelled', ended_at: at, content: null });
}
