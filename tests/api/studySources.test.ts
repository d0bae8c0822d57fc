/** Sources of clinical data: one contract for every kind, and what is shown where they cannot be read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  cancelStudyReading,
  listCdmsStudies,
  listStudyMappingAudit,
  listSourceAudit,
  listStudyMappings,
  listSyncStudies,
  makeSourceToken,
  readCompanySources,
  saveCompanySource,
  readStudyMapping,
  removeStudyMapping,
  saveStudyMapping,
  startStudyReading,
  tryCompanySource,
  uploadStudyData,
} from '../../shared/contract/index.ts';
import { sealing } from '../../server/sealing.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { findNewestReading, updateSource } from '../../server/study-data/sources.store.ts';
import { RAVE_LOGIN, type CdmsServer } from './cdmsServer.ts';
import { COMPANY, picture, pick, row, SPONSOR } from './studySourceWorld.ts';
import { startStudySources, type StudySources } from './startStudySources.ts';
import { STUDY_DOCUMENTS } from './studyDocuments.ts';
import { studySourceKinds } from './studySourceKinds.ts';
import { failOnce } from './failOnce.ts';
import { eventually, whileHeldUp, type TestServer } from './harness.ts';

let server: TestServer;
let cdms: CdmsServer;
let admin: string;
let editor: string;
let studies: number[];
let world: StudySources['world'];
let opened: StudySources;

beforeAll(async () => {
  opened = await startStudySources();
  ({ server, cdms, admin, editor, studies, world } = opened);
});
afterAll(() => opened.stop());
beforeEach(() => {
  cdms.studies.clear();
  cdms.viewsUpdated = null;
});

const tokens = new Map<number, string>();
const KINDS = studySourceKinds(() => ({ server, cdms, admin, editor, world, tokens }));

describe.each(KINDS)('a source of the kind $kind', ({ studyOid, open, give }) => {
  it('brings its picture, and then what is new, changed and gone', async () => {
    const sourceKey = await open();
    const first = [
      row('1001', '1', { 'AE.AETERM': 'Rash' }, 'r1'),
      row('1001', '2', { 'AE.AETERM': 'Cough' }, 'r2'),
      row('1002', '1', { 'AE.AETERM': 'Nausea', 'AE.AEOUT': null }),
    ];
    await give(sourceKey, picture(studyOid, first));
    expect(await world.ended(sourceKey)).toMatchObject({
      state: 'done',
      rowsNew: 3,
      rowsChanged: 0,
      rowsRemoved: 0,
    });
    const before = await world.stored(sourceKey, studyOid);
    expect(before.metadata.map(({ versionOid }) => versionOid)).toEqual(['v1']);
    expect(before.subjects.map(({ label }) => label)).toEqual(['1001', '1002']);
    expect(before.rows.find(({ recordId }) => recordId === 'r1')?.values).toEqual({ 'AE.AETERM': 'Rash' });

    // rows are numbered again, one is changed, a subject has vanished
    await give(
      sourceKey,
      picture(studyOid, [
        row('1001', '2', { 'AE.AETERM': 'Rash' }, 'r1'),
        row('1001', '1', { 'AE.AETERM': 'Severe cough' }, 'r2'),
      ]),
    );
    await eventually(async () =>
      expect(await world.ended(sourceKey)).toMatchObject({
        state: 'done',
        rowsNew: 0,
        rowsChanged: 1,
        rowsRemoved: 1,
      }),
    );
    const after = await world.stored(sourceKey, studyOid);
    const same = (recordId: string) =>
      [before, after].map(({ rows }) => rows.find((one) => one.recordId === recordId));
    const [rashBefore, rashAfter] = same('r1');
    expect(rashAfter?.readAt).toEqual(rashBefore?.readAt);
    expect(rashAfter?.groupRepeat).toBe('2');
    const [coughBefore, coughAfter] = same('r2');
    expect(coughAfter?.readAt).not.toEqual(coughBefore?.readAt);
    expect(after.rows.find(({ subjectKey }) => subjectKey === '1002')?.removedAt).not.toBeNull();
    expect(after.subjects.map(({ removedAt }) => removedAt === null)).toEqual([true, false]);
  });
});

const mailsToAdministrators = async () =>
  (
    await server.db
      .selectFrom('outbox_email')
      .select('email_key')
      .where('recipient', '=', 'sponsor.admin@example.com')
      .execute()
  ).length;

describe('a source of Rave', () => {
  it('is told apart by its faults, and keeps what was read', async () => {
    const { sourceKey } = await world.findSource('rave');
    cdms.studies.set('ACME(PROD)', picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': 'Rash' }, 'r1')]));
    const mailsBefore = await mailsToAdministrators();
    for (const [fault, shown] of [
      ['limit', 'limit'],
      ['redirect', 'answer'],
      ['serverError', 'unreachable'],
      ['cutOff', 'unreachable'],
      ['cutOffGzip', 'unreachable'],
      ['otherCoding', 'answer'],
      ['signIn', 'otherContent'],
    ] as const) {
      cdms.failNext(fault);
      await world.readNow(sourceKey);
      await eventually(async () =>
        expect(await world.ended(sourceKey)).toMatchObject({ state: 'failed', fault: shown }),
      );
    }
    const { data } = await server.call(readCompanySources, { token: admin, params: COMPANY });
    expect(data.sources.find((one) => one.sourceKey === sourceKey)).toMatchObject({ failures: 7 });
    expect(await mailsToAdministrators()).toBeGreaterThan(mailsBefore);
    expect(
      (await world.stored(sourceKey, 'ACME(PROD)')).rows.some(({ removedAt }) => removedAt === null),
    ).toBe(true);
    expect(cdms.paths.some((path) => path.includes('ACME%28PROD%29'))).toBe(true);
  });

  it('may compress its answers, whatever type they state', async () => {
    const { sourceKey } = await world.findSource('rave');
    cdms.studies.set('ACME(PROD)', picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': 'Rash' }, 'r1')]));
    cdms.failNext('gzip');
    await world.readNow(sourceKey);
    await eventually(async () => expect(await world.ended(sourceKey)).toMatchObject({ state: 'done' }));
  });

  it('leaves what was read where its views are older', async () => {
    const { sourceKey } = await world.findSource('rave');
    await world.link(studies[0] ?? 0, sourceKey, 'ACME(PROD)');
    cdms.viewsUpdated = '2026-05-04T10:00:00Z';
    cdms.studies.set(
      'ACME(PROD)',
      picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': 'Newest' }, 'r1')]),
    );
    await world.readNow(sourceKey);
    await eventually(async () =>
      expect(await world.ended(sourceKey)).toMatchObject({ state: 'done', rowsChanged: 1 }),
    );
    cdms.viewsUpdated = '2026-05-04T09:00:00Z';
    cdms.studies.set('ACME(PROD)', picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': 'Older' }, 'r1')]));
    await world.readNow(sourceKey);
    await eventually(async () =>
      expect(await world.ended(sourceKey)).toMatchObject({ state: 'done', studies: 0 }),
    );
    expect((await world.stored(sourceKey, 'ACME(PROD)')).rows[0]?.values).toEqual({ 'AE.AETERM': 'Newest' });
    // a clock that was ahead, and is set right
    for (const term of ['Ahead', 'Set right']) {
      cdms.viewsUpdated = term === 'Ahead' ? '2999-01-01T00:00:00Z' : server.clock.now().toISOString();
      cdms.studies.set('ACME(PROD)', picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': term }, 'r1')]));
      await world.readNow(sourceKey);
      await eventually(async () =>
        expect(await world.ended(sourceKey)).toMatchObject({ state: 'done', rowsChanged: 1 }),
      );
    }
  });

  it('with a study that it has no more is read as far as the others go, and says so', async () => {
    const { sourceKey } = await world.findSource('rave');
    const gone = 'ABANDONED(PROD)';
    const other = (term: string) =>
      cdms.studies.set('ACME(PROD)', picture('ACME(PROD)', [row('1001', '1', { 'AE.AETERM': term }, 'r1')]));
    other('Now');
    cdms.studies.set(gone, picture(gone, [row('9001', '1', { 'AE.AETERM': 'Rash' }, 'r9')]));
    await world.readNow(sourceKey);
    await eventually(async () => expect((await world.ended(sourceKey)).state).toBe('done'));
    const params = { ...COMPANY, studyKey: studies[1] ?? 0 };
    expect((await world.link(params.studyKey, sourceKey, gone)).errMsg).toBeNull();
    await eventually(async () => expect((await world.ended(sourceKey)).state).toBe('done'));
    cdms.studies.delete(gone);
    other('Later');
    await world.readNow(sourceKey);
    await eventually(async () =>
      expect(await world.ended(sourceKey)).toMatchObject({ state: 'failed', fault: 'notFound' }),
    );
    expect((await world.stored(sourceKey, 'ACME(PROD)')).rows[0]?.values).toEqual({ 'AE.AETERM': 'Later' });
    const { data } = await server.call(readStudyMapping, { token: admin, params });
    const body = { linkedAt: data.link?.linkedAt ?? '', reason: 'It was abandoned' };
    expect((await server.call(removeStudyMapping, { token: admin, params, body })).status).toBe(200);
  });

  it('is reached at an allowed host only', async () => {
    const tried = await server.call(tryCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey: 0 },
      body: {
        kind: 'rave',
        settings: { url: 'https://other.example/RaveWebServices', userName: 'x', dataset: 'regular' },
        secrets: { password: 'x' },
      },
    });
    expect(tried.data).toMatchObject({ fault: 'host', detail: 'other.example' });
  });
});

describe('a file', () => {
  it('that cannot be read says why and in which line', async () => {
    const { sourceKey } = await world.findSource('file');
    await server.call(uploadStudyData, {
      token: editor,
      params: { sourceKey },
      file: { name: 'snapshot.xml', bytes: '<?xml version="1.0"?>\n<!DOCTYPE ODM>\n<ODM/>' },
    });
    await eventually(async () =>
      expect(await world.ended(sourceKey)).toMatchObject({ state: 'failed', fault: 'documentType', line: 2 }),
    );
  });

  it('of one dataset leaves the others as they are', async () => {
    const { sourceKey } = await world.findSource('file');
    const bring = async (name: string, bytes: string, rowsNew: number) => {
      await server.call(uploadStudyData, { token: editor, params: { sourceKey }, file: { name, bytes } });
      await eventually(async () =>
        expect(await world.ended(sourceKey)).toMatchObject({ fileName: name, state: 'done', rowsNew }),
      );
    };
    await bring('dm.csv', 'STUDYID,USUBJID,SUBJID,SEX\nCSV-1,CSV-1-01,01,F\nCSV-1,CSV-1-02,02,M\n', 2);
    // the server dies when the rows are stored, and the end of the reading is not
    const again = await failOnce(server, 'study_source');
    const reading = bring('ae.csv', 'STUDYID,USUBJID,AESEQ,AETERM\nCSV-1,CSV-1-01,1,Rash\n', 1);
    await again();
    await reading;
    const { rows, subjects, metadata } = await world.stored(sourceKey, 'CSV-1');
    expect(rows.filter(({ removedAt }) => removedAt === null)).toHaveLength(3);
    expect(subjects.map(({ label, removedAt }) => [label, removedAt])).toEqual([
      ['01', null],
      ['02', null],
    ]);
    expect(metadata[0]?.groups.map(({ oid }) => oid)).toEqual(['AE', 'DM']);
  });
});

describe('documents', () => {
  it.each(STUDY_DOCUMENTS)('$that', async ({ study, steps, rows }) => {
    const { sourceKey } = await world.findSource('file');
    for (const { bytes, name = 'odm.xml', expected } of steps) {
      const { data } = await server.call(uploadStudyData, {
        token: editor,
        params: { sourceKey },
        file: { name, bytes },
      });
      await eventually(async () =>
        expect(await world.ended(sourceKey)).toMatchObject({ readingKey: data.readingKey, ...expected }),
      );
    }
    const stored = await world.stored(sourceKey, study);
    const there = stored.rows.filter(({ removedAt }) => removedAt === null);
    expect(there.map(({ recordId, groupRepeat, values }) => [recordId, groupRepeat, values])).toEqual(rows);
    expect(stored.subjects.filter(({ removedAt }) => removedAt !== null)).toEqual([]);
  });
});

describe('a source that several add at once', () => {
  it('is stored once, and the others are refused as too late', async () => {
    const body = {
      name: 'Added at once',
      kind: 'push',
      settings: {},
      everyHours: null,
      disabled: false,
      secrets: {},
      setAt: null,
      reason: 'Set up',
    };
    const add = () =>
      server.call(saveCompanySource, { token: admin, params: { ...COMPANY, sourceKey: 0 }, body });
    const answers = await whileHeldUp(
      server,
      'study_source in share row exclusive mode',
      () => Promise.all([add(), add(), add()]),
      () => Promise.resolve(),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('a token', () => {
  it('of no source is refused before the body is read, and an old one is void', async () => {
    expect((await world.push('x'.repeat(43), '<ODM/>')).status).toBe(401);
    const { sourceKey } = await world.findSource('push');
    await server.call(makeSourceToken, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: { reason: 'Renewed' },
    });
    expect((await world.push(tokens.get(sourceKey) ?? '', '<ODM/>')).status).toBe(401);
    const rows = await inSponsor(server.db, SPONSOR, (trx) =>
      trx.selectFrom('study_source').selectAll().execute(),
    );
    expect(JSON.stringify(rows)).not.toContain(tokens.get(sourceKey));
  });
});

describe('a mapping', () => {
  it('is listed, has its changes with reasons, and can be ended', async () => {
    const studyKey = studies[0] ?? 0;
    const params = { ...COMPANY, studyKey };
    const { data: list } = await server.call(listStudyMappings, { token: admin, params: COMPANY });
    expect(list.listInfo[0]?.link).toContain('/study-mapping/');
    const { data: seen } = await server.call(listSyncStudies, { token: editor, params: { sponsorKey: 1 } });
    expect(seen.listInfo).toHaveLength(1);
    const { data: mapping } = await server.call(readStudyMapping, { token: admin, params });
    const { data: offered } = await server.call(listCdmsStudies, { token: admin, params: COMPANY });
    expect(offered.listInfo.map(({ studyId }) => studyId)).not.toContain(mapping.link?.studyId);
    const body = { linkedAt: mapping.link?.linkedAt, reason: 'The study is over' };
    expect((await server.call(removeStudyMapping, { token: admin, params, body })).status).toBe(200);
    expect((await server.call(removeStudyMapping, { token: admin, params, body })).errCode).toBe(
      'SETTINGS_CHANGED',
    );
    const { data: trail } = await server.call(listStudyMappingAudit, { token: admin, params });
    expect(trail.listInfo[0]?.cells['reason']).toBe('The study is over');
  });

  it('takes a study of a source once', async () => {
    const [one = 0, two = 0] = studies;
    const { sourceKey } = await world.findSource('file');
    expect((await world.link(one, sourceKey, 'FILE-1')).status).toBe(200);
    expect((await world.link(two, sourceKey, 'FILE-1')).errCode).toBe('STUDY_LINKED');
    expect((await world.link(two, sourceKey, 'NO-SUCH')).errCode).toBe('STUDY_NOT_IN_SOURCE');
  });

  it('is made by one of two who link a study at once', async () => {
    const [, studyKey = 0] = studies;
    const { sourceKey } = await world.findSource('file');
    const params = { ...COMPANY, studyKey };
    const body = { sourceKey, studyId: 'CSV-1', linkedAt: null, reason: 'The data of this study' };
    await inSponsor(server.db, SPONSOR, (trx) =>
      trx.deleteFrom('study_link').where('study_key', '=', studyKey).execute(),
    );
    const both = await whileHeldUp(
      server,
      'source_study',
      () => Promise.all([1, 2].map(() => server.call(saveStudyMapping, { token: admin, params, body }))),
      async () => {},
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is the work of system administrators', async () => {
    const { errCode } = await server.call(readCompanySources, { token: editor, params: COMPANY });
    expect(errCode).toBe('NO_PRIVILEGE');
    const { status } = await server.call(readCompanySources, {
      token: admin,
      params: { ...COMPANY, companyKey: 999 },
    });
    expect(status).toBe(200);
  });
});

describe('a source', () => {
  it('asks for its secrets again once the secret of the installation was changed', async () => {
    const { sourceKey, settings } = await world.findSource('rave');
    const { sealed } = sealing({ secret: 'another secret of the operator', dataDir: '' }, 'study sources');
    await inSponsor(server.db, SPONSOR, (trx) =>
      updateSource(trx, { sponsorKey: SPONSOR, sourceKey }, { secret: sealed(JSON.stringify(RAVE_LOGIN)) }),
    );
    expect((await world.findSource('rave')).secretNames).toEqual([]);
    expect((await world.saveSource('rave', settings, {}, sourceKey)).errCode).toBe('SETTING_REFUSED');
    await server.call(startStudyReading, { token: editor, params: { sourceKey } });
    expect(await world.ended(sourceKey)).toMatchObject({ state: 'failed', fault: 'credentials' });
    const { password } = RAVE_LOGIN;
    expect((await world.saveSource('rave', settings, { password }, sourceKey)).status).toBe(200);
  });

  it('is changed with a reason, and never shows its secrets', async () => {
    const source = await world.findSource('rave');
    expect(JSON.stringify(source)).not.toContain(RAVE_LOGIN.password);
    expect(source.secretNames).toEqual(['password']);
    const { status } = await world.saveSource(
      'rave',
      { url: `${cdms.url}/rave`, userName: 'other' },
      {},
      source.sourceKey,
    );
    expect(status).toBe(200);
    const { data } = await server.call(listSourceAudit, {
      token: admin,
      params: { ...COMPANY, sourceKey: source.sourceKey },
    });
    expect(data.listInfo.map(({ cells }) => cells['after'])).toContain('userName: other');
    // the stored password goes to where it was meant for only
    const elsewhere = { url: `${cdms.url.replace('127.0.0.1', 'localhost')}/rave`, userName: 'other' };
    for (const settings of [{ url: 'no address' }, elsewhere])
      expect((await world.saveSource('rave', settings, {}, source.sourceKey)).errCode).toBe(
        'SETTING_REFUSED',
      );
    const tried = await server.call(tryCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey: source.sourceKey },
      body: { kind: 'rave', settings: { ...source.settings, ...elsewhere }, secrets: {} },
    });
    expect(tried).toMatchObject({ errCode: 'SETTING_REFUSED', details: expect.anything() });
  });

  it('that is tried with other settings offers none of the studies that it finds with them', async () => {
    const behaviour = { behaviour: 'bom' };
    const saved = { kind: 'demo', settings: behaviour, everyHours: null, disabled: true } as const;
    const { data } = await server.call(saveCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey: 0 },
      body: { ...saved, name: 'Demo to be tried', secrets: {}, setAt: null, reason: 'Set up' },
    });
    const offeredAfter = async (settings: Record<string, string>): Promise<number> => {
      const body = { kind: 'demo', settings, secrets: {} } as const;
      const tried = await server.call(tryCompanySource, {
        token: admin,
        params: { ...COMPANY, ...data },
        body,
      });
      expect(tried.data).toMatchObject({ fault: null });
      expect(tried.data.studies).toBeGreaterThan(0);
      const found = await inSponsor(server.db, SPONSOR, (trx) =>
        trx.selectFrom('source_study').selectAll().where('source_key', '=', data.sourceKey).execute(),
      );
      return found.length;
    };
    expect(await offeredAfter({ behaviour: 'good' })).toBe(0);
    expect(await offeredAfter(behaviour)).toBeGreaterThan(0);
  });

  it('that is read no more by itself says in its history that its schedule has ended', async () => {
    const source = { name: 'Read no more', settings: {}, secrets: {}, everyHours: 24, disabled: false };
    const save = (body: object, params: { sourceKey: number }) =>
      server.call(saveCompanySource, {
        token: admin,
        params: { ...COMPANY, ...params },
        body: { ...source, kind: 'demo', setAt: null, reason: 'Set up', ...body },
      });
    const { data } = await save({ settings: { behaviour: 'good' } }, { sourceKey: 0 });
    const { data: read } = await server.call(readCompanySources, { token: admin, params: COMPANY });
    const setAt = read.sources.find(({ sourceKey }) => sourceKey === data.sourceKey)?.setAt;
    expect((await save({ kind: 'file', setAt }, data)).success).toBe(true);
    const params = { ...COMPANY, ...data };
    const { data: trail } = await server.call(listSourceAudit, { token: admin, params });
    const schedules = trail.listInfo.filter(({ name }) => name === 'Hours between readings');
    expect(schedules.map(({ cells }) => [cells['before'], cells['after']])).toEqual([
      ['24', undefined],
      [undefined, '24'],
    ]);
  });

  it('that is slow is stopped by a user', async () => {
    const { sourceKey } = (await world.saveSource('demo')).data;
    await server.call(tryCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: { kind: 'demo', settings: { behaviour: 'good' }, secrets: {} },
    });
    await world.link(studies[0] ?? 0, sourceKey, 'VEL301');
    expect(await world.ended(sourceKey)).toMatchObject({ state: 'done', startedBy: 'System administrator' });
    const source = await world.findSource('demo');
    await server.call(saveCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: {
        ...pick(source),
        settings: { behaviour: 'slow' },
        secrets: {},
        setAt: source.setAt,
        reason: 'Slow',
      },
    });
    const { data } = await server.call(startStudyReading, {
      token: editor,
      params: { sourceKey },
    });
    await server.call(cancelStudyReading, { token: editor, params: data });
    await eventually(async () => expect(await world.ended(sourceKey)).toMatchObject({ state: 'cancelled' }));
  });

  it('is read by its schedule', async () => {
    const { sourceKey } = await world.findSource('demo');
    const { createJob } = await import('../../server/jobs/handlers/readDueSources.job.ts');
    const schedule = createJob(server.deps);
    const source = await world.findSource('demo');
    await server.call(saveCompanySource, {
      token: admin,
      params: { ...COMPANY, sourceKey },
      body: {
        ...pick(source),
        settings: { behaviour: 'good' },
        everyHours: 2,
        secrets: {},
        setAt: source.setAt,
        reason: 'Every two hours',
      },
    });
    await schedule.run(new AbortController().signal);
    expect(await world.ended(sourceKey)).toMatchObject({ cause: 'user' });
    // three hours later the demo study has one event more, and others have changed; the sessions have ended
    server.clock.advance(3 * 3_600_000);
    await schedule.run(new AbortController().signal);
    await eventually(async () => {
      const newest = await inSponsor(server.db, SPONSOR, (trx) =>
        findNewestReading(trx, { sponsorKey: SPONSOR, sourceKey }),
      );
      expect(newest).toMatchObject({ cause: 'schedule', state: 'done', rows_new: 1 });
    });
  });
});
