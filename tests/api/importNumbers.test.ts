/** Reports of partners who number a case otherwise. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmImport,
  decideImportMessages,
  listImportMessages,
  readImportFiles,
  readImportMessage,
  readImportRun,
  sendImportFile,
  setCaseStatus,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { livingContent } from '../../shared/replay/contents.ts';
import { catalogue } from '../conformance/roundTrip.ts';
import { LATER } from './caseWorld.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { reportXml, type InventedReport } from './importReports.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

const inState = (runKey: string, state: ImportRun['state']): Promise<void> =>
  eventually(async () => {
    expect((await server.call(readImportRun, { token, params: { runKey } })).data.state).toBe(state);
  });

async function messageOf(runKey: string) {
  const { data } = await server.call(listImportMessages, { token, params: { runKey }, query: {} });
  const [message] = data.listInfo;
  if (!message) throw new Error('the run has no message');
  return message;
}

async function read(xml: string): Promise<string> {
  const params = { runKey: randomUUID() };
  await server.call(sendImportFile, { token, params, file: { name: 'report.xml', bytes: xml } });
  await server.call(readImportFiles, { token, params });
  await inState(params.runKey, 'deciding');
  return params.runKey;
}

async function imported(xml: string) {
  const runKey = await read(xml);
  await server.call(confirmImport, { token, params: { runKey } });
  await inState(runKey, 'done');
  return messageOf(runKey);
}

/** A report that is no known case by its number, put by a user into the case with the number `caseNo`. */
async function putInto(caseNo: string, xml: string) {
  const runKey = await read(xml);
  const body = { seqs: [1], decision: 'followUp', caseNo, reason: 'The same patient' } as const;
  await server.call(decideImportMessages, { token, params: { runKey }, body });
  await server.call(confirmImport, { token, params: { runKey } });
  await inState(runKey, 'done');
  return (await server.call(listImportMessages, { token, params: { runKey }, query: {} })).data.listInfo;
}

async function numbersOf(caseKey: number | null): Promise<string[]> {
  const content = await inSponsor(server.db, 1, (trx) => readCaseContent(trx, 1, caseKey ?? 0));
  const roles = ['caseNumber', 'worldwideId', 'otherCaseId'].map((role) => catalogue.roles[role]);
  return livingContent(catalogue, content)
    .values.filter(({ itemId }) => roles.includes(itemId))
    .map(({ itemId, value }) => `${itemId} ${value}`)
    .toSorted();
}

/** The report of our case under a number of the partner; the worldwide number is ours. */
async function partnersReport(report: InventedReport, number: string): Promise<string> {
  const root = 'root="2.16.840.1.113883.3.989.2.1.3.1"';
  return (await reportXml(report))
    .replaceAll(`extension="${report.id}" ${root}`, `extension="${number}" ${root}`)
    .replaceAll(`${root} extension="${report.id}"`, `${root} extension="${number}"`);
}

describe('a report of a partner that names our case by its worldwide number', () => {
  it('leaves it the number that receivers know, and adds its own once', async () => {
    const ours = { id: 'KR-OURS-1', initials: 'H.T.', birth: '19610304' };
    const first = await imported(await reportXml(ours));
    expect(first).toMatchObject({ outcome: 'new' });
    const follow = { ...ours, created: '20250201120000+0000', reaction: 'gout' };
    const xml = await partnersReport(follow, 'DE-PARTNER-9');
    const second = await imported(xml);
    expect(second).toMatchObject({ outcome: 'followUp', caseNo: first.caseNo, userDecision: null });
    const numbers = ['C.1.1 KR-OURS-1', 'C.1.8.1 KR-OURS-1', 'C.1.9.1.r.2 DE-PARTNER-9'];
    expect(await numbersOf(second.caseKey)).toEqual(numbers);

    const later = { ...follow, created: '20250301120000+0000', reaction: 'vertigo' };
    const third = await imported(await partnersReport(later, 'DE-PARTNER-9'));
    expect(third).toMatchObject({ outcome: 'followUp', caseNo: first.caseNo });
    expect(await numbersOf(third.caseKey)).toEqual(numbers);
  });

  it('changes no number where it has the time of a version and another text', async () => {
    const ours = { id: 'KR-OURS-2', initials: 'H.U.', birth: '19610305' };
    await imported(await reportXml(ours));
    const other = { ...ours, narrative: 'Another text.' };
    const runKey = await read(await partnersReport(other, 'DE-PARTNER-10'));
    expect(await messageOf(runKey)).toMatchObject({ proposal: 'otherContent' });
    const { data } = await server.call(readImportMessage, { token, params: { runKey, seq: 1 } });
    const changed = data.difference?.listInfo.filter(({ kind }) => kind === 'changed');
    expect(changed?.map(({ before, after }) => [before?.value, after?.value])).toEqual([
      ['Invented.', 'Another text.'],
    ]);
  });
});

describe('a number under which a user put a report into a case', () => {
  /** one patient in both reports, so that a user finds that they are one case */
  const stored = async (id: string, initials: string, birth: string) => {
    const patient = { initials, birth, drug: 'Ostravix', reaction: 'gout' };
    const { caseNo, caseKey } = await imported(await reportXml({ id, ...patient }));
    return { patient, caseNo: caseNo ?? '', caseKey };
  };

  it('is that of the case: its follow-up, its nullification, and its copy', async () => {
    const { patient, caseNo } = await stored('KR-OURS-3', 'T.W.', '19550607');
    const report = (time: string, more: Partial<InventedReport> = {}) =>
      reportXml({ id: 'PARTNER-77', created: `${time}120000+0000`, ...patient, ...more });
    const first = await report('20250301');
    expect(await putInto(caseNo, first)).toMatchObject([
      { proposal: 'duplicate', outcome: 'followUp', caseNo },
    ]);

    const withdrawal = await read(await report('20250401', { nullifies: true }));
    expect(await messageOf(withdrawal)).toMatchObject({ proposal: 'nullification', target: { caseNo } });
    const second = await imported(await report('20250401', { narrative: 'Recovered.' }));
    expect(second).toMatchObject({ proposal: 'followUp', outcome: 'followUp', caseNo });
    expect(await numbersOf(second.caseKey)).toEqual([
      'C.1.1 KR-OURS-3',
      'C.1.8.1 KR-OURS-3',
      'C.1.9.1.r.2 PARTNER-77',
    ]);
    const copy = await messageOf(await read(first));
    expect(copy).toMatchObject({ proposal: 'refused', problem: 'Already imported' });
  });

  it('leads the next message of the same file there, too', async () => {
    const { patient, caseNo } = await stored('KR-OURS-4', 'B.A.', '19330102');
    const reports = ['20250301', '20250401'].map((day) => {
      return { id: 'PARTNER-99', created: `${day}120000+0000`, narrative: `Of ${day}.`, ...patient };
    });
    expect(await putInto(caseNo, await reportXml(...reports))).toMatchObject([
      { outcome: 'followUp', caseNo },
      { outcome: 'followUp', caseNo },
    ]);
  });

  it('tells nothing where two cases have it', async () => {
    const [one, two] = [
      await stored('KR-OURS-5', 'C.D.', '19710911'),
      await stored('KR-OURS-6', 'E.F.', '20020228'),
    ];
    const report = (time: string, patient: Partial<InventedReport>) =>
      reportXml({ id: 'PARTNER-55', created: `${time}120000+0000`, ...patient });
    await putInto(one.caseNo, await report('20250301', one.patient));
    await putInto(two.caseNo, await report('20250401', two.patient));
    const next = await messageOf(await read(await report('20250501', one.patient)));
    expect(next).toMatchObject({ proposal: 'duplicate' });
  });
});

describe('a number that two cases have, since a user decided so', () => {
  it('leads to the one that is not deleted', async () => {
    const id = 'KR-TWICE-1';
    const wrong = await imported(await reportXml({ id, initials: 'W.R.', birth: '19410101' }));
    const right = { id, initials: 'K.O.', birth: '20010909', sex: '2' } as const;
    const runKey = await read(await reportXml({ ...right, created: '20250201120000+0000' }));
    expect(await messageOf(runKey)).toMatchObject({ proposal: 'otherPatient' });
    const decided = { seqs: [1], decision: 'new', reason: 'Another patient' } as const;
    await server.call(decideImportMessages, { token, params: { runKey }, body: decided });
    await server.call(confirmImport, { token, params: { runKey } });
    await inState(runKey, 'done');
    const { caseNo } = await messageOf(runKey);
    expect(caseNo).not.toBe(wrong.caseNo);

    const deleted = await server.call(setCaseStatus, {
      token: await server.token('sponsor.admin'),
      params: { caseKey: wrong.caseKey ?? 0 },
      body: { statusId: 'DELETE', status: 'Y', reason: 'Wrong patient', retrievedAt: LATER },
    });
    expect(deleted.errMsg ?? '').toBe('');
    const followUp = await reportXml({ ...right, created: '20250301120000+0000', reaction: 'gout' });
    expect(await imported(followUp)).toMatchObject({ proposal: 'followUp', outcome: 'followUp', caseNo });
  });
});
