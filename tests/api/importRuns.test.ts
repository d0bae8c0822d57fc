/** The import in two steps: read, decided about, imported, acknowledged. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCase,
  checkPrintedForm,
  commandImport,
  confirmImport,
  decideImportMessages,
  fetchAcknowledgement,
  fetchPrintedForm,
  importFile,
  listCases,
  listDataHistory,
  listImportMessages,
  listImportRuns,
  readAuthor,
  readCaseAudit,
  readFileInfo,
  readImport,
  readImportFiles,
  readImportMessage,
  readImportRun,
  readPrintedForm,
  sendImportFile,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { readAcknowledgement } from '../../shared/submission/readAcknowledgement.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { wholeMessage, withText, xmlOf } from '../conformance/r2Report.ts';
import { catalogue } from '../conformance/roundTrip.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { reportXml } from './importReports.ts';
import { ciomsPdf, scannedPdf } from './formPdf.ts';
import { zipOf } from '../../shared/testing/zip.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

type Bytes = Uint8Array<ArrayBuffer> | string;

/** Sends files and has them read. */
async function read(...files: { name: string; bytes: Bytes }[]): Promise<string> {
  const params = { runKey: randomUUID() };
  for (const file of files)
    expect(await server.call(sendImportFile, { token, params, file })).toMatchObject({ status: 200 });
  await server.call(readImportFiles, { token, params });
  await inState(params.runKey, 'deciding');
  return params.runKey;
}

const runOf = async (runKey: string): Promise<ImportRun> =>
  (await server.call(readImportRun, { token, params: { runKey } })).data;
const inState = (runKey: string, state: ImportRun['state']): Promise<ImportRun> =>
  eventually(async () => {
    const run = await runOf(runKey);
    expect(run.state).toBe(state);
    return run;
  });
const messagesOf = async (runKey: string, query = {}) =>
  (await server.call(listImportMessages, { token, params: { runKey }, query: { rowCount: 100, ...query } }))
    .data.listInfo;
const decide = (runKey: string, body: object) =>
  server.call(decideImportMessages, { token, params: { runKey }, body: { reason: 'Compared', ...body } });

/** Imports what is chosen; the results by message. */
async function confirm(runKey: string) {
  await server.call(confirmImport, { token, params: { runKey } });
  const run = await inState(runKey, 'done');
  const details = [];
  for (const { dataKey } of run.files)
    details.push((await server.call(readImport, { token, params: { sponsorKey: 1, dataKey } })).data);
  return { run, details, cases: details.flatMap(({ cases }) => cases) };
}

const imported = async (...reports: Parameters<typeof reportXml>) =>
  confirm(await read({ name: 'one.xml', bytes: await reportXml(...reports) }));

async function countCases(): Promise<number> {
  const { data } = await server.call(listCases, { token, query: { rowCount: 1 } });
  return data.pageInfo.totalCount;
}

const valuesOf = async (caseKey: number | null | undefined, itemId: string | undefined) =>
  (await inSponsor(server.db, 1, (trx) => readCaseContent(trx, 1, caseKey ?? 0))).values
    .filter((value) => value.itemId === itemId)
    .map(({ value }) => value);

const LATER = '20250601120000+0000';
const CHO = {
  initials: 'C.H.O.',
  birth: '19831112',
  sex: '1',
  drug: 'Trimelor',
  reaction: 'vertigo',
} as const;
const KIM = { initials: 'K.I.M.', birth: '19700102', sex: '2' } as const;
const LEE = { initials: 'L.E.E.', birth: '19550606', sex: '1', reaction: 'tinnitus' } as const;

describe('files that were read', () => {
  it('are compared with each other: one patient under two numbers needs a decision', async () => {
    const twin = {
      initials: 'T.W.N.',
      birth: '19610203',
      sex: '1',
      drug: 'Ostrevane',
      reaction: 'tinnitus',
    } as const;
    const runKey = await read(
      { name: 'a.xml', bytes: await reportXml({ id: 'KR-TW-1', ...twin }) },
      { name: 'b.xml', bytes: await reportXml({ id: 'JP-TW-2', ...twin }) },
    );
    const [first, second] = await messagesOf(runKey);
    expect(first).toMatchObject({ proposal: 'new', decision: 'new' });
    expect(second).toMatchObject({ proposal: 'duplicate', decision: null, target: null, targetSeq: 1 });
    expect(second?.facts.find(({ field }) => field === 'initials')).toMatchObject({ match: 'agree' });
    await decide(runKey, { seqs: [2], decision: 'followUp' });
    const { cases } = await confirm(runKey);
    expect(cases.map(({ decision, caseNo }) => [decision, caseNo])).toEqual([
      ['new', cases[0]?.caseNo],
      ['followUp', cases[0]?.caseNo],
    ]);
  });

  it('need a decision where the time of a version is on another text, or is past, and then become one', async () => {
    const han = { id: 'KR-OC-1', initials: 'H.A.N.', birth: '19480229', sex: '2', drug: 'Pelorane' } as const;
    const oh = { id: 'KR-OC-2', initials: 'O.H.', birth: '19920417', sex: '1', reaction: 'hiccups' } as const;
    const known = await imported(han);
    const copy = { name: 'copy.xml', bytes: await reportXml({ ...han, batch: 'SENT-AGAIN' }) };
    const changed = { ...han, reaction: 'vertigo', narrative: 'It was vertigo.' };
    const late = { created: '20241231120000+0000', narrative: 'It came late.' };
    const other = { name: 'other.xml', bytes: await reportXml(changed, { ...han, ...late }) };
    const twins = await reportXml(oh, { ...oh, narrative: 'More.' }, { ...oh, ...late });
    const runKey = await read(copy, other, { name: 'twins.xml', bytes: twins });
    const messages = await messagesOf(runKey);
    const proposals = messages.map(({ proposal }) => proposal).join(' ');
    expect(proposals).toBe('refused otherContent otherContent new otherContent otherContent');
    expect(messages.flatMap(({ decision }) => decision ?? [])).toEqual(['new']);
    expect(messages[1]?.problem).toMatch(/number and its date of creation.*: .*Reaction.*Case narrative/);
    expect(messages[4]?.problem).toMatch(/^An earlier message of this import.*: Case narrative/);
    for (const at of [2, 5]) expect(messages[at]?.problem).toMatch(/created later is there already/);
    const differences = async (seq: number) => {
      const { data } = await server.call(readImportMessage, { token, params: { runKey, seq } });
      return data.difference?.listInfo.map(({ kind, before, after }) => [kind, before?.value, after?.value]);
    };
    expect(await differences(2)).toEqual([
      ['changed', 'itchy rash', 'vertigo'],
      ['changed', 'Invented.', 'It was vertigo.'],
    ]);
    expect(await differences(5)).toEqual([['changed', 'Invented.', 'More.']]);
    await decide(runKey, { seqs: [2, 3, 5], decision: 'followUp' });
    const { cases } = await confirm(runKey);
    const outcomes = cases.map(({ decision }) => decision).join(' ');
    expect(outcomes).toBe('refused followUp followUp new followUp skipped');
    expect(cases[1]?.caseNo).toBe(known.cases[0]?.caseNo);
    expect(await valuesOf(cases[1]?.caseKey, catalogue.roles['narrative'])).toEqual(['It was vertigo.']);
    // both texts are stored now
    const again = await messagesOf(await read(copy, other));
    expect(again.every(({ proposal }) => proposal === 'refused')).toBe(true);
  });

  it('are proposed message by message, and nothing is written to cases', async () => {
    const known = await imported({ id: 'KR-P-1', ...KIM }, { id: 'KR-P-2', ...LEE, drug: 'Zenotrin' });
    const before = await countCases();
    const r2 = xmlOf(withText(wholeMessage(), 'safetyreportid', 'R2-P-1')).replace(/<\?xml.*?\?>/, '');
    const zip = zipOf([
      {
        name: 'r3.xml',
        bytes: await reportXml(
          { id: 'KR-P-1', ...KIM, created: LATER },
          { id: 'KR-P-1', initials: 'X.Y.', birth: '20010101', sex: '1', created: '20250701120000+0000' },
          { id: 'KR-P-2', ...LEE, created: LATER, nullifies: true },
          { id: 'KR-P-9', nullifies: true },
          { id: 'KR-P-3', initials: 'N.E.W.', drug: 'Quorvexa', reaction: 'hiccups' },
          { id: 'KR-P-3', initials: 'N.E.W.', created: LATER, drug: 'Quorvexa', reaction: 'hiccups' },
          { id: 'KR-P-1', ...KIM },
        ),
      },
      { name: 'r2.xml', bytes: `${r2}\n-- By Example` },
      { name: 'broken.xml', bytes: '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">' },
    ]);
    const runKey = await read({ name: 'all.zip', bytes: zip });

    expect(await countCases()).toBe(before);
    const messages = await messagesOf(runKey);
    expect(messages.map(({ proposal, decision }) => `${proposal} ${decision}`)).toEqual([
      'followUp followUp',
      'otherPatient null',
      'nullification followUp',
      'nullification null',
      'new new',
      'followUp followUp',
      'refused null',
      // the example has every element of R2
      'nullification null',
      'refused null',
    ]);
    const [followUp, other, , , , ofRun, again, , broken] = messages;
    expect(followUp?.target?.caseNo).toBe(known.cases[0]?.caseNo);
    expect(other?.problem).toMatch(/Date of birth|birth/i);
    const initials = other?.facts.find(({ field }) => field === 'initials');
    expect(initials).toMatchObject({ match: 'disagree', ours: ['X.Y.'], theirs: ['K.I.M.'] });
    expect(ofRun).toMatchObject({ target: null, targetSeq: 5 });
    expect(again?.problem).toBe('Already imported');
    expect(broken?.problem).toMatch(/^broken\.xml:1:\d+ /);
    expect(await runOf(runKey)).toMatchObject({ messages: 9, chosen: 4, open: 3, imported: 0 });
    expect(await messagesOf(runKey, { only: 'open' })).toHaveLength(3);

    const { data } = await server.call(readImportMessage, { token, params: { runKey, seq: 8 } });
    expect(data.notes.length).toBeGreaterThan(0);
    // what no item takes of a batch is with its first message
    expect(data.residue.map(({ text }) => text)).toContain('-- By Example');

    // one decision of another patient, with a reason, that leaves a field as the case has it
    expect(await decide(runKey, { seqs: [2], decision: 'followUp', stays: ['product'] })).toMatchObject({
      status: 422,
      errCode: 'DECISION_REFUSED',
    });
    await decide(runKey, {
      seqs: [2],
      decision: 'followUp',
      stays: ['sex'],
      reason: 'The partner has corrected the patient',
    });
    await decide(runKey, { seqs: [8], decision: 'new' });
    const [, decided] = await messagesOf(runKey);
    expect(decided?.facts.flatMap(({ field, stays }) => (stays ? [field] : []))).toEqual(['sex']);
    const { cases, details } = await confirm(runKey);
    const stored = await inSponsor(server.db, 1, (trx) => readCaseContent(trx, 1, cases[1]?.caseKey ?? 0));
    const { patientInitials, sex } = server.deps.catalogue.whole.roles;
    expect(
      [patientInitials, sex].map((id) => stored.values.find(({ itemId }) => itemId === id)?.value),
    ).toEqual(['X.Y.', '2']);
    expect(cases.map(({ decision }) => decision)).toEqual([
      'followUp',
      'followUp',
      'followUp',
      'skipped',
      'new',
      'followUp',
      'refused',
      'new',
      'refused',
    ]);
    expect(cases[1]?.userDecision).toMatchObject({ reason: 'The partner has corrected the patient' });
    expect(cases[5]?.caseNo).toBe(cases[4]?.caseNo);
    expect(await countCases()).toBe(before + 2);
    const audit = await server.call(readCaseAudit, { token, params: { caseKey: cases[1]?.caseKey } });
    expect(audit.data.listInfo[0]?.reason).toBe('Import r3.xml: The partner has corrected the patient');

    const [detail] = details;
    expect(detail?.batches.map(({ acknowledgementCode }) => acknowledgementCode)).toEqual(['AE', 'AA', 'AR']);
    const fetched = (batchNo: number) =>
      server.call(fetchAcknowledgement, { token, params: { dataKey: detail?.dataKey, batchNo } });
    const r3 = readAcknowledgement((await fetched(1)).bytes.toString());
    expect(r3).toMatchObject({
      batchNumber: 'PARTNER-BATCH-1',
      sender: 'ACME',
      receiver: 'PARTNER',
      code: 'AE',
    });
    expect(r3.messages.map(({ code }) => code)).toEqual(['CA', 'CA', 'CA', 'CR', 'CA', 'CA', 'CR']);
    expect(r3.messages[6]?.text).toBe('The report was imported before');
    expect(r3.messages[0]?.localNumber).toBe(cases[0]?.caseNo);
    const ofR2 = await fetched(2);
    expect(ofR2.bytes.toString()).toContain('<ichicsrack');
    expect(readAcknowledgement(ofR2.bytes.toString())).toMatchObject({
      code: 'AA',
      messages: [{ messageNumber: 'R2-P-1', code: 'CA' }],
    });
    // its number could not be read
    expect(await fetched(3)).toMatchObject({ status: 409, errCode: 'ACKNOWLEDGEMENT_NOT_READY' });
    const after = await server.call(readImport, {
      token,
      params: { sponsorKey: 1, dataKey: detail?.dataKey },
    });
    expect(after.data.batches[0]?.acknowledged).toMatchObject({ userName: expect.any(String) });

    const history = await server.call(listDataHistory, { token, query: { rowCount: 1 } });
    expect(history.data.listInfo[0]).toMatchObject({ cells: expect.any(Object) });
  });

  it('that were imported before are noticed', async () => {
    const bytes = await reportXml({ id: 'KR-S-1' });
    const first = await confirm(await read({ name: 'same.xml', bytes }));
    const runKey = await read(
      { name: 'again.xml', bytes },
      { name: 'other.xml', bytes: await reportXml({ id: 'KR-S-2' }) },
    );
    const run = await runOf(runKey);
    expect(run.files.map(({ earlier }) => earlier.map(({ fileName }) => fileName))).toEqual([
      ['same.xml'],
      [],
    ]);
    expect((await messagesOf(runKey)).map(({ proposal }) => proposal)).toEqual(['refused', 'new']);
    const { run: done } = await confirm(runKey);
    const info = await server.call(readFileInfo, { token, params: { dataKey: done.files[0]?.dataKey } });
    expect(info.data.same).toMatchObject([{ dataKey: first.run.files[0]?.dataKey }]);
  });

  it('are seen by nobody else, and deleted when they are cancelled', async () => {
    const runKey = await read({ name: 'own.xml', bytes: await reportXml({ id: 'KR-O-1' }) });
    const other = await server.token('sponsor.admin');
    for (const call of [readImportRun, listImportMessages, confirmImport])
      expect(await server.call(call, { token: other, params: { runKey } })).toMatchObject({ status: 404 });
    const { data } = await server.call(listImportRuns, { token: other });
    expect(data.runs).toEqual([]);
    const cancelled = await server.call(commandImport, { token, params: { runKey, command: 'cancel' } });
    expect(cancelled).toMatchObject({ status: 200, data: null });
    expect(await server.call(readImportRun, { token, params: { runKey } })).toMatchObject({
      status: 404,
      errCode: 'IMPORT_NOT_FOUND',
    });
  });

  it('tell where a file is damaged, and lose nothing of the others', async () => {
    // its messages were read in portions before its end is missed
    const others = Array.from({ length: 30 }, (_, at) => ({ id: `KR-X-1-${at}` }));
    const followUp = { id: 'KR-X-3', created: LATER };
    const whole = await reportXml(followUp, ...others);
    const runKey = await read(
      { name: 'good.xml', bytes: await reportXml({ id: 'KR-X-3' }) },
      { name: 'cut.xml', bytes: whole.slice(0, -200) },
      { name: 'bad.zip', bytes: zipOf([{ name: 'a.txt', bytes: 'x' }]) },
      { name: 'again.xml', bytes: await reportXml(followUp) },
    );
    const messages = await messagesOf(runKey);
    const proposals = messages.map(({ proposal, message }) => `${proposal} ${message}`);
    expect(proposals).toEqual(['new 1', 'refused 0', 'refused 0', 'followUp 1']);
    expect(messages[1]?.problem).toMatch(/^cut\.xml:\d+:\d+ /);
    expect(messages[2]?.problem).toMatch(/^bad\.zip: .*no \.xml, \.sgm, \.xlsx or \.pdf file/);
    const { cases } = await confirm(runKey);
    expect(cases.map(({ decision }) => decision)).toEqual(['new', 'refused', 'refused', 'followUp']);
  });
});

describe('a decision', () => {
  it('is demanded for what may be the same case, which can be named', async () => {
    const twin = {
      initials: 'D.U.P.',
      birth: '19610304',
      sex: '1',
      drug: 'Ostravix',
      reaction: 'gout',
    } as const;
    const known = await imported({ id: 'KR-T-1', ...twin });
    const runKey = await read({ name: 'twin.xml', bytes: await reportXml({ id: 'PARTNER-77', ...twin }) });
    const [message] = await messagesOf(runKey);
    expect(message).toMatchObject({
      proposal: 'duplicate',
      decision: null,
      target: { caseNo: known.cases[0]?.caseNo },
    });
    expect(await server.call(confirmImport, { token, params: { runKey } })).toMatchObject({
      status: 422,
      errCode: 'NOTHING_TO_IMPORT',
    });
    const one = await server.call(readImportMessage, { token, params: { runKey, seq: 1 } });
    expect(one.data.candidates[0]?.caseNo).toBe(known.cases[0]?.caseNo);
    expect(await decide(runKey, { seqs: [1], decision: 'followUp', caseNo: 'no such case' })).toMatchObject({
      status: 422,
      errCode: 'DECISION_REFUSED',
    });
    await decide(runKey, { seqs: [1], decision: 'followUp', caseNo: known.cases[0]?.caseNo });
    const { cases } = await confirm(runKey);
    expect(cases).toMatchObject([{ decision: 'followUp', caseNo: known.cases[0]?.caseNo }]);
    // the case stays known by its numbers, and knows that of the partner
    expect(await valuesOf(cases[0]?.caseKey, catalogue.roles['worldwideId'])).toEqual(['KR-T-1']);
    expect(await valuesOf(cases[0]?.caseKey, catalogue.roles['otherCaseId'])).toEqual(['PARTNER-77']);
  });

  it('can be taken back, and cannot change what is refused', async () => {
    const bytes = await reportXml({ id: 'KR-B-1' });
    await confirm(await read({ name: 'b.xml', bytes }));
    const runKey = await read(
      { name: 'b.xml', bytes },
      { name: 'c.xml', bytes: await reportXml({ id: 'KR-B-2' }) },
    );
    expect(await decide(runKey, { seqs: [1, 2], decision: 'skip' })).toMatchObject({
      errCode: 'DECISION_REFUSED',
    });
    expect((await messagesOf(runKey))[1]).toMatchObject({ decision: 'new', userDecision: null });
    await decide(runKey, { seqs: [2], decision: 'skip', reason: 'Not ours' });
    expect((await messagesOf(runKey))[1]).toMatchObject({
      decision: 'skip',
      userDecision: { reason: 'Not ours' },
    });
    await decide(runKey, { seqs: [2], decision: 'proposal' });
    expect((await messagesOf(runKey))[1]).toMatchObject({ decision: 'new', userDecision: null });
  });

  it('that no longer holds is refused when it is imported', async () => {
    const report = { id: 'KR-H-1', ...CHO };
    const first = await read({ name: 'a.xml', bytes: await reportXml(report) });
    const later = [LATER, '20250701120000+0000'].map((created) => ({ ...report, created }));
    const second = await read({ name: 'b.xml', bytes: await reportXml(...later) });
    await confirm(first);
    const { cases } = await confirm(second);
    expect(cases.map(({ decision }) => decision)).toEqual(['refused', 'refused']);
    expect(cases[0]?.problem).toMatch(/read the file again/);
    expect(cases[1]?.problem).toMatch(/message that it follows up was not imported/);
  });
});

describe('an import that is stopped', () => {
  it('keeps what was done, and goes on behind it without storing anything twice', async () => {
    const ids = Array.from({ length: 30 }, (_, at) => ({ id: `KR-K-${at}`, initials: `K${at}` }));
    const before = await countCases();
    const runKey = await read({ name: 'many.xml', bytes: await reportXml(...ids) });
    await server.call(confirmImport, { token, params: { runKey } });
    await eventually(async () => expect((await runOf(runKey)).imported).toBeGreaterThan(0));
    const stopped = await server.call(commandImport, { token, params: { runKey, command: 'cancel' } });
    expect(stopped.data).toMatchObject({ state: 'stopped' });
    const { files } = await runOf(runKey);
    const page = async (pageNo: number) => {
      const params = { sponsorKey: 1, dataKey: files[0]?.dataKey };
      return (await server.call(readImport, { token, params, query: { pageNo, rowCount: 20 } })).data;
    };
    const pages = [await page(1), await page(2)];
    expect(pages.map(({ cases, caseCount }) => [cases.length, caseCount])).toEqual([
      [20, 30],
      [10, 30],
    ]);
    expect(new Set(pages.flatMap(({ cases }) => cases.map(({ seq }) => seq))).size).toBe(30);
    await server.call(commandImport, { token, params: { runKey, command: 'continue' } });
    const run = await inState(runKey, 'done');
    expect(run).toMatchObject({ imported: 30, refused: 0 });
    expect(await countCases()).toBe(before + 30);
  });
});

describe('a printed form', () => {
  const FORM = {
    'C.1.1': 'KR-FORM-1',
    'C.1.4': '20250101',
    'C.1.5': '20250102',
    'D.1': 'F.R.M.',
    'D.2.1': '19560708',
    'E.i.1.1a|1': 'dizziness',
    'G.k.1|1': '1',
    'G.k.2.2|1': 'Quorvexa',
    'G.k.4.r.8|1|1': 'one in the morning',
    'H.1': 'Invented.',
  } as const;
  const pdf = async (values = {}) => ({ name: 'form.pdf', bytes: await ciomsPdf({ ...FORM, ...values }) });
  const formOf = async (runKey: string) =>
    (await server.call(readPrintedForm, { token, params: { runKey, seq: 1 } })).data;
  const check = (runKey: string, accepted: string[]) =>
    server.call(checkPrintedForm, { token, params: { runKey, seq: 1 }, body: { accepted } });

  it('becomes no case before a person has checked its values', async () => {
    const form = await pdf();
    const { data } = await server.call(importFile, { token, params: { sponsorKey: 1 }, file: form });
    expect(data.cases).toMatchObject([{ decision: 'refused', form: 'PDF' }]);
    const entries = [
      { ...form, name: 'in/form.pdf' },
      { name: 'inner.zip', bytes: zipOf([form]) },
    ];
    const runKey = await read({ name: 'forms.zip', bytes: zipOf(entries) });
    expect(await messagesOf(runKey)).toMatchObject([
      { proposal: 'new', decision: null, choices: ['skip'], printed: { accepted: null } },
      { proposal: 'refused', problem: expect.stringMatching(/^inner\.zip: .*archive within the archive/) },
    ]);
    const { errCode } = await decide(runKey, { seqs: [1], decision: 'new' });
    expect(errCode).toBe('DECISION_REFUSED');
    const file = await server.call(fetchPrintedForm, { token, params: { runKey, seq: 1 } });
    expect([file.status, Buffer.from(file.bytes).equals(form.bytes)]).toEqual([200, true]);
  });

  it('brings what was accepted, and nothing else', async () => {
    const runKey = await read(await pdf());
    const { values, checked } = await formOf(runKey);
    expect(checked).toBeNull();
    const refused = ['D.2.1', 'G.k.4.r.8'];
    const accepted = values.filter(({ itemId }) => !refused.includes(itemId)).map(({ key }) => key);
    expect(await check(runKey, [...accepted, 'H.4|0|0|0'])).toMatchObject({ status: 200 });
    expect(await formOf(runKey)).toMatchObject({ checked: { userName: expect.any(String) } });
    expect(await messagesOf(runKey)).toMatchObject([{ decision: 'new', problem: null }]);
    const { cases } = await confirm(runKey);
    expect(cases).toMatchObject([{ decision: 'new' }]);
    const caseKey = cases[0]?.caseKey;
    expect(await valuesOf(caseKey, 'D.1')).toEqual(['F.R.M.']);
    expect(await valuesOf(caseKey, 'G.k.2.2')).toEqual(['Quorvexa']);
    for (const itemId of [...refused, 'H.4']) expect(await valuesOf(caseKey, itemId)).toEqual([]);
    const author = { token, params: { caseKey: caseKey ?? 0 }, query: { itemId: 'D.1' } };
    const from = { by: 'form', file: 'form.pdf', page: 1, box: '1' };
    expect((await server.call(readAuthor, author)).data.last?.provenance).toEqual(from);

    server.clock.advance(1000);
    // a later form of the case: its second drug is the first one of the case
    const later = await read(
      await pdf({
        'C.1.5': '20250301',
        'G.k.2.2|1': 'Zolvimar',
        'G.k.1|2': '1',
        'G.k.2.2|2': 'Quorvexa',
        'G.k.7.r.1|2|1': 'gout',
      }),
    );
    expect(await messagesOf(later)).toMatchObject([{ proposal: 'followUp' }]);
    const keys = (await formOf(later)).values.map(({ key }) => key);
    await check(later, keys);
    const followUp = (await confirm(later)).cases[0];
    expect(followUp).toMatchObject({ decision: 'followUp' });
    expect(await valuesOf(followUp?.caseKey, 'G.k.2.2')).toEqual(['Quorvexa', 'Zolvimar']);
    const { values: stored } = await inSponsor(server.db, 1, (trx) =>
      readCaseContent(trx, 1, followUp?.caseKey ?? 0),
    );
    expect(stored.find(({ itemId }) => itemId === 'G.k.7.r.1')).toMatchObject({ rowNo: 1, value: 'gout' });
  });

  it('is refused with the reason where it cannot be read', async () => {
    const runKey = await read(
      { name: 'scan.pdf', bytes: await scannedPdf() },
      { name: 'other.pdf', bytes: await ciomsPdf({ 'C.1.1': 'X' }, 'MEDWATCH') },
      { name: 'damaged.pdf', bytes: '%PDF-1.7 broken' },
    );
    const problems = (await messagesOf(runKey)).map(({ problem }) => problem).join(' ');
    expect(problems).toMatch(/pictures without text.*no report form.*damaged/);
  });
});

describe('what nobody confirms', () => {
  it('is deleted when its time is over', async () => {
    const runKey = await read({ name: 'late.xml', bytes: await reportXml({ id: 'KR-L-1' }) });
    server.clock.advance(server.deps.config.keepReadDays * 24 * 60 * 60_000 + 60_000);
    token = await server.call(addCase, { token, body: {} }).then(() => token);
    await eventually(async () => {
      const rows = await inSponsor(server.db, 1, (trx) =>
        trx.selectFrom('import_run').select('run_key').where('run_key', '=', runKey).execute(),
      );
      expect(rows).toEqual([]);
    });
  });
});
