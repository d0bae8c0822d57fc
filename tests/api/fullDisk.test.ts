/** A full disk of files, where the database has room: what needs it is answered 503, leaves nothing, and succeeds later. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fetchListExport,
  importFile,
  readFile,
  readImportFiles,
  readImportRun,
  readListExport,
  sendImportFile,
  startListExport,
  uploadFile,
} from '../../shared/contract/index.ts';
import { inJobQueue } from '../../server/storage/database.ts';
import { demoDatabase } from '../demoData.ts';
import { copyDirectory } from '../copyDirectory.ts';
import { largeReport } from '../largeReport.ts';
import { makeDisk, type Disk } from './disk.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { collectLog } from './inProcess.ts';

const DISK = 64 * 2 ** 20;
const ATTACHMENT = 1024 * 1024;
const MENU = { menuId: 'MU-CS' };
const params = { sponsorKey: 1 };

const disk: Disk | null = makeDisk(DISK);
afterAll(() => disk?.remove());

describe.skipIf(!disk)('a full disk of files', () => {
  let server: TestServer;
  let token: string;
  let empty: () => void;
  let log: ReturnType<typeof collectLog>;
  const undo: (() => unknown)[] = [];

  beforeAll(async () => {
    const data = await demoDatabase();
    undo.push(() => data.remove());
    const dir = join(disk?.dir ?? '', 'data');
    mkdirSync(dir);
    copyDirectory(data.dir, dir);
    log = collectLog();
    undo.push(() => log.stop());
    server = await startTestServer({
      data: { env: data.env, dir, remove: () => Promise.resolve() },
      env: { LOG_LEVEL: 'warn' },
    });
    undo.push(() => server.stop());
    token = await server.token('case.editor');
    empty = disk?.fill() ?? (() => {});
  });
  afterAll(async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  });

  const files = (folder: string): string[] => {
    const path = join(server.deps.config.dataDir, folder);
    return existsSync(path) ? readdirSync(path) : [];
  };
  const file = { name: 'a.txt', type: 'text/plain', bytes: new Uint8Array(randomBytes(ATTACHMENT)) };
  const upload = () => server.call(uploadFile, { token, params, file });
  const report = { name: 'a.xml', bytes: [...largeReport({ messages: 1, attachment: ATTACHMENT })].join('') };
  const importReport = () => server.call(importFile, { token, params, file: report });
  const runKey = randomUUID();
  const sendFile = () => server.call(sendImportFile, { token, params: { runKey }, file: report });
  const exportKey = randomUUID();
  const jobOfFile = () =>
    inJobQueue(server.deps.db, (trx) =>
      trx
        .selectFrom('job')
        .select('last_error')
        .where('kind', '=', 'list-export.makeFile')
        .executeTakeFirst(),
    );

  it('refuses uploads and imports, and keeps nothing of them', async () => {
    for (const call of [upload, importReport, sendFile])
      expect(await call()).toMatchObject({ status: 503, errCode: 'NO_FILE_STORE' });
    expect(files('uploads')).toEqual([]);
  });

  it('lets a file of a list wait', async () => {
    const body = { exportKey, query: { format: 'CSV' } };
    const started = await server.call(startListExport, { token, params: MENU, body });
    expect(started.status).toBe(200);
    await eventually(async () => expect((await jobOfFile())?.last_error).toContain('ENOSPC'));
    const { state } = (await server.call(readListExport, { token, params: { ...MENU, exportKey } })).data;
    expect(['requested', 'running']).toContain(state);
  });

  it('is logged once, and as no mistake of the product', () => {
    const times = (line: string) => log.text().split(line).length - 1;
    expect(times('the file storage is not available: requests are answered with 503')).toBe(1);
    expect(times('An error has occurred')).toBe(0);
  });

  it('with room again, takes all of it', async () => {
    empty();
    const uploaded = await upload();
    const { fileKey } = uploaded.data;
    expect((await server.call(readFile, { token, params: { ...params, fileKey } })).bytes).toEqual(
      Buffer.from(file.bytes),
    );
    expect((await importReport()).status).toBe(200);
    expect((await sendFile()).status).toBe(200);
    await server.call(readImportFiles, { token, params: { runKey } });
    await eventually(async () =>
      expect((await server.call(readImportRun, { token, params: { runKey } })).data.state).toBe('deciding'),
    );
    // the pause after a failure
    server.clock.advance(60_000);
    await eventually(async () =>
      expect((await server.call(fetchListExport, { token, params: { ...MENU, exportKey } })).status).toBe(
        200,
      ),
    );
    expect(files('uploads')).toEqual([]);
  });

  it('that cannot be written any more, is answered and logged like a full one', async () => {
    const release = disk?.protect();
    for (const call of [upload, importReport, sendFile])
      expect(await call()).toMatchObject({ status: 503, errCode: 'NO_FILE_STORE' });
    release?.();
    expect((await upload()).status).toBe(200);
    expect(log.text()).not.toContain('An error has occurred');
  });
});
