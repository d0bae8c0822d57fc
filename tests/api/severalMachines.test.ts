/** Processes on several machines, each with a data directory of its own, over one database and one object storage. */
import { randomUUID } from 'node:crypto';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudit } from '../../scripts/audit.ts';
import { runBackup } from '../../scripts/backup.ts';
import { runRestore } from '../../scripts/restore.ts';
import {
  addCase,
  fetchListExport,
  readFile,
  readListExport,
  signIn,
  startListExport,
  uploadFile,
} from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { SetupProblem } from '../../server/settings.ts';
import { demoDatabase } from '../demoData.ts';
import { testDataDir } from '../testDataDir.ts';
import { eventually, makeCall, startTestServer } from './harness.ts';
import { inProcess } from './inProcess.ts';
import { addressOf, endProgram, printed, runProgram, type Program } from './program.ts';
import { hasGateway, startGateway, type Gateway } from './radosGateway.ts';

const MENU = { menuId: 'MU-CS' };

/** Copies the anchor file of the demo to the bucket, as an operator does who moves an installation there. */
async function moveAnchors(dir: string, env: Record<string, string>, client: S3Client): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: env['CASEWRIGHT_S3_BUCKET'],
      Key: `${env['CASEWRIGHT_S3_PREFIX']}/audit/anchors/00000001.jsonl`,
      Body: readFileSync(join(dir, 'audit', 'anchors.jsonl')),
    }),
  );
}

/** The files of the demo, e.g. of its batches. */
async function moveFiles(dir: string, env: Record<string, string>, client: S3Client): Promise<void> {
  const folder = join(dir, 'files');
  for (const path of globSync('??/*', { cwd: folder }))
    await client.send(
      new PutObjectCommand({
        Bucket: env['CASEWRIGHT_S3_BUCKET'],
        Key: `${env['CASEWRIGHT_S3_PREFIX']}/files/${path}`,
        Body: readFileSync(join(folder, path)),
      }),
    );
}

describe.skipIf(!hasGateway)('processes on several machines', () => {
  const undo: (() => unknown)[] = [];
  let gateway: Gateway;
  let urls: [string, string];
  let programs: Program[];
  let token: string;
  let dirs: string[];
  let env: Record<string, string>;

  const testDir = (): string => {
    const dir = testDataDir();
    undo.push(() => rmSync(dir, { recursive: true, force: true }));
    return dir;
  };

  beforeAll(async () => {
    gateway = await startGateway();
    undo.push(() => gateway.stop());
    const data = await demoDatabase();
    undo.push(() => data.remove());
    env = { ...data.env, ...(await gateway.bucketEnv()), CASEWRIGHT_SECRET: 's'.repeat(32) };
    await moveAnchors(data.dir, env, gateway.client);
    await moveFiles(data.dir, env, gateway.client);
    dirs = ['api', 'api', 'worker'].map(testDir);
    programs = ['api', 'api', 'worker'].map((ROLE, index) => {
      const program = runProgram({ ...env, ROLE, DATA_DIR: dirs[index] ?? '' });
      undo.push(() => endProgram(program));
      return program;
    });
    const [one, two, worker] = programs;
    if (!one || !two || !worker) throw new Error('there are three programs');
    urls = [await addressOf(one), await addressOf(two)];
    await printed(worker, /works without listening/);
    const body = { userId: 'case.editor', password: DEMO_PASSWORD };
    token = (await makeCall(urls[0], signIn, { body })).data.token;
  });
  afterAll(async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  });

  const upload = (text: string) =>
    makeCall(urls[0], uploadFile, {
      token,
      params: { sponsorKey: 1 },
      file: { name: 'a.txt', bytes: text },
    });
  const read = (fileKey: string) =>
    makeCall(urls[1], readFile, { token, params: { sponsorKey: 1, fileKey } });

  it('read the files that others have received', async () => {
    const { data } = await upload('of the first machine');
    expect((await read(data.fileKey)).bytes.toString()).toBe('of the first machine');
  });

  it('serve the list that a worker has exported', async () => {
    const exportKey = randomUUID();
    const body = { exportKey, query: { format: 'CSV' } };
    await makeCall(urls[0], startListExport, { token, params: MENU, body });
    const params = { ...MENU, exportKey };
    await eventually(async () => {
      const { data } = await makeCall(urls[0], readListExport, { token, params });
      expect(data.state).toBe('done');
    });
    const fetched = await makeCall(urls[1], fetchListExport, { token, params });
    expect(fetched.status).toBe(200);
    expect(fetched.bytes.length).toBeGreaterThan(100);
  });

  it('anchor the audit trails in one place', async () => {
    const audit = (machine: number, command: string) =>
      inProcess(() => runAudit([command], { LOG_LEVEL: 'error', ...env, DATA_DIR: dirs[machine] }));
    const addOne = () => makeCall(urls[0], addCase, { token, body: {} });
    await addOne();
    expect(await audit(0, 'anchor')).toMatchObject({ code: 0 });
    await addOne();
    expect(await audit(1, 'anchor')).toMatchObject({ code: 0 });
    expect(await audit(2, 'verify')).toMatchObject({ code: 0 });
  });

  it('are backed up with the files and the anchors of the storage', async () => {
    const { data } = await upload('to be backed up');
    const folder = join(dirs[0] ?? '', '..', `backup-${randomUUID()}`);
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const prefix = `restored-${randomUUID()}`;
    const run = (command: typeof runBackup, arg: string, more: Record<string, string> = {}) =>
      inProcess(() => command([folder, arg], { LOG_LEVEL: 'error', ...env, DATA_DIR: testDir(), ...more }));
    const stored = async (key: string) => {
      const Bucket = env['CASEWRIGHT_S3_BUCKET'];
      const found = await gateway.client.send(new GetObjectCommand({ Bucket, Key: `${prefix}/${key}` }));
      return found.Body?.transformToString();
    };
    expect(await run(runBackup, '--without-database')).toMatchObject({ code: 0 });
    const backedUp = join(folder, 'files', data.fileKey.slice(0, 2), data.fileKey);
    expect(readFileSync(backedUp, 'utf8')).toBe('to be backed up');
    const anchors = readFileSync(join(folder, 'audit', 'anchors.jsonl'), 'utf8');
    expect(anchors).toMatch(/^\{"no":1,/);
    expect(await run(runRestore, '--without-keys')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not empty') as string,
    });
    // the storage itself is restored to, under another prefix
    const restored = { CASEWRIGHT_S3_PREFIX: prefix };
    expect(await run(runRestore, '--without-keys', restored)).toMatchObject({ code: 0 });
    const { fileKey } = data;
    expect(await stored(`files/${fileKey.slice(0, 2)}/${fileKey}`)).toBe('to be backed up');
    expect(await stored('audit/anchors/00000001.jsonl')).toBe(anchors);
  });

  it('keep none of these files in their data directories', () => {
    for (const dir of dirs)
      expect(readdirSync(dir).filter((name) => name === 'files' || name === 'exports')).toEqual([]);
  });

  it('answer 503 while the storage is unavailable, log it once, and go on afterwards', async () => {
    await gateway.kill();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await upload(`content ${attempt}`);
      expect(refused).toMatchObject({ status: 503, errCode: 'NO_FILE_STORE' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await gateway.start();
    const logged = (): string[] =>
      (programs[0]?.stderr().trim().split('\n') ?? []).map(
        (line) => (JSON.parse(line) as { msg: string }).msg,
      );
    await eventually(() => expect(logged()).toContain('the file storage is available again'));
    const { data } = await upload('content 0');
    expect((await read(data.fileKey)).bytes.toString()).toBe('content 0');
    expect(logged().filter((line) => line.startsWith('the file storage'))).toEqual([
      'the file storage is not available: requests are answered with 503',
      'the file storage is available again',
    ]);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['no such bucket', { CASEWRIGHT_S3_BUCKET: 'no-such-bucket' }, /no-such-bucket\S* cannot be used/],
    ['a wrong secret', { CASEWRIGHT_S3_SECRET_ACCESS_KEY: 'wrong' }, /cannot be used: /],
    ['nothing at the address', { CASEWRIGHT_S3_ENDPOINT: 'http://127.0.0.1:9' }, /ECONNREFUSED/],
  ])('are refused their start with %s', async (_, wrong, why) => {
    const started = startTestServer({ env: { ...env, DATA_DIR: dirs[0] ?? '', ...wrong } });
    await expect(started).rejects.toSatisfy(
      (error) => error instanceof SetupProblem && why.test(error.message),
    );
  });
});
