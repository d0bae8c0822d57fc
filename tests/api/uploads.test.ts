/** Uploads: what remains of them on disk, and how many are taken at a time. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloadReport,
  importFile,
  PROGRESS_LINES,
  readDistributionHistory,
  readFile,
  savePage,
  uploadFile,
  type DataOf,
  type Envelope,
  type ImportProgress,
  type LastLine,
} from '../../shared/contract/index.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { removeOldUploads } from '../../server/files/uploadFolders.ts';
import { zipOf } from '../../shared/testing/zip.ts';
import { largeReport, sendImport, sentByOther } from '../largeReport.ts';
import { eventually, startTestServer, type DemoAccount, type TestServer } from './harness.ts';

const MB = 1024 * 1024;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
  await makeEditor('system.admin');
});
afterAll(() => server.stop());

const params = { sponsorKey: 1 };

/** A third user who may edit cases: the demo has two. */
async function makeEditor(userId: DemoAccount): Promise<void> {
  const { user_key } = await server.db
    .selectFrom('app_user')
    .select('user_key')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await inSponsor(server.db, 1, (trx) =>
    trx.insertInto('user_role').values({ sponsor_key: 1, user_key, role_id: 1 }).execute(),
  );
}

/** Files below a folder of the data directory. */
function filesIn(folder: string): string[] {
  const path = join(server.deps.config.dataDir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

interface Sending {
  sent: ClientRequest;
  answered: Promise<{ status: number; errCode: string | null; retryAfter: string | undefined }>;
}

/** Begins to send a file of a size that the request declares, and leaves the connection open. */
async function beginUpload(
  call: { method: string; path: string },
  account: DemoAccount,
  size: number,
  type = 'multipart/form-data; boundary=b',
): Promise<Sending> {
  const path = call.path.replace(':sponsorKey', '1').replace(':caseKey', '1').replace(':page', 'NR');
  const sent = request(server.url + path, {
    method: call.method,
    headers: {
      authorization: `Bearer ${await server.token(account)}`,
      'content-type': type,
      'content-length': size,
    },
  });
  const answered = (async () => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { errCode } = (await json(response)) as { errCode: string | null };
    return { status: response.statusCode ?? 0, errCode, retryAfter: response.headers['retry-after'] };
  })();
  answered.catch(() => undefined);
  sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\n\r\n<a');
  return { sent, answered };
}

describe('nothing remains', () => {
  it('of a file that cannot be read', async () => {
    const before = filesIn('files');
    const answer = await server.call(importFile, {
      token,
      params,
      file: { name: 'bad.xml', bytes: `<notAReport>${randomBytes(8).toString('hex')}</notAReport>` },
    });
    expect(answer).toMatchObject({ status: 422, errCode: 'UNREADABLE_XML' });
    expect(filesIn('files')).toEqual(before);
    expect(filesIn('uploads')).toEqual([]);
  });

  it('of an upload that the client breaks off', async () => {
    const before = filesIn('files');
    const { sent } = await beginUpload(uploadFile, 'case.editor', MB);
    sent.write('b'.repeat(1000));
    await eventually(() => expect(filesIn('uploads')).toHaveLength(1));
    sent.destroy();
    await eventually(() => expect(filesIn('uploads')).toEqual([]));
    expect(filesIn('files')).toEqual(before);
  });

  it('of a file over the limit, whether the request declares its size or not', async () => {
    const before = filesIn('files');
    const bytes = new Uint8Array(31 * MB);
    const declared = await server.call(uploadFile, { token, params, file: { name: 'a.bin', bytes } });
    expect(declared).toMatchObject({ status: 413, errCode: 'FILE_TOO_LARGE' });

    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const undeclared = await fetch(`${server.url}/1.0/sponsors/1/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: Readable.toWeb(
        Readable.from([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b--\r\n')]),
      ),
      duplex: 'half',
    } as RequestInit);
    expect(undeclared.status).toBe(413);
    expect(filesIn('uploads')).toEqual([]);
    expect(filesIn('files')).toEqual(before);
  });

  it('beside the file that was stored', async () => {
    const bytes = new Uint8Array(randomBytes(100_000));
    const { data } = await server.call(uploadFile, { token, params, file: { name: 'a.bin', bytes } });
    const answer = await server.call(readFile, { token, params: { ...params, fileKey: data.fileKey } });
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(filesIn('uploads')).toEqual([]);
  });

  it('of a process that was killed', async () => {
    const dir = join(server.deps.config.dataDir, 'uploads');
    const [old, recent] = [join(dir, 'old'), join(dir, 'recent')];
    for (const folder of [old, recent]) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'upload'), 'left');
    }
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000);
    await utimes(old, twoDaysAgo, twoDaysAgo);
    await removeOldUploads(server.deps.uploads.folders);
    expect(readdirSync(dir)).toEqual(['recent']);
    await rm(recent, { recursive: true });
  });
});

describe('large uploads', () => {
  const LARGE = 9 * MB;
  const isReceived = (count: number) => eventually(() => expect(filesIn('uploads')).toHaveLength(count));
  const brokenOff = async (...uploads: Sending[]): Promise<void> => {
    for (const { sent } of uploads) sent.destroy();
    await isReceived(0);
  };
  const large = new Uint8Array(LARGE);
  const uploadAs = async (account: DemoAccount) =>
    server.call(uploadFile, {
      token: await server.token(account),
      params,
      file: { name: 'a', bytes: large },
    });

  it('that arrive slowly hold up nobody, not even others of their sender', async () => {
    const slow = [
      await beginUpload(uploadFile, 'case.editor', LARGE),
      await beginUpload(uploadFile, 'sponsor.admin', LARGE),
    ];
    await isReceived(2);
    for (const account of ['system.admin', 'case.editor'] as const)
      expect((await uploadAs(account)).status).toBe(200);
    await brokenOff(...slow);
  });

  it('of one user are refused before they are read where more are on their way than the user may have', async () => {
    const largest = 500 * MB;
    const two = [
      await beginUpload(importFile, 'case.editor', largest),
      await beginUpload(importFile, 'case.editor', largest),
    ];
    await isReceived(2);
    const third = await beginUpload(importFile, 'case.editor', largest);
    const refused = await third.answered;
    expect(refused).toMatchObject({ status: 429, errCode: 'TOO_MANY_CALLS' });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect((await uploadAs('sponsor.admin')).status).toBe(200);
    await brokenOff(third, ...two);
    expect((await uploadAs('case.editor')).status).toBe(200);
  });
});

describe('bodies in memory', () => {
  it('of one user are limited together, and those of others arrive', async () => {
    const largest = 8 * MB;
    const bodies = await Promise.all(
      Array.from({ length: 9 }, () => beginUpload(savePage, 'case.editor', largest, 'application/json')),
    );
    expect(await Promise.any(bodies.map(({ answered }) => answered))).toMatchObject({
      status: 429,
      errCode: 'TOO_MANY_CALLS',
    });
    for (const { sent } of bodies) sent.destroy();
  });
});

describe('an import', () => {
  it('takes less memory than its file is large', async () => {
    const importOf = async (size: number): Promise<number> => {
      const before = process.memoryUsage.rss();
      let peak = before;
      const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
      const answer = await sentByOther(server.url, token, { messages: 1, attachment: size });
      clearInterval(sampling);
      expect(JSON.parse(answer)).toMatchObject({ success: true });
      return peak - before;
    };
    // the first one starts the thread
    await importOf(16 * MB);
    const size = 128 * MB;
    expect(await importOf(size)).toBeLessThan(size);
  });
});

describe('an answer with progress', () => {
  const accept = { accept: PROGRESS_LINES };
  const linesOf = async (response: Response) =>
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { progress: ImportProgress } | LastLine);

  it('tells how many files of a ZIP were read, and ends with the result', async () => {
    const count = 40;
    const entries = Array.from({ length: count }, (_, at) => ({
      name: `${at}.xml`,
      bytes: [...largeReport({ messages: 1, attachment: 10 + at })].join(''),
    }));
    const response = await sendImport(server.url, token, 'many.zip', [zipOf(entries)], accept);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(PROGRESS_LINES);
    const lines = await linesOf(response);
    const last = lines.pop();
    const reported = lines.flatMap((line) => ('progress' in line ? [line.progress] : []));
    expect(reported.length).toBeGreaterThan(1);
    for (const [index, progress] of reported.entries()) {
      expect(progress.totalFiles).toBe(count);
      expect(progress.files).toBeGreaterThanOrEqual(reported[index - 1]?.files ?? 0);
      expect(progress.bytes).toBeLessThanOrEqual(progress.totalBytes);
    }
    expect(reported.at(-1)?.messages).toBeGreaterThan(0);
    expect(last).toMatchObject({ status: 200, answer: { success: true } });
    const { data } = (last as { answer: { data: { cases: { decision: string }[] } } }).answer;
    expect(data.cases.filter(({ decision }) => decision === 'new')).toHaveLength(count);
  });

  it('ends with the refusal if the file cannot be read after progress was reported', async () => {
    const broken = [...largeReport({ messages: 1, attachment: 4 * MB }), '<again/>'];
    const response = await sendImport(server.url, token, 'broken.xml', broken, accept);
    expect((await linesOf(response)).at(-1)).toMatchObject({
      status: 422,
      answer: { success: false, errCode: 'UNREADABLE_XML', details: { line: 5 } },
    });
    expect(filesIn('uploads')).toEqual([]);
  });

  it('is an ordinary one if the upload is refused before it is read', async () => {
    const reader = await server.token('case.reader');
    const response = await sendImport(server.url, reader, 'a.xml', ['<a/>'], accept);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ errCode: 'NO_PRIVILEGE' });
  });
});

describe('an export of a large attachment', () => {
  const SIZE = 8 * MB;
  const exported = (caseKey: number) =>
    server.call(downloadReport, { token, params: { caseKey, reportId: 'XML' } });
  let caseKey: number;
  beforeAll(async () => {
    const file = [...largeReport({ messages: 1, attachment: SIZE })];
    const { data } = (await (await sendImport(server.url, token, 'large.xml', file)).json()) as Envelope<
      DataOf<typeof importFile>
    >;
    caseKey = data?.cases[0]?.caseKey ?? 0;
  });

  it('is sent while it is written, and has all of it', async () => {
    const sent = [...largeReport({ messages: 1, attachment: SIZE })].join('');
    const attachment = (xml: string) => /<reference value="scan.pdf"\/>([^<]*)</.exec(xml)?.[1] ?? '';
    const { bytes, headers } = await exported(caseKey);
    expect(headers.get('content-length')).toBeNull();
    expect(attachment(bytes.toString()).length).toBeGreaterThan(SIZE - MB);
    const received = Buffer.from(attachment(bytes.toString()), 'base64');
    expect(received.equals(Buffer.from(attachment(sent), 'base64'))).toBe(true);
  });

  it('is refused if a file is missing, and leaves no trace of a distribution', async () => {
    const history = async () =>
      (await server.call(readDistributionHistory, { token, params: { caseKey } })).data.listInfo.length;
    const before = await history();
    for (const fileKey of filesIn('files'))
      await rm(join(server.deps.config.dataDir, 'files', fileKey.slice(0, 2), fileKey));
    expect(await exported(caseKey)).toMatchObject({ status: 422, errCode: 'NOT_EXPORTABLE' });
    expect(await history()).toBe(before);
  });
});
