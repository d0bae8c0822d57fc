/** Receivers of a case: proposed by rules, with the reasons; chosen with a reason; served by what goes out to them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../pdfText.ts';
import {
  changeRecordLife,
  createFollowUp,
  downloadReport,
  importFile,
  listCaseReceivers,
  readCaseAudit,
  readSettings,
  saveCaseReceivers,
  saveRecord,
  saveSettingsPart,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { tokenOf } from './harness.ts';
import { reportXml } from './importReports.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const DAY_MS = 86_400_000;

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

const list = async (caseKey: number, token = world.editor) =>
  (await world.server.call(listCaseReceivers, { params: { caseKey }, token })).data;
const receiver = async (caseKey: number, name: string) => {
  const found = (await list(caseKey)).listInfo.find((one) => one.receiver === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const rulesOf = async (caseKey: number, name: string) =>
  (await receiver(caseKey, name)).reasons.map(({ ruleId }) => ruleId);
const choose = (caseKey: number, names: readonly string[], more: Record<string, unknown> = {}) =>
  world.server.call(saveCaseReceivers, {
    params: { caseKey },
    body: {
      reason: 'Reportable',
      retrievedAt: LATER,
      receivers: names.map((name) => ({ receiver: name, format: 'XML' })),
      ...more,
    },
    token: world.editor,
  });
const record = (kind: string, page: string, changes: readonly unknown[], rows: readonly unknown[] = []) =>
  world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind, recordKey: 0, page },
    body: { reason: 'Entered', retrievedAt: LATER, changes, rows } as never,
    token: admin,
  });

/** A fatal reaction in a country to a suspect drug. */
async function fatalCase(country: string, drug: string): Promise<number> {
  const { caseKey } = await world.aCase();
  const reaction = [itemValue('E.i.9', [0], country), itemValue('E.i.3.2a', [0], 'true')];
  expect((await world.save(caseKey, 'AE', reaction, { rowNo: 0 })).status).toBe(200);
  const suspect = [itemValue('G.k.2.2', [0], drug), itemValue('G.k.1', [0], '1')];
  expect((await world.save(caseKey, 'DG', suspect, { rowNo: 0 })).status).toBe(200);
  return caseKey;
}

describe('receivers', () => {
  it('are those that the settings name for the region, and all that concern the case', async () => {
    const caseKey = await fatalCase('US', 'Velanorix');
    const read = async (appendix: string) =>
      (
        await world.server.call(listCaseReceivers, {
          params: { caseKey },
          query: { appendix },
          token: world.editor,
        })
      ).data.listInfo;
    const all = await read('KR');
    const params = { sponsorKey: 1, part: 'receivers' };
    const { data } = await world.server.call(readSettings, { params, token: admin });
    const { values, setAt } = data.parts.receivers;
    const set = (KR: string, at: string | null) =>
      world.server.call(saveSettingsPart, {
        params,
        body: { reason: 'SOP', setAt: at, values: { ...values, KR } },
        token: admin,
      });
    expect(await set('Nobody', setAt)).toMatchObject({ status: 422, details: ['KR'] });
    const saved = await set('MFDS', setAt);
    const concerned = all
      .filter(({ receiver: name, state, due }) => state !== 'none' || due !== null || name === 'MFDS')
      .map(({ receiver: name }) => name);
    expect((await read('KR')).map(({ receiver: name }) => name)).toEqual(concerned);
    expect(concerned.length).toBeLessThan(all.length);
    expect(await read('US')).toHaveLength(all.length);
    // a name that every object of JavaScript has
    expect(await read('toString')).toHaveLength(all.length);
    await set('', saved.data.setAt);
    expect(await read('KR')).toHaveLength(all.length);
  });

  it('are proposed by a due report, with its date, and by nothing for an empty case', async () => {
    const { caseKey } = await world.aCase();
    const empty = (await list(caseKey)).listInfo;
    expect(empty.map((one) => [one.receiver, one.region, one.state])).toEqual(
      expect.arrayContaining([
        ['FDA', 'US', 'none'],
        ['EMA', 'EU', 'none'],
      ]),
    );
    expect(empty.every(({ reasons, due }) => reasons.length === 0 && due === null)).toBe(true);
    const fatal = await fatalCase('US', 'Something of others');
    expect(await receiver(fatal, 'FDA')).toMatchObject({
      state: 'proposed',
      format: 'XML',
      due: expect.stringMatching(/^\d{8}$/),
      reasons: [{ ruleId: 'FDA.due', why: { holds: true, by: 'fact' } }],
    });
    expect(await rulesOf(fatal, 'EMA')).toEqual([]);
  });

  it('are proposed where a suspect product is authorised, unless its row is deleted', async () => {
    const row = (rowNo: number, deleted = false) => ({
      group: 'AUTHORISATIONS',
      rowNo,
      rowNo2: 0,
      rowNo3: 0,
      rowId: crypto.randomUUID(),
      sort: rowNo,
      deleted,
    });
    await record(
      'product',
      'PD',
      [
        itemValue('PRD_NAME', [], 'Authorisol'),
        itemValue('AUTH_COUNTRY', [1], 'JP'),
        itemValue('AUTH_COUNTRY', [2], 'DE'),
      ],
      [row(1), row(2)],
    );
    const caseKey = await fatalCase('BR', 'authorisol');
    expect(await rulesOf(caseKey, 'PMDA')).toEqual(['PMDA.authorised']);
    expect(await rulesOf(caseKey, 'EMA')).toEqual(['EMA.authorised']);
    expect(await rulesOf(caseKey, 'MFDS')).toEqual([]);
    const [reason] = (await receiver(caseKey, 'PMDA')).reasons;
    expect(reason?.why).toMatchObject({
      parts: [
        { by: 'anyRow', holds: true },
        { by: 'fact', values: ['Authorisol (JP)'] },
      ],
    });
    // not a suspect any more
    await world.save(caseKey, 'DG', [itemValue('G.k.1', [1], '2')], { rowNo: 1 });
    expect(await rulesOf(caseKey, 'PMDA')).toEqual([]);
  });

  it('include partners of the sponsor, with the format of their records', async () => {
    const partner = [
      itemValue('receiverName', [], 'Partner of the east'),
      itemValue('receiverType', [], 'partner'),
      itemValue('RECEIVER_REGION', [], 'US'),
      itemValue('RECEIVER_FORMAT', [], 'CIOMS'),
    ];
    expect((await record('receiver', 'RV', partner)).status).toBe(200);
    const caseKey = await fatalCase('US', 'Anything');
    expect(await receiver(caseKey, 'Partner of the east')).toMatchObject({
      type: 'partner',
      format: 'CIOMS',
      state: 'proposed',
      reasons: [{ ruleId: 'partners.due' }],
    });
  });
});

it('get cases of the senders that their record names, and no blinded value if they are blinded', async () => {
  const partner = (name: string, sender: string) =>
    record('receiver', 'RV', [
      itemValue('receiverName', [], name),
      itemValue('receiverType', [], 'partner'),
      itemValue('RECEIVER_SENDERS', [], sender),
      itemValue('RECEIVER_BLINDED', [], 'true'),
    ]);
  const { caseKey } = await world.aCase(1);
  expect((await partner('Partner of the first', 'First [1]')).status).toBe(200);
  expect((await partner('Partner of another', 'Another [2]')).status).toBe(200);
  const names = (await list(caseKey)).listInfo.map((one) => one.receiver);
  expect(names).toContain('Partner of the first');
  expect(names).not.toContain('Partner of another');
  expect(await choose(caseKey, ['Partner of another'])).toMatchObject({ errCode: 'RECEIVER_UNKNOWN' });

  // `second` may unblind
  const drug = [itemValue('G.k.2.2', [0], 'Anything'), itemValue('FDA.G.k.10a', [0], '1')];
  const token = world.second;
  expect((await world.save(caseKey, 'DG', drug, { rowNo: 0, token })).status).toBe(200);
  const xmlFor = async (receiver: string) => {
    const params = { caseKey, reportId: 'XML' };
    return (await world.server.call(downloadReport, { params, query: { receiver }, token })).bytes.toString();
  };
  const blindedValue = 'codeSystem="2.16.840.1.113883.3.989.5.1.2.1.1.7"';
  expect(await xmlFor('FDA')).toContain(blindedValue);
  // also for receivers of other senders
  for (const name of ['Partner of the first', 'Partner of another'])
    expect(await xmlFor(name), name).not.toContain(blindedValue);
});

it('get masked what their record masks, in messages and on forms', async () => {
  const name = 'Partner with masks';
  const partner = [
    itemValue('receiverName', [], name),
    itemValue('receiverType', [], 'partner'),
    itemValue('RECEIVER_MASKED', [], 'true'),
    itemValue('RECEIVER_MASKED_ITEMS', [], 'D.5, H.1'),
  ];
  expect((await record('receiver', 'RV', partner)).status).toBe(200);
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'QZQ'), itemValue('D.5', [], '2')]);
  await world.save(caseKey, 'NR', [itemValue('H.1', [], 'Told by Mrs Quartz')]);
  const textOf = async (reportId: string, receiver: string) => {
    const { bytes } = await world.server.call(downloadReport, {
      params: { caseKey, reportId },
      query: { receiver },
      token: world.editor,
    });
    return reportId === 'XML' ? bytes.toString() : pdfText(bytes);
  };
  for (const reportId of ['XML', 'READABLE', 'CIOMS']) {
    expect(await textOf(reportId, 'FDA')).toContain('QZQ');
    const masked = await textOf(reportId, name);
    expect(masked).not.toMatch(/QZQ|Quartz|Female/);
    expect(masked).toContain(reportId === 'XML' ? 'nullFlavor="MSK"' : 'PRIVACY');
  }
});

it('get no element that no item takes where something is masked for them', async () => {
  const name = 'Partner without unread elements';
  const partner = [
    itemValue('receiverName', [], name),
    itemValue('receiverType', [], 'partner'),
    itemValue('RECEIVER_MASKED', [], 'true'),
  ];
  expect((await record('receiver', 'RV', partner)).status).toBe(200);
  const xml = await reportXml({ id: 'KR-UNREAD-1' });
  const bytes = xml.replace('</investigationEvent>', '<unread>Mrs Quartz</unread></investigationEvent>');
  const file = { name: 'unread.xml', bytes };
  const { data } = await world.server.call(importFile, {
    params: { sponsorKey: 1 },
    file,
    token: world.editor,
  });
  const textFor = async (receiver: string, caseKey = data.cases[0]?.caseKey, reportId = 'XML') => {
    const params = { caseKey, reportId };
    const answer = await world.server.call(downloadReport, {
      params,
      query: { receiver },
      token: world.editor,
    });
    return answer.bytes.toString();
  };
  expect(await textFor('FDA')).toContain('Mrs Quartz');
  expect(await textFor(name)).not.toContain('Mrs Quartz');

  const old = `<ichicsr lang="en"><ichicsrmessageheader/><safetyreport><safetyreportid>KR-UNREAD-2</safetyreportid><patient><unread>Mrs Quartz</unread></patient></safetyreport></ichicsr>`;
  const ofR2 = await world.server.call(importFile, {
    params: { sponsorKey: 1 },
    file: { name: 'unread.xml', bytes: old },
    token: world.editor,
  });
  const [found] = ofR2.data.cases;
  expect(await textFor('FDA', found?.caseKey, 'R2')).toContain('Mrs Quartz');
  expect(await textFor(name, found?.caseKey, 'R2')).not.toContain('Mrs Quartz');
});

it('get the same masked when their record has another name or is not in use any more', async () => {
  const change = (recordKey: number, values: Record<string, string>) =>
    world.server.call(saveRecord, {
      params: { sponsorKey: 1, kind: 'receiver', recordKey, page: 'RV' },
      body: {
        reason: 'Renamed',
        retrievedAt: LATER,
        changes: Object.entries(values).map(([itemId, value]) => itemValue(itemId, [], value)),
        rows: [],
      },
      token: admin,
    });
  const saved = await change(0, {
    receiverName: 'Quiet partner',
    receiverType: 'partner',
    RECEIVER_MASKED: 'true',
  });
  expect(saved.status).toBe(200);
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'QZQ')]);
  const masksFor = async (name: string) => {
    for (const reportId of ['XML', 'CIOMS']) {
      const { bytes } = await world.server.call(downloadReport, {
        params: { caseKey, reportId },
        query: { receiver: name },
        token: world.editor,
      });
      const text = reportId === 'XML' ? bytes.toString() : await pdfText(bytes);
      expect(text, `${reportId} for ${name}`).not.toContain('QZQ');
    }
  };
  await masksFor('quiet  PARTNER');
  expect((await change(saved.data.recordKey, { receiverName: 'Quiet partner Ltd' })).status).toBe(200);
  await masksFor('Quiet partner');
  const { recordKey } = saved.data;
  const params = { sponsorKey: 1, kind: 'receiver', recordKey };
  const ended = await world.server.call(changeRecordLife, {
    params,
    body: { action: 'retire', reason: 'Over' },
    token: admin,
  });
  expect(ended.status).toBe(200);
  await masksFor('Quiet partner Ltd');
});

it('get the message of a batch, addressed by its case, where the user downloads it', async () => {
  const caseKey = await fatalCase('US', 'Anything');
  const addressOf = async (reportId: string, name?: string) => {
    const { bytes } = await world.server.call(downloadReport, {
      params: { caseKey, reportId },
      query: name === undefined ? {} : { receiver: name },
      token: world.editor,
    });
    const idIn = (root: string) =>
      new RegExp(
        `<id (?=[^>]*root="2\\.16\\.840\\.1\\.113883\\.3\\.989\\.2\\.1\\.3\\.${root}")[^>]*extension="([^"]*)"`,
      ).exec(bytes.toString())?.[1];
    return reportId === 'XML'
      ? [idIn('14'), idIn('12')]
      : /<messagereceiveridentifier>(.*)<\/messagereceiveridentifier>/.exec(bytes.toString())?.[1];
  };
  expect(await addressOf('XML', 'FDA')).toEqual(['ZZFDA', 'CDER']);
  expect(await addressOf('XML', 'EMA')).toEqual(['EVHUMAN', 'EVHUMAN']);
  expect(await addressOf('R2', 'EMA')).toBe('EVHUMAN');
  expect(await addressOf('XML', 'Somebody else')).toEqual(['Somebody else', 'Somebody else']);
  expect(await addressOf('XML')).toEqual([undefined, undefined]);
  const trial = [itemValue('C.1.3', [], '2'), itemValue('FDA.C.5.5a', [], '123456')];
  expect((await world.save(caseKey, 'CI', trial.slice(0, 1))).status).toBe(200);
  expect((await world.save(caseKey, 'SI', trial.slice(1))).status).toBe(200);
  expect(await addressOf('XML', 'FDA')).toEqual(['ZZFDA_PREMKT', 'CDER_IND']);
});

it('get forms in the language of their record, which names only items that exist', async () => {
  const receiver = 'Partner in Seoul';
  const partner = (masked: string) => [
    itemValue('receiverName', [], receiver),
    itemValue('receiverType', [], 'partner'),
    itemValue('RECEIVER_LANGUAGE', [], 'kor'),
    itemValue('RECEIVER_MASKED_ITEMS', [], masked),
  ];
  expect(await record('receiver', 'RV', partner('D.1 D.1.99'))).toMatchObject({
    status: 422,
    details: [{ itemId: 'RECEIVER_MASKED_ITEMS', message: expect.stringContaining('does not exist') }],
  });
  expect((await record('receiver', 'RV', partner('D.1'))).status).toBe(200);
  const { caseKey } = await world.aCase();
  const textIn = async (language?: 'en') => {
    const { bytes } = await world.server.call(downloadReport, {
      params: { caseKey, reportId: 'READABLE' },
      query: { receiver, ...(language && { language }) },
      token: world.editor,
    });
    return pdfText(bytes);
  };
  expect(await textIn()).toMatch(/[가-힣]{2}/);
  expect(await textIn('en')).not.toMatch(/[가-힣]{2}/);
});

describe('choosing receivers', () => {
  it('needs one that exists, and a reason; it is audited, and kept for its version', async () => {
    const caseKey = await fatalCase('US', 'Anything');
    expect(await choose(caseKey, [])).toMatchObject({
      status: 422,
      errCode: 'RECEIVER_REQUIRED',
      errMsg: 'Please select at least one receiver',
    });
    for (const names of [['Nobody'], ['FDA', 'FDA']])
      expect(await choose(caseKey, names)).toMatchObject({ status: 422, errCode: 'RECEIVER_UNKNOWN' });
    expect(await choose(caseKey, ['FDA'], { reason: '' })).toMatchObject({ status: 400 });
    expect(await choose(caseKey, ['FDA', 'EMA'])).toMatchObject({ status: 200 });
    expect(await receiver(caseKey, 'EMA')).toMatchObject({
      state: 'chosen',
      chosen: { by: 'case.editor', reason: 'Reportable' },
    });
    expect(await choose(caseKey, ['FDA'], { reason: 'Not in Europe' })).toMatchObject({ status: 200 });
    expect((await receiver(caseKey, 'EMA')).state).toBe('none');
    const audit = await world.server.call(readCaseAudit, { params: { caseKey }, token: world.editor });
    expect(audit.data.listInfo[0]).toMatchObject({
      action: 'receivers',
      itemLabel: 'Receivers',
      oldValue: 'EMA (XML), FDA (XML)',
      value: 'FDA (XML)',
      reason: 'Not in Europe',
    });
    const verified = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.editor });
    expect(verified.data).toMatchObject({ whole: true, differences: [] });
    const next = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    expect((await receiver(next.data.caseKey, 'FDA')).chosen).toBeNull();
    expect(await choose(caseKey, ['EMA'])).toMatchObject({ status: 409, errCode: 'CASE_READ_ONLY' });
  });

  it('is refused on what was read before another user chose', async () => {
    const caseKey = await fatalCase('US', 'Anything');
    const { retrievedAt } = await list(caseKey);
    expect(await choose(caseKey, ['EMA'])).toMatchObject({ status: 200 });
    const stale = { retrievedAt: new Date(Date.parse(retrievedAt) - 1).toISOString() };
    expect(await choose(caseKey, ['FDA'], stale)).toMatchObject({ status: 409, errCode: 'CASE_CHANGED' });
    // nobody is in conflict with a choice of their own whose answer was lost
    const stored = { retrievedAt: (await list(caseKey)).retrievedAt };
    expect(await choose(caseKey, ['EMA'], stale)).toMatchObject({ status: 200, data: stored });
    const asOther = { ...stale, reason: 'Another one' };
    expect(await choose(caseKey, ['EMA'], asOther)).toMatchObject({ errCode: 'CASE_CHANGED' });
    expect((await receiver(caseKey, 'EMA')).state).toBe('chosen');
  });

  it('shows a report that was given to the receiver, which meets what is due', async () => {
    const caseKey = await fatalCase('US', 'Anything');
    await choose(caseKey, ['FDA']);
    const report = await world.server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      query: { receiver: 'FDA' },
      token: world.editor,
    });
    expect(report.status).toBe(200);
    const sent = await receiver(caseKey, 'FDA');
    expect(sent).toMatchObject({ state: 'sent', format: 'XML', met: expect.stringMatching(/^\d{8}$/) });

    // it was sent that many days before it was due, and is never overdue
    world.server.clock.advance(20 * DAY_MS);
    const later = await list(caseKey, await tokenOf(world.server.url, 'case.editor'));
    expect(later.listInfo.find((one) => one.receiver === 'FDA')).toMatchObject({
      due: sent.due,
      met: sent.met,
      daysLeft: sent.daysLeft,
    });
  });
});
