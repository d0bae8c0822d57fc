/** Batches that cannot be read: their senders learn of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmImport,
  decideImportMessages,
  fetchAcknowledgement,
  readImport,
  readImportFiles,
  readImportRun,
  sendImportFile,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { readAcknowledgement } from '../../shared/submission/readAcknowledgement.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { reportXml } from './importReports.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

const runIn = (runKey: string, state: ImportRun['state']): Promise<ImportRun> =>
  eventually(async () => {
    const { data } = await server.call(readImportRun, { token, params: { runKey } });
    expect(data.state).toBe(state);
    return data;
  });

/** The answer to the sender of a file whose import is over. */
async function answerTo(bytes: string) {
  const params = { runKey: randomUUID() };
  await server.call(sendImportFile, { token, params, file: { name: 'damaged.xml', bytes } });
  await server.call(readImportFiles, { token, params });
  await runIn(params.runKey, 'deciding');
  await server.call(confirmImport, { token, params });
  const [file] = (await runIn(params.runKey, 'done')).files;
  return answerOf(file?.dataKey ?? 0);
}

async function answerOf(dataKey: number) {
  const { data } = await server.call(readImport, { token, params: { sponsorKey: 1, dataKey } });
  const batchNo = data.batches[0]?.batchNo ?? 0;
  const { bytes: answer } = await server.call(fetchAcknowledgement, { token, params: { dataKey, batchNo } });
  return readAcknowledgement(answer.toString());
}

describe('a batch of E2B whose first message is damaged', () => {
  it('is refused to its sender by its number', async () => {
    const xml = await reportXml({ id: 'KR-D-1', batch: 'PARTNER-D-1' });
    const answer = await answerTo(xml.replace('Invented.', '<'));
    expect(answer).toMatchObject({
      batchNumber: 'PARTNER-D-1',
      receiver: 'PARTNER',
      code: 'AR',
      messages: [],
    });
    expect(answer.text).toMatch(/cannot be read; nothing of it is stored. damaged\.xml:\d+:\d+ /);
  });

  it('is refused in its own form', async () => {
    const answer = await answerTo(
      '<ichicsr><ichicsrmessageheader><messagenumb>PARTNER-D-2</messagenumb><messagesenderidentifier>PARTNER</messagesenderidentifier></ichicsrmessageheader><safetyreport></patient>',
    );
    expect(answer).toMatchObject({ batchNumber: 'PARTNER-D-2', receiver: 'PARTNER', code: 'AR' });
  });
});

describe('an import', () => {
  it('of which nothing is chosen ends, so that its sender is answered, but not while a decision is open', async () => {
    const params = { runKey: randomUUID() };
    const bytes = await reportXml({ id: 'KR-D-5', batch: 'PARTNER-D-5' });
    await server.call(sendImportFile, { token, params, file: { name: 'good.xml', bytes } });
    await server.call(readImportFiles, { token, params });
    await runIn(params.runKey, 'deciding');
    const body = { seqs: [1], decision: 'skip', reason: 'Known by telephone' } as const;
    expect((await server.call(decideImportMessages, { token, params, body })).errMsg).toBeNull();
    expect((await server.call(confirmImport, { token, params })).errMsg).toBeNull();
    const { files, imported } = await runIn(params.runKey, 'done');
    expect(imported).toBe(0);
    expect(await answerOf(files[0]?.dataKey ?? 0)).toMatchObject({
      code: 'AE',
      messages: [{ code: 'CR', text: expect.stringContaining('Known by telephone') as string }],
    });
  });
});
