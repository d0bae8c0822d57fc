/** A reading of a study source whose attempt failed, and that waits for its next one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelStudyReading, startStudyReading, uploadStudyData } from '../../shared/contract/index.ts';
import { inJobQueue, inSponsor } from '../../server/storage/database.ts';
import { findNewestReading, findReading } from '../../server/study-data/sources.store.ts';
import { RAVE_LOGIN } from './cdmsServer.ts';
import { failOnce } from './failOnce.ts';
import { eventually } from './harness.ts';
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
