/** Stored files that no row refers to, and files that are damaged. */
import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile, uploadFile } from '../../shared/contract/index.ts';
import { DamagedFile } from '../../server/files/fileKey.ts';
import { removeOrphans } from '../../server/files/removeOrphans.ts';
import { createJob } from '../../server/jobs/handlers/removeOrphanFiles.job.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let token: string;
/** ROLE api: the job runs when a test runs it */
beforeAll(async () => {
  server = await startTestServer({ env: { ROLE: 'api' } });
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

const params = { sponsorKey: 1 };
const upload = (text: string) =>
  server.call(uploadFile, { token, params, file: { name: 'a.txt', bytes: text } });
const fetchText = async (fileKey: string) =>
  (await server.call(readFile, { token, params: { ...params, fileKey } })).bytes.toString();
const running = () => new AbortController().signal;
const sweep = () => removeOrphans(server.deps, running());
/** Lets the files that were stored until now be older than a day. */
const letADayPass = () => sql`update file_arrival set at = at - interval '25 hours'`.execute(server.db);
const pathOf = (fileKey: string) => join(server.deps.config.dataDir, 'files', fileKey.slice(0, 2), fileKey);

describe('a file that no row refers to', () => {
  it('is removed after a day', async () => {
    const { data } = await upload('referred to');
    // as by a process that is killed before its transaction ends
    const fileKey = await server.deps.files.put(Buffer.from('an orphan'));
    expect(await sweep()).toBe(0);
    await letADayPass();
    expect(await sweep()).toBe(1);
    expect(await server.deps.files.get(fileKey)).toBeNull();
    expect(await fetchText(data.fileKey)).toBe('referred to');
    expect(await sweep()).toBe(0);
  });

  it('stays if the same content was stored again, whenever that happens', async () => {
    for (let round = 0; round < 20; round += 1) {
      const text = `content ${round}`;
      await server.deps.files.put(Buffer.from(text));
      await letADayPass();
      const [answer] = await Promise.all([upload(text), sweep()]);
      expect(await fetchText(answer.data.fileKey)).toBe(text);
    }
  });

  it('stays if it was stored without the product having noted it', async () => {
    const bytes = Buffer.from('of another installation');
    const fileKey = createHash('sha256').update(bytes).digest('hex');
    await server.deps.objects.put(`files/${fileKey.slice(0, 2)}/${fileKey}`, Readable.from([bytes]));
    await letADayPass();
    expect(await sweep()).toBe(0);
    expect(await server.deps.files.get(fileKey)).toEqual(bytes);
  });
});

it('the job removes exported files that can be fetched no more, and unfinished ones after two days', async () => {
  const { temporaryFiles, objects, config } = server.deps;
  const [old, recent] = ['0', '1'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000001`);
  for (const key of [old, recent]) await temporaryFiles.write(key ?? '', Readable.from(['x']), running());
  const aside = `aside.${old}`;
  writeFileSync(join(config.dataDir, 'exports', aside), 'half');
  const age = (name: string, days: number) => {
    const then = new Date(Date.now() - days * 24 * 3_600_000);
    utimesSync(join(config.dataDir, 'exports', name), then, then);
  };
  age(old ?? '', config.keepExportDays + 3);
  age(recent ?? '', config.keepExportDays + 1);
  age(aside, 3);
  await createJob(server.deps).run(running());
  const left: string[] = [];
  for await (const { key } of objects.list('exports')) left.push(key);
  expect(left).toEqual([`exports/${recent}`]);
});

it('a damaged file is not served as if it were whole', async () => {
  const { data } = await upload('as it was stored');
  writeFileSync(pathOf(data.fileKey), 'as it was changed');
  await expect(server.deps.files.get(data.fileKey)).rejects.toThrow(DamagedFile);
  const stream = await server.deps.files.stream(data.fileKey);
  await expect(buffer(stream ?? Readable.from([]))).rejects.toThrow(DamagedFile);
  // the connection breaks, unless the file is so small that nothing of it was sent yet
  const answer = await server
    .call(readFile, { token, params: { ...params, fileKey: data.fileKey } })
    .catch(() => null);
  expect(answer).toSatisfy((given: typeof answer) => given === null || given.errCode === 'UNEXPECTED');
});
