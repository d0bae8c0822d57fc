/** Does a reading: fetches or opens the data, stores the picture, and notes what came of it. It only finds. */
import { changeTime } from '../cases/record/case.store.ts';
import type { ConfigWorld } from '../config.ts';
import { FinalFailure, type Job, type JobHandler, type JobRun } from '../jobs/job.types.ts';
import type { MailWorld } from '../mail/outbox.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { ThreadsWorld } from '../threads/threads.ts';
import { warnOfFailures } from './warnOfFailures.ts';
import { picturesOf } from './pictures.ts';
import type { Picture } from './readAnswer.ts';
import {
  connectionOf,
  contentOf,
  isNextOfSource,
  putOffReading,
  READ_SOURCE,
  type ReadingPayload,
} from './readings.ts';
import {
  addToReading,
  endEarlierReadings,
  findContent,
  findLastReading,
  findLinkedOids,
  findOidsOfStudies,
  findReading,
  findSource,
  lockSource,
  noteRead,
  putOfferedStudies,
  updateReading,
  updateSource,
  type StoredReading,
  type StoredSource,
} from './sources.store.ts';
import { CONNECTION_FAULTS } from '../../shared/study-data/sourceKinds.ts';
import { openSource } from './sources/openSource.ts';
import { SourceFailure } from './sources/source.ts';
import { enqueueFinding } from '../sync/findJob.ts';
import { storePicture } from './storePicture.ts';

export type ReadingWorld = DatabaseWorld & ConfigWorld & ClockWorld & ThreadsWorld & UuidWorld & MailWorld;

export const sourceReader = (world: ReadingWorld): JobHandler<ReadingPayload> => ({
  kind: READ_SOURCE,
  concurrency: 2,
  run: async (job, run) => {
    const { sponsorKey, payload } = job;
    const ref = { sponsorKey, readingKey: payload.readingKey };
    const begun = await inSponsor(world.db, sponsorKey, async (trx) => {
      const reading = await findReading(trx, ref);
      const content = await findContent(trx, ref);
      // an operator has it tried again: what was brought is not kept, and what is fetched has been fetched since
      if (reading?.state === 'failed') throw new FinalFailure('the reading was given up; begin another one');
      if (reading && content !== null && !(await isNextOfSource(trx, reading))) return 'later';
      if (!reading || !(await updateReading(trx, ref, { state: 'running' }))) return null;
      if (content === null) await endEarlierReadings(trx, reading, world.clock.now());
      const source = await findSource(trx, { sponsorKey, sourceKey: reading.source_key });
      return source ? { reading, source, content, studyKeys: payload.studyKeys } : null;
    });
    if (!begun) return undefined;
    if (begun === 'later') return (trx) => putOffReading(trx, job, world.clock.now());
    try {
      const studies = await readAll(world, begun, run);
      return (trx) => noteDone(trx, world, begun.reading, studies);
    } catch (error) {
      if (run.signal.reason === 'cancelled') {
        await inSponsor(world.db, sponsorKey, (trx) =>
          updateReading(trx, ref, { state: 'cancelled', ended_at: world.clock.now(), content: null }),
        );
        throw error;
      }
      if (!(error instanceof SourceFailure)) throw error;
      return (trx) => noteFailed(trx, world, begun.reading, error);
    }
  },
  // an error of the product: the reading is over when no attempt is left
  failed: async (trx, job: Job<ReadingPayload>, { message, retryAt }) => {
    if (retryAt !== null) return;
    const reading = await findReading(trx, {
      sponsorKey: job.sponsorKey,
      readingKey: job.payload.readingKey,
    });
    if (reading) await noteFailed(trx, world, reading, new SourceFailure('internal', message));
  },
});

interface Begun {
  reading: StoredReading;
  source: StoredSource;
  /** what was brought, sealed */
  content: Buffer | null;
  studyKeys: readonly number[];
}

/** Answers how many studies it has read. Throws `SourceFailure`; what was stored of other studies by then stays. */
async function readAll(world: ReadingWorld, begun: Begun, run: JobRun): Promise<number> {
  let studies = 0;
  const store = async (data: Picture, asOf: Date | null): Promise<void> => {
    run.signal.throwIfAborted();
    await storeStudy(world, begun, { data, asOf }, run);
    studies += 1;
  };
  const content = contentOf(world.config, begun.content);
  if (content) {
    const name = begun.reading.file_name ?? '';
    const pictures = await picturesOf(world, { content, definitions: null, name }, run.signal);
    await requireScope(world, begun, pictures);
    for (const data of pictures) await store(data, notAhead(data.asOf, world));
  } else await fetchAll(world, begun, run, store);
  return studies;
}

/** Users who are limited to studies bring data of these only. Throws `SourceFailure`. */
async function requireScope(
  { db }: DatabaseWorld,
  { source, studyKeys }: Begun,
  pictures: readonly Picture[],
): Promise<void> {
  if (studyKeys.length === 0) return;
  const ref = { sponsorKey: source.sponsor_key, sourceKey: source.source_key };
  const oids = await inSponsor(db, ref.sponsorKey, (trx) => findOidsOfStudies(trx, ref, studyKeys));
  const other = pictures.find(({ studyOid }) => !oids.includes(studyOid));
  if (other) throw new SourceFailure('outsideScope', other.studyOid);
}

/** A source whose clock is fast would otherwise seem to give older data when it is set right. */
const notAhead = (shown: Date | string | null, { clock }: ClockWorld): Date | null =>
  shown === null ? null : new Date(Math.min(new Date(shown).getTime(), clock.now().getTime()));

/**
 * The newest state of the source that is stored. An older snapshot, such as one that was sent late or again, would undo what was
 * read since; changes may come in any order. Throws `SourceFailure`.
 */
function newestAsOf({ kind, studyOid }: Picture, asOf: Date | null, before: Date | null): Date | null {
  if (asOf === null || before === null || asOf >= before) return asOf ?? before;
  if (kind === 'changes') return before;
  throw new SourceFailure('older', `${studyOid}: ${asOf.toISOString()} < ${before.toISOString()}`);
}

/**
 * Linked studies only: of the others it is noted that the source has them. A study that fails, e.g. because the source has it
 * no more, keeps none of the others from being read; its failure is that of the reading.
 */
async function fetchAll(
  world: ReadingWorld,
  { source }: Begun,
  { signal, progress }: JobRun,
  store: (data: Picture, asOf: Date | null) => Promise<void>,
): Promise<void> {
  const ref = { sponsorKey: source.sponsor_key, sourceKey: source.source_key };
  const remote = openSource(world, connectionOf(world.config, source));
  const offered = await remote.studies(signal);
  const oids = await inSponsor(world.db, ref.sponsorKey, async (trx) => {
    await putOfferedStudies(trx, ref, offered);
    return findLinkedOids(trx, ref);
  });
  const readStudy = async (studyOid: string): Promise<void> => {
    const { content, definitions, asOf: shown } = await remote.read(studyOid, signal);
    const asOf = notAhead(shown, world);
    const last = await inSponsor(world.db, ref.sponsorKey, (trx) =>
      findLastReading(trx, { ...ref, studyOid }),
    );
    // a view that has not been built again since holds nothing new, and an older one would undo what was read
    if (asOf !== null && last.asOf !== null && asOf < last.asOf) return;
    const pictures = await picturesOf(world, { content, definitions, name: studyOid }, signal);
    const picture = pictures.find((one) => one.studyOid === studyOid);
    if (!picture) throw new SourceFailure('answer', studyOid);
    await store(picture, asOf);
  };
  const failures: SourceFailure[] = [];
  for (const [index, studyOid] of oids.entries()) {
    progress(index, oids.length, studyOid);
    try {
      await readStudy(studyOid);
    } catch (error) {
      if (!(error instanceof SourceFailure) || isOfConnection(error)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first) throw first;
}

/** The next study would have the same fault. */
const isOfConnection = ({ fault }: SourceFailure): boolean => CONNECTION_FAULTS.some((one) => one === fault);

/** What changed is counted with it: a reading that is done again, since its server died, finds nothing changed any more. */
const storeStudy = (
  world: ReadingWorld,
  { source, reading }: Begun,
  { data, asOf: shown }: { data: Picture; asOf: Date | null },
  { signal, progress }: JobRun,
): Promise<void> =>
  inSponsor(world.db, source.sponsor_key, async (trx) => {
    const ref = { sponsorKey: source.sponsor_key, sourceKey: source.source_key };
    await lockSource(trx, ref);
    // cancelled, or done by another process, since the signal was looked at
    const own = { sponsorKey: ref.sponsorKey, readingKey: reading.reading_key };
    if (!(await updateReading(trx, own, { state: 'running' })))
      throw new FinalFailure('the reading has ended meanwhile');
    const study = { ...ref, studyOid: data.studyOid };
    const last = await findLastReading(trx, study);
    // the search for events tells readings apart by their times, whatever the clock of this server
    const at = changeTime(world.clock.now(), last.readAt ?? new Date(0));
    const asOf = newestAsOf(data, shown, last.asOf);
    await putOfferedStudies(trx, ref, [data]);
    const counts = await storePicture(trx, study, data, {
      at,
      onProgress: (rows) => {
        signal.throwIfAborted();
        progress(rows, data.rowCount, data.studyOid);
      },
    });
    await noteRead(trx, study, { at, asOf });
    await addToReading(trx, own, counts);
    await enqueueFinding(trx, study, { at });
  });

async function noteDone(
  trx: Trx,
  { clock }: ClockWorld,
  reading: StoredReading,
  studies: number,
): Promise<void> {
  const at = clock.now();
  const { sponsor_key: sponsorKey, source_key: sourceKey, reading_key: readingKey } = reading;
  const end = { state: 'done' as const, ended_at: at, content: null, studies };
  if (!(await updateReading(trx, { sponsorKey, readingKey }, end))) return;
  await updateSource(trx, { sponsorKey, sourceKey }, { read_at: at, last_error: null, failures: 0 });
}

async function noteFailed(
  trx: Trx,
  world: ReadingWorld,
  reading: StoredReading,
  { fault, detail, line }: SourceFailure,
): Promise<void> {
  const { sponsor_key: sponsorKey, source_key: sourceKey, reading_key: readingKey } = reading;
  const end = { state: 'failed' as const, ended_at: world.clock.now(), content: null, fault, detail, line };
  if (!(await updateReading(trx, { sponsorKey, readingKey }, end))) return;
  const source = await lockSource(trx, { sponsorKey, sourceKey });
  if (!source) return;
  const failures = source.failures + 1;
  await updateSource(trx, { sponsorKey, sourceKey }, { last_error: fault, failures });
  await warnOfFailures(trx, world, { source, failures });
}
