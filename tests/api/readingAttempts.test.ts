/** A reading of a study source whose attempt failed, and that waits for its next one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelStudyReading, startStudyReading, uploadStudyData } from '../../shared/contract/index.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import type { Job } from '../../server/jobs/job.types.ts';
import { READ_SOURCE, type ReadingPayload } from '../../server/study-data/readings.ts';
import { sourceReader } from '../../server/study-data/readSource.ts';
import {
  findLastReading,
  findNewestReading,
  findReading,
  insertReading,
  updateReading,
} from '../../server/study-data/sources.store.ts';
import { RAVE_LOGIN } from './cdmsServer.ts';
import { failOnce } from './failOnce.ts';
import { eventually, whileHeldUp } from './harness.ts';
import { startStudySources, type StudySources } from './startStudySources.ts';
import { picture, row, SPONSOR } from './studySourceWorld.ts';

let opened: StudySources;
beforeAll(async () => {
  opened = await startStudySources();
});
afterAll(() => opened.stop());

const { userName, password } = RAVE_LOGIN;
let sourceKey = 0;
const save = (path: string) =>
  opened.world.saveSource('rave', { url: `${opened.cdms.url}${path}`, userName }, { password }, sourceKey);
const newest = async () => {
  const found = await inSponsor(opened.server.db, SPONSOR, (trx) =>
    findNewestReading(trx, { sponsorKey: SPONSOR, sourceKey }),
  );
  if (!found) throw new Error('the source was never read');
  return found;
};
const jobKeyOf = (readingKey: number) =>
  inSponsor(
    opened.server.db,
    SPONSOR,
    async (trx) => (await findReading(trx, { sponsorKey: SPONSOR, readingKey }))?.job_key ?? null,
  );
const jobOf = async (readingKey: number) => {
  const jobKey = await jobKeyOf(readingKey);
  return inJobQueue(opened.server.db, (trx) =>
    trx.selectFrom('job').select(['state', 'attempts']).where('job_key', '=', jobKey).executeTakeFirst(),
  );
};
const readAgain = async () =>
  (await opened.server.call(startStudyReading, { token: opened.editor, params: { sourceKey } })).data
    .readingKey;
const isDone = (readingKey: number) =>
  eventually(async () => expect(await newest()).toMatchObject({ reading_key: readingKey, state: 'done' }));
let texts = 0;
const changed = () =>
  picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': `Rash ${(texts += 1)}` }, 'r1')]);

/** `failing`: a table that the first attempt cannot change. Answers the key of the reading, and what begins its next attempt. */
async function waitingForNextAttempt(failing: string) {
  const { world, cdms, server } = opened;
  cdms.studies.set('ACME(PROD)', changed());
  const toNextAttempt = await failOnce(server, failing);
  await world.readNow(sourceKey);
  const readingKey = await eventually(async () => {
    const { reading_key } = await newest();
    expect(await jobOf(reading_key)).toEqual({ state: 'ready', attempts: 1 });
    return reading_key;
  });
  return { readingKey, toNextAttempt };
}

beforeAll(async () => {
  const { world } = opened;
  sourceKey = (await save('/rave')).data.sourceKey;
  await world.pulled(sourceKey, changed());
  expect(await world.ended(sourceKey)).toMatchObject({ state: 'done' });
});

it('is over when a user stops it, and the source can be read again', async () => {
  const { readingKey } = await waitingForNextAttempt('study_row');
  const stopped = await opened.server.call(cancelStudyReading, {
    token: opened.editor,
    params: { readingKey },
  });
  expect(stopped.status).toBe(200);
  expect(await newest()).toMatchObject({ reading_key: readingKey, state: 'cancelled' });
  const again = await readAgain();
  expect(again).not.toBe(readingKey);
  await isDone(again);
});

it('is done with the settings that are saved meanwhile, and the source can be read again', async () => {
  const { readingKey, toNextAttempt } = await waitingForNextAttempt('source_study');
  expect((await save('/rave/')).errMsg).toBeNull();
  await toNextAttempt();
  await isDone(readingKey);
  const again = await readAgain();
  expect(again).not.toBe(readingKey);
  await isDone(again);
});

it('is done before what was brought after it: an older table undoes no newer one', async () => {
  const { server, world, editor } = opened;
  const file = (await world.saveSource('file')).data.sourceKey;
  const bring = async (term: string) =>
    (
      await server.call(uploadStudyData, {
        token: editor,
        params: { sourceKey: file },
        file: { name: 'ae.csv', bytes: `STUDYID,USUBJID,AESEQ,AETERM\nCSV-9,9-01,1,${term}\n` },
      })
    ).data.readingKey;
  const stateOf = async (readingKey: number) =>
    inSponsor(
      server.db,
      SPONSOR,
      async (trx) => (await findReading(trx, { sponsorKey: SPONSOR, readingKey }))?.state,
    );
  const toNextAttempt = await failOnce(server, 'study_subject');
  const older = await bring('Rash');
  await eventually(async () => expect(await jobOf(older)).toEqual({ state: 'ready', attempts: 1 }));
  const newer = await bring('Skin rash');
  const first = await jobKeyOf(newer);
  // it has looked, and looks again
  await eventually(async () => expect(await jobKeyOf(newer)).not.toBe(first));
  expect(await stateOf(newer)).toBe('waiting');
  await toNextAttempt();
  await eventually(async () =>
    expect([await stateOf(older), await stateOf(newer)]).toEqual(['done', 'done']),
  );
  const { rows } = await world.stored(file, 'CSV-9');
  expect(rows.map(({ values }) => values['AE.AETERM'])).toEqual(['Skin rash']);
});

/** A reading of the source by a process of its own; answers its key, and what does it. */
async function readingBy(reading: Partial<Parameters<typeof insertReading>[1]> = {}) {
  const { db, clock, deps } = opened.server;
  const of = { sponsor_key: SPONSOR, source_key: sourceKey, cause: 'user' as const, started_by: 'Test' };
  const readingKey = await inSponsor(db, SPONSOR, (trx) =>
    insertReading(trx, { ...of, created_at: clock.now(), ...reading }),
  );
  const job: Job<ReadingPayload> = {
    jobKey: 0,
    sponsorKey: SPONSOR,
    kind: READ_SOURCE.kind,
    payload: { readingKey, studyKeys: [] },
    attempt: 1,
    maxAttempts: 3,
    createdBy: null,
    requestId: null,
    traceParent: null,
    everyMs: null,
  };
  const run = { signal: new AbortController().signal, progress: () => {} };
  return { readingKey, read: () => sourceReader(deps).run(job, run) };
}

it('stores nothing once a user has stopped it, also where its process has not heard of that', async () => {
  const { server, cdms } = opened;
  const lastRead = () =>
    inSponsor(server.db, SPONSOR, (trx) =>
      findLastReading(trx, { sponsorKey: SPONSOR, sourceKey, studyOid: 'ACME(PROD)' }),
    );
  cdms.studies.set('ACME(PROD)', changed());
  const before = await lastRead();
  const { readingKey, read } = await readingBy();
  const outcome = await whileHeldUp(
    server,
    // what was read is not stored yet
    'study_source in exclusive mode',
    () => read().catch(String),
    async () => {
      const ref = { sponsorKey: SPONSOR, readingKey };
      await inSponsor(server.db, SPONSOR, (trx) =>
        updateReading(trx, ref, { state: 'cancelled', ended_at: new Date() }),
      );
    },
  );
  expect(outcome).toContain('has ended meanwhile');
  expect(await lastRead()).toEqual(before);
});

it('that was given up says so to an operator who has it tried again, and what to do', async () => {
  const failed = { state: 'failed' as const, ended_at: new Date(), fault: 'internal' };
  await expect((await readingBy(failed)).read()).rejects.toThrow('begin another one');
});

it('of a file that was sealed with another secret fails with words, and is not tried again', async () => {
  const { readingKey, read } = await readingBy({ file_name: 'ae.csv', content: Buffer.alloc(60) });
  const end = await read();
  await inSponsor(opened.server.db, SPONSOR, async (trx) => {
    await end?.(trx);
    expect(await findReading(trx, { sponsorKey: SPONSOR, readingKey })).toMatchObject({
      state: 'failed',
      fault: 'sealed',
      detail: 'CASEWRIGHT_SECRET was changed since',
    });
  });
});
