/** Files of lists that the server makes by itself: asked for, followed, stopped, fetched, forgotten. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import {
  cancelListExport,
  checkSession,
  createFollowUp,
  exportCases,
  fetchListExport,
  listCases,
  readDistributionHistory,
  readListExport,
  readListExports,
  readProcess,
  retryListExport,
  saveColumns,
  startListExport,
} from '../../shared/contract/index.ts';
import { createJob as createFileMaker } from '../../server/jobs/handlers/makeListFile.job.ts';
import { createJob as createFileRemover } from '../../server/jobs/handlers/removeListFile.job.ts';
import { createJob as createRecorder } from '../../server/jobs/handlers/recordDistributions.job.ts';
import { createJob as createDeadlines } from '../../server/jobs/handlers/processDeadline.job.ts';
import { runDueJobs } from '../../server/jobs/jobWorker.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { caseWorldOn, type CaseWorld } from './caseWorld.ts';
import { startTestServer, whileHeldUp } from './harness.ts';

const MENU = { menuId: 'MU-CS' };
const DAY_MS = 24 * 3_600_000;

describe('a file of a list', () => {
  let world: CaseWorld;
  /** ROLE api: nothing is done but when a test has it done, as by another process */
  beforeAll(async () => {
    world = await caseWorldOn(await startTestServer({ env: { ROLE: 'api' } }));
    const body = { visible: ['caseNo', 'patientName'] };
    await world.server.call(saveColumns, { params: MENU, body, token: world.editor });
  });
  afterAll(() => world.server.stop());

  const call = <C extends Parameters<CaseWorld['server']['call']>[0]>(
    definition: C,
    exportKey: string,
    token = world.editor,
  ) => world.server.call(definition, { params: { ...MENU, exportKey }, token });
  const start = (body: object, token = world.editor) =>
    world.server.call(startListExport, { params: MENU, body, token });
  const work = () => {
    const { deps } = world.server;
    const made = [createFileMaker(deps), createFileRemover(deps), createRecorder(deps)];
    return runDueJobs(deps, [...made, createDeadlines(deps)]);
  };
  const query = { format: 'CSV', sort: 'caseNo', direction: 'asc' };

  it('is the one that is streamed, and is fetched when it is made', async () => {
    const exportKey = randomUUID();
    const started = await start({ exportKey, query });
    expect(started.data).toEqual({ rows: 0, totalCount: 0, state: 'requested' });
    expect(await call(fetchListExport, exportKey)).toMatchObject({
      status: 409,
      errCode: 'EXPORT_NOT_READY',
    });
    await work();
    const streamed = await world.server.call(exportCases, { query, token: world.editor });
    const fetched = await call(fetchListExport, exportKey);
    expect(fetched.bytes.toString()).toBe(streamed.bytes.toString());
    expect(fetched.headers.get('content-disposition')).toBe(streamed.headers.get('content-disposition'));
    const { data } = await call(readListExport, exportKey);
    expect(data).toMatchObject({ rows: data.totalCount, state: 'done' });
    expect(data.fileName).toMatch(/\.csv$/);
    expect(data.totalCount).toBeGreaterThan(0);
  });

  it('asked for twice is made once, and recorded with who asked and which rows', async () => {
    const exportKey = randomUUID();
    await Promise.all([start({ exportKey, query }), start({ exportKey, query })]);
    expect(await work()).toBe(1);
    const [record] = await world.query((trx) =>
      trx.selectFrom('list_export').selectAll().where('export_key', '=', exportKey).execute(),
    );
    expect(record).toMatchObject({ menu_id: 'MU-CS', format: 'CSV', state: 'done' });
    expect(record?.row_count).toBe(record?.total_count);
    await call(fetchListExport, exportKey);
    const events = await world.query((trx) =>
      trx
        .selectFrom('process_event')
        .select(['event', 'user_key'])
        .where('process_key', '=', exportKey)
        .orderBy('revision')
        .execute(),
    );
    expect(
      events.map(({ event, user_key }) => [(event as { type: string }).type, user_key !== null]),
    ).toEqual([
      ['process.started', true],
      ['file.begun', false],
      ['xstate.done.actor.makeFile', false],
      ['file.fetched', true],
    ]);
  });

  it('has fewer rows than the list had where a case got a new version meanwhile, and says so', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    const { data: list } = await world.server.call(listCases, { query: {}, token: world.editor });
    const caseKey = Number(list.listInfo[0]?.rowKey);
    await whileHeldUp(world.server, 'list_export', work, async () => {
      const followed = await world.server.call(createFollowUp, {
        params: { caseKey },
        body: { reason: '' },
        token: world.editor,
      });
      expect(followed.errMsg).toBeNull();
    });
    const { data } = await call(readListExport, exportKey);
    const total = list.pageInfo.totalCount;
    expect(data).toMatchObject({ state: 'done', rows: total - 1, totalCount: total });
    const file = (await call(fetchListExport, exportKey)).bytes.toString();
    expect(file.trimEnd().split('\r\n')).toHaveLength(total);
    const [record] = await world.query((trx) =>
      trx.selectFrom('list_export').selectAll().where('export_key', '=', exportKey).execute(),
    );
    expect(record).toMatchObject({ row_count: total - 1, total_count: total });
  });

  it('is nobody else’s', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    await work();
    for (const definition of [readListExport, fetchListExport, cancelListExport, retryListExport])
      expect(await call(definition, exportKey, world.second)).toMatchObject({
        status: 404,
        errCode: 'EXPORT_NOT_FOUND',
      });
    expect((await start({ exportKey, query }, world.second)).errCode).toBe('EXPORT_NOT_FOUND');
    const process = await world.server.call(readProcess, {
      params: { processKey: exportKey },
      token: world.second,
    });
    expect(process.errCode).toBe('PROCESS_NOT_FOUND');
  });

  it('is refused at once where the list may not be asked for so', async () => {
    const unknown = await start({ exportKey: randomUUID(), query: { colour: 'red' } });
    expect(unknown).toMatchObject({ status: 400, errCode: 'INVALID_REQUEST' });
    const elsewhere = await world.server.call(startListExport, {
      params: { menuId: 'MU-NO' },
      body: { exportKey: randomUUID() },
      token: world.editor,
    });
    expect(elsewhere.errCode).toBe('MENU_NOT_FOUND');
  });

  it('is stopped before it is begun, and made anew', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    expect((await call(cancelListExport, exportKey)).data.state).toBe('stopped');
    expect(await work()).toBe(0);
    expect((await call(retryListExport, exportKey)).data.state).toBe('requested');
    await work();
    expect((await call(readListExport, exportKey)).data.state).toBe('done');
    // too late
    expect((await call(cancelListExport, exportKey)).data.state).toBe('done');
    expect((await call(retryListExport, exportKey)).data.state).toBe('done');
  });

  it('fails with the reason for a user who lost access meanwhile, and can be asked for again', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    const active = (is: boolean) =>
      world.server.db
        .updateTable('app_user')
        .set({ active: is })
        .where('user_id', '=', 'case.editor')
        .execute();
    const sessions = () =>
      world.server.db.updateTable('session').set({ ended_at: null, end_reason: null }).execute();
    await active(false);
    await work();
    await active(true);
    await sessions();
    expect((await call(readListExport, exportKey)).data).toMatchObject({
      state: 'failed',
      error: 'the user is no longer assigned to the sponsor',
    });
    await call(retryListExport, exportKey);
    await work();
    expect((await call(readListExport, exportKey)).data.state).toBe('done');
  });

  it('is found again when the page was left, and drawn as a chart', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    const { data } = await world.server.call(readListExports, { params: MENU, token: world.editor });
    expect(data.exports[0]).toMatchObject({ exportKey, state: 'requested' });
    const process = () =>
      world.server.call(readProcess, { params: { processKey: exportKey }, token: world.editor });
    expect((await process()).data).toMatchObject({
      chart: 'list-export',
      state: { making: 'requested' },
      revision: 0,
      takes: ['export.cancelled', 'file.begun'],
      tasks: [{ task: 'makeFile', attempts: 0, error: null }],
    });
    await work();
    expect((await process()).data).toMatchObject({ state: 'done', tasks: [], status: 'active' });
  });

  it('is made by another server where the first one died', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    await inJobQueue(world.server.db, (trx) =>
      trx
        .updateTable('job')
        .set({ state: 'running', attempts: 1, lease_holder: randomUUID(), lease_until: new Date(0) })
        .where('kind', '=', 'list-export.makeFile')
        .where('state', '=', 'ready')
        .execute(),
    );
    await work();
    expect((await call(readListExport, exportKey)).data.state).toBe('done');
  });

  describe('of the reports of its cases', () => {
    const reports = { reportId: 'CIOMS', receiver: 'MFDS' };
    const contentsOf = async (exportKey: string): Promise<Map<string, string>> => {
      const zip = await yauzl.fromBufferPromise((await call(fetchListExport, exportKey)).bytes);
      const texts = new Map<string, string>();
      for await (const entry of zip.eachEntry()) {
        const chunks: Buffer[] = [];
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
        texts.set(entry.fileName, Buffer.concat(chunks).toString());
      }
      return texts;
    };
    const historyOf = async (caseKey: number) =>
      (await world.server.call(readDistributionHistory, { params: { caseKey }, token: world.editor })).data
        .listInfo;

    it('has the chosen cases, says why one is missing, and is a distribution once it is fetched', async () => {
      const [one, two] = [await world.aCase(), await world.aCase()];
      const exportKey = randomUUID();
      const caseKeys = [one.caseKey, 999_999, two.caseKey];
      await start({ exportKey, reports: { ...reports, caseKeys } });
      await work();
      expect((await call(readListExport, exportKey)).data).toMatchObject({
        state: 'done',
        rows: 3,
        totalCount: 3,
        refused: 1,
      });
      expect(await historyOf(one.caseKey)).toEqual([]);
      const texts = await contentsOf(exportKey);
      expect([...texts.keys()]).toEqual([
        expect.stringMatching(`^CIOMS_${one.caseNo}_v1_\\d{8}\\.pdf$`),
        expect.stringMatching(`^CIOMS_${two.caseNo}_v1_\\d{8}\\.pdf$`),
        'Contents.csv',
      ]);
      expect([...texts.values()][0]).toMatch(/^%PDF/);
      const lines = (texts.get('Contents.csv') ?? '').trimEnd().split('\r\n');
      expect(lines).toHaveLength(4);
      expect(lines[1]).toContain(`${one.caseKey},${one.caseNo},1,CIOMS_`);
      expect(lines[2]).toMatch(/^999999,,,,.*permissions/);
      await work();
      for (const { caseKey } of [one, two])
        expect(await historyOf(caseKey)).toEqual([
          expect.objectContaining({ reportId: 'CIOMS', receiver: 'MFDS', userId: 'case.editor' }),
        ]);
    });

    it('has all cases that the list has as it is filtered, as messages', async () => {
      const exportKey = randomUUID();
      const { caseNo } = await world.aCase();
      await start({ exportKey, query: { keyword: caseNo }, reports: { reportId: 'XML', receiver: 'MFDS' } });
      await work();
      const texts = await contentsOf(exportKey);
      expect([...texts.keys()]).toEqual([`${caseNo}.xml`, 'Contents.csv']);
      expect(texts.get(`${caseNo}.xml`)).toContain(caseNo);
    });

    it('is refused at once for a report that there is not, and for a list of something else', async () => {
      const none = await start({ exportKey: randomUUID(), reports: { reportId: 'NONE' } });
      expect(none.status).toBe(404);
      const elsewhere = await world.server.call(startListExport, {
        params: { menuId: 'MU-CS-WARNING' },
        body: { exportKey: randomUUID(), reports },
        token: world.editor,
      });
      expect(elsewhere.errCode).toBe('MENU_NOT_FOUND');
      const blinded = await start(
        { exportKey: randomUUID(), reports: { ...reports, unblindedValueApplicable: 'Y' } },
        world.reader,
      );
      expect(blinded.errCode).toBe('NO_PRIVILEGE');
    });
  });

  it('is closed to its maker once limits hide cases from them', async () => {
    const token = await world.limitedUser('export.limited', {});
    const { userKey } = (await world.server.call(checkSession, { params: { id: 'me' }, token })).data;
    const exportKey = randomUUID();
    await start({ exportKey, query }, token);
    await work();
    const fetched = async () => (await call(fetchListExport, exportKey, token)).errCode;
    expect(await fetched()).toBeNull();
    const limit = { sponsor_key: 1, user_key: userKey, study_key: 2 };
    await world.query((trx) => trx.insertInto('user_study').values(limit).execute());
    expect(await fetched()).toBe('EXPORT_BEYOND_ACCESS');
    await world.query((trx) => trx.deleteFrom('user_study').where('user_key', '=', userKey).execute());
    expect(await fetched()).toBeNull();
  });

  it('is kept for a day', async () => {
    const exportKey = randomUUID();
    await start({ exportKey, query });
    await work();
    world.server.clock.advance(DAY_MS + 1000);
    await work();
    const process = await world.query((trx) =>
      trx.selectFrom('process').selectAll().where('process_key', '=', exportKey).executeTakeFirstOrThrow(),
    );
    expect(process).toMatchObject({ state: 'expired', status: 'done' });
    expect(await world.server.deps.temporaryFiles.read(exportKey)).toBeNull();
  });
});
