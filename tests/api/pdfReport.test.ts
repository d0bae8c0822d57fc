/** Reports as PDF: what they print, who may have them, and what is recorded. */
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../pdfText.ts';
import {
  askQuestion,
  createFollowUp,
  downloadReport,
  readCaseAudit,
  readDistributionHistory,
  readReportReceivers,
} from '../../shared/contract/index.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const ADMINISTRATOR = 1;
const BLINDED = 'FDA.G.k.10a';

let world: CaseWorld;
let caseKey: number;
let blinded: string;
beforeAll(async () => {
  world = await startCaseWorld();
  blinded = await world.limitedUser('reports.blinded', {}, ADMINISTRATOR);
  ({ caseKey } = await world.aCase(1));
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'QZ'), itemValue('D.5', [], '2')]);
  await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Kopfschmerz 두통 頭痛')], { rowNo: 0 });
  await world.save(
    caseKey,
    'DG',
    [itemValue('G.k.2.2', [0], 'Drug of the trial'), itemValue('G.k.1', [0], '1')],
    {
      rowNo: 0,
    },
  );
});
afterAll(() => world.server.stop());

type Query = NonNullable<Parameters<typeof world.server.call<typeof downloadReport>>[1]>['query'];

const download = (reportId: string, query: Query = {}, token = world.editor) =>
  world.server.call(downloadReport, { params: { caseKey, reportId }, query, token });

describe('a report as PDF', () => {
  it('prints the case in a file that is named after it', async () => {
    const { status, headers, bytes } = await download('CIOMS');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/filename="CIOMS_.+_v1_\d{8}\.pdf"/);
    const text = await pdfText(bytes);
    for (const part of [
      'SUSPECT ADVERSE REACTION REPORT',
      'QZ',
      'Female',
      'Kopfschmerz 두통 頭痛',
      '#1) Drug of the trial',
    ])
      expect(text).toContain(part);
  });

  it('takes language, orientation and ordering', async () => {
    const query = { language: 'ko', ciomsOrientation: 'landscape', ciomsDataOrdering: 'latest' } as const;
    const { bytes } = await download('CIOMS', query);
    const document = await getDocumentProxy(new Uint8Array(bytes));
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
    expect(width).toBeGreaterThan(height);
    expect(await pdfText(bytes)).toContain('여성');
  });

  it('has the row that was saved last first, not the one that a question was about', async () => {
    const other = (await world.aCase(1)).caseKey;
    for (const term of ['Nausea', 'Dizziness'])
      await world.save(other, 'AE', [itemValue('E.i.1.1a', [0], term)], { rowNo: 0 });
    const { status } = await world.server.call(askQuestion, {
      params: { caseKey: other },
      body: {
        itemId: 'E.i.1.1a',
        rowNo: 1,
        rowNo2: 0,
        rowNo3: 0,
        text: 'In which words?',
        addressee: null,
        dueDays: null,
      },
      token: world.editor,
    });
    expect(status).toBe(200);
    const { bytes } = await world.server.call(downloadReport, {
      params: { caseKey: other, reportId: 'CIOMS' },
      query: { ciomsDataOrdering: 'latest' },
      token: world.editor,
    });
    expect(await pdfText(bytes)).toMatch(/Dizziness.+Nausea/s);
  });

  it.each(['READABLE', 'MEDWATCH', 'JPN-APPENDIX'])('is %s', async (reportId) => {
    expect(await pdfText((await download(reportId)).bytes)).toContain('QZ');
  });

  it('has findings and audit trail behind the readable case on request', async () => {
    const plain = await pdfText((await download('READABLE')).bytes);
    expect(plain).not.toContain('Audit trail');
    for (const status of ['Y', 'N'] as const) await world.status(caseKey, 'DELETE', status);
    const query = { findings: 'Y', audit: 'Y' } as const;
    const text = await pdfText((await download('READABLE', query)).bytes);
    expect(text).toContain('Findings');
    expect(text).toMatch(/Error: .+ \(.+\)/s);
    expect(text).toContain('Audit trail');
    expect(text).toMatch(/Deletion: .*Yes → No/);
    expect(text).not.toMatch(/DELETE|reactions #/);
    expect(text).toMatch(/D\.1 [^:]+: Added QZ/);
    expect(await pdfText((await download('CIOMS', query)).bytes)).not.toContain('Audit trail');
  });

  it('names a follow-up', async () => {
    const { data } = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'More' },
      token: world.editor,
    });
    const { bytes, headers } = await world.server.call(downloadReport, {
      params: { caseKey: data.caseKey, reportId: 'CIOMS' },
      token: world.editor,
    });
    expect(headers.get('content-disposition')).toContain('_v2_');
    expect(await pdfText(bytes)).toMatch(/X FOLLOWUP\s*#1/);
  });

  it('is recorded as a distribution and in the audit trail', async () => {
    await download('CIOMS', { receiver: 'MFDS' });
    const { data } = await world.server.call(readDistributionHistory, {
      params: { caseKey },
      token: world.editor,
    });
    expect(data.listInfo).toContainEqual(expect.objectContaining({ reportId: 'CIOMS', receiver: 'MFDS' }));
    const audit = await world.server.call(readCaseAudit, {
      params: { caseKey },
      query: { rowCount: 100 },
      token: world.editor,
    });
    expect(JSON.stringify(audit.data)).toContain('CIOMS (MFDS)');
  });

  it('names its receiver as the answer that offers the receivers does', async () => {
    const { data } = await world.server.call(readReportReceivers, { token: world.editor });
    const [{ receiverName, receiverType } = { receiverName: '', receiverType: undefined }] =
      data.receiverList;
    expect(receiverType).toBe('authority');
    expect((await download('CIOMS', { receiverName, receiverType })).status).toBe(200);
    const history = await world.server.call(readDistributionHistory, {
      params: { caseKey },
      token: world.editor,
    });
    expect(history.data.listInfo).toContainEqual(
      expect.objectContaining({ reportId: 'CIOMS', receiver: receiverName }),
    );
  });

  it('is marked as a test, which is given to no receiver', async () => {
    const { bytes } = await download('CIOMS', { receiver: 'FDA', test: 'Y' });
    expect(await pdfText(bytes)).toContain('TEST');
    const { data } = await world.server.call(readDistributionHistory, {
      params: { caseKey },
      token: world.editor,
    });
    expect(data.listInfo).toContainEqual(
      expect.objectContaining({ reportId: 'CIOMS (TEST)', receiver: null }),
    );
    expect(data.listInfo.some(({ receiver }) => receiver === 'FDA')).toBe(false);
  });

  it('is a message for a sender that the user may name', async () => {
    const senderOf = async (sender: number, token = world.editor) => {
      const { status, bytes } = await download('XML', { receiver: 'MFDS', sender }, token);
      return status === 200
        ? /<sender[\s\S]*?extension="([^"]*)"/.exec(new TextDecoder().decode(bytes))?.[1]
        : status;
    };
    expect(await senderOf(2)).toEqual(expect.any(String));
    expect(await senderOf(2)).not.toBe(await senderOf(1));
    expect(await senderOf(999)).toBe(404);
    const limited = await world.limitedUser('reports.sender', { senderKeys: [1] }, ADMINISTRATOR);
    expect(await senderOf(2, limited)).toBe(404);
  });

  it('is refused if the catalogue does not have it', async () => {
    for (const reportId of ['NONE', 'constructor']) expect((await download(reportId)).status).toBe(404);
    expect((await download('a%2fb')).status).toBe(400);
  });

  it('is refused for a case that the user may not see', async () => {
    const outside = await world.limitedUser('reports.outside', { senderKeys: [2] }, ADMINISTRATOR);
    expect((await download('CIOMS', {}, outside)).status).toBe(404);
  });
});

describe('blinded values', () => {
  it('are printed on request of users who may unblind, and of nobody else', async () => {
    const made = await world.aCase(1);
    const typed = [itemValue('G.k.2.2', [0], 'Aspirin'), itemValue(BLINDED, [0], '2')];
    await world.save(made.caseKey, 'DG', typed, { rowNo: 0, token: world.second });
    const ofCase = { caseKey: made.caseKey, reportId: 'READABLE' };
    const printed = async (query: Query, token: string): Promise<boolean> => {
      const { bytes } = await world.server.call(downloadReport, { params: ofCase, query, token });
      return (await pdfText(bytes)).includes(BLINDED);
    };
    expect(await printed({ unblindedValueApplicable: 'Y' }, world.second)).toBe(true);
    expect(await printed({}, world.second)).toBe(false);
    expect(await printed({}, blinded)).toBe(false);
    const { status, errCode } = await download('READABLE', { unblindedValueApplicable: 'Y' }, blinded);
    expect([status, errCode]).toEqual([403, 'NO_PRIVILEGE']);
  });
});
