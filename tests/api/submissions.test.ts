/** Submissions: made, checked, frozen, sent, answered; due reports follow. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assignAnswer,
  cancelSubmission,
  checkSession,
  checkSubmission,
  confirmSubmission,
  decideMessage,
  downloadSubmission,
  downloadSubmissionEvent,
  downloadUnmatched,
  giveWarningReasons,
  listCaseAudit,
  listCaseReceivers,
  listSubmissionCases,
  listSubmissions,
  listSubmissionsOfCase,
  listSubmittedCases,
  listUnmatchedAnswers,
  noteHandOver,
  readCaseAudit,
  readCaseHeader,
  readFrozenMessage,
  readSubmission,
  readSubmissionComments,
  readSubmissionOptions,
  removeSubmissionCase,
  setCaseStatus,
  updateSubmissionComments,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { findBatch } from '../../server/submissions/batch.store.ts';
import { insertFindings } from '../../server/submissions/check.store.ts';
import { deleteProcessesFinishedBefore } from '../../server/processes/process.store.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { correctionDay } from '../../shared/submission/correction.ts';
import { DELAYED_AFTER_MS } from '../../shared/submission/delayed.ts';
import { waitsForAnswer } from './answerFigures.ts';
import { eventually, tokenOf } from './harness.ts';
import { itemValue, LATER, SIGNATURE } from './caseWorld.ts';
import { putEditing } from './putEditing.ts';
import {
  DUE_TO_EMA,
  INCOMPLETE_FOR_FDA,
  PARTNER,
  putFile,
  startSubmissionWorld,
  type Batch,
  type SubmissionWorld,
} from './submissionWorld.ts';

let world: SubmissionWorld;
let token: string;
beforeAll(async () => {
  world = await startSubmissionWorld();
  token = world.second;
});
afterAll(() => world.server.stop());

const call = <C extends Parameters<SubmissionWorld['server']['call']>[0]>(
  definition: C,
  input: object = {},
) => world.server.call(definition, { token, ...input });
const states = ({ messages }: Batch) => messages.map(({ state }) => state);
const types = ({ events }: Batch) => events.map(({ type }) => type);
const dueToEma = async (caseKey = DUE_TO_EMA) =>
  (await call(listCaseReceivers, { params: { caseKey } })).data.listInfo.find(
    ({ receiver }) => receiver === 'EMA',
  );
/** What the header of a case says of its reports to the partner; the demo has sent others. */
const inHeader = async (caseKey: number) =>
  (await call(readCaseHeader, { params: { caseKey } })).data.submissions.filter(
    ({ receiver }) => receiver === PARTNER,
  );
const isDueToEma = async (caseKey = DUE_TO_EMA) => {
  const { data } = await call(listSubmissionCases, { query: { caseKey, rowCount: 100 } });
  return data.listInfo.some(({ cells }) => cells['receiver'] === 'EMA');
};

describe('a new batch', () => {
  it('is offered receivers, senders, transports and the pretend answers of a demo', async () => {
    const { data } = await call(readSubmissionOptions);
    expect(data.receivers.map(({ receiver }) => receiver)).toEqual(
      expect.arrayContaining(['EMA', 'FDA', PARTNER]),
    );
    expect(data.senders.length).toBeGreaterThan(0);
    expect(data.transports).toEqual(['folder', 'byHand']);
    expect(data.pretendAnswers).toContain('rejected');
  });

  it('is made only by users who may edit submissions, of cases that they may see', async () => {
    await expect(world.put([DUE_TO_EMA], { receiver: 'Nobody' })).rejects.toThrow('RECEIVER_UNKNOWN');
    await expect(world.put([999_999])).rejects.toThrow('CASE_NOT_FOUND');
    const batchKey = await world.put([world.nextCase()]);
    const params = { batchKey };
    expect((await call(checkSubmission, { params, token: world.editor })).status).toBe(403);
    expect((await call(readSubmission, { params, token: world.reader })).status).toBe(200);
    const elsewhere = await world.userOfSender('elsewhere', 2);
    expect((await call(readSubmission, { params, token: elsewhere })).status).toBe(404);
  });

  it('is checked, and its errors keep it from being sent', async () => {
    const batchKey = await world.put([INCOMPLETE_FOR_FDA], { receiver: 'FDA' });
    const batch = await world.until(batchKey, ({ state }) => state === 'checkFailed');
    const errors = (await world.findings(batchKey)).filter(({ severity }) => severity === 'error');
    expect(errors.map(({ checkId }) => checkId)).toContain('rules');
    const { predicted } = batch.messages[0] ?? {};
    expect(predicted?.verdict).toBe('rejected');
    expect(predicted?.items.length).toBeGreaterThan(0);
    expect(errors[0]?.item).toMatchObject({
      path: expect.stringContaining('?item='),
      label: expect.any(String),
    });
    expect(await world.confirm(batch)).toMatchObject({ status: 409 });
    const cancelled = await call(cancelSubmission, {
      params: { batchKey },
      body: { reason: 'Not complete' },
    });
    expect(cancelled.status).toBe(200);
    expect((await world.read(batchKey)).state).toBe('cancelled');
  });
});

describe('the check', () => {
  it('says what was not done, and wants a reason for each warning', async () => {
    const caseKey = world.nextCase();
    const batchKey = await world.put([caseKey]);
    const batch = await world.until(batchKey, ({ state }) => state === 'ready');
    const found = await world.findings(batchKey);
    expect(found.find(({ ruleId }) => ruleId === 'schemaNotDone')).toMatchObject({ severity: 'warning' });
    expect(found.find(({ ruleId }) => ruleId === 'notApproved')).toMatchObject({
      severity: 'warning',
      seq: 1,
    });
    expect(await world.confirm(batch)).toMatchObject({ status: 409, errCode: 'SUBMISSION_REFUSED' });
    const [first] = found.filter(({ severity }) => severity === 'warning');
    const body = { findingKeys: [first?.findingKey], reason: 'Known' };
    expect((await call(giveWarningReasons, { params: { batchKey }, body })).status).toBe(200);
    // the same warning keeps its reason when it comes again
    await call(checkSubmission, { params: { batchKey } });
    await world.until(batchKey, ({ state }) => state === 'ready');
    const again = await world.findings(batchKey);
    expect(again.filter(({ reason }) => reason === 'Known')).toHaveLength(1);
    expect(again.find(({ reason }) => reason)?.reasonName).toBe('Seo Ha-neul');
    const { events } = await world.read(batchKey);
    expect(events.find(({ type }) => type === 'warningsAccepted')).toMatchObject({
      text: 'Known',
      userName: 'Seo Ha-neul',
    });
  });

  it('finds the same version in another batch, and a case that was deleted', async () => {
    const caseKey = world.nextCase();
    const first = await world.ready([caseKey]);
    const second = await world.put([caseKey]);
    await world.until(second, ({ state }) => state === 'checkFailed');
    expect((await world.findings(second)).map(({ ruleId }) => ruleId)).toContain('inOtherBatch');
    await call(cancelSubmission, { params: { batchKey: first.batchKey }, body: { reason: 'Twice' } });
    const body = { statusId: 'DELETE', status: 'Y', reason: 'Test', retrievedAt: LATER };
    expect((await call(setCaseStatus, { params: { caseKey }, body })).status).toBe(200);
    await call(checkSubmission, { params: { batchKey: second } });
    await eventually(async () =>
      expect((await world.findings(second)).map(({ ruleId }) => ruleId)).toContain('deleted'),
    );
  });

  it('quotes nothing of the file to users who may not see blinded values, if the file may hold some', async () => {
    const { batchKey } = await world.ready([world.nextCase()]);
    const batch = await world.query((trx) => findBatch(trx, 1, batchKey));
    const { check_no = 0 } = batch ?? {};
    const text = 'line 3: the value "placebo" is not allowed';
    const message = { en: text, ko: text, ja: text, zh: text };
    await world.query((trx) =>
      insertFindings(trx, [
        {
          sponsor_key: 1,
          batch_key: batchKey,
          check_no,
          seq: null,
          check_id: 'structure',
          severity: 'error',
          rule_id: 'schema',
          item_id: null,
          row_no: 0,
          row_no2: 0,
          row_no3: 0,
          message,
          reason: null,
          reason_name: null,
          reason_at: null,
        },
      ]),
    );
    const ids = async () => (await world.findings(batchKey)).map(({ ruleId }) => ruleId);
    expect(await ids()).toContain('schema');
    const { userKey } = (await call(checkSession, { params: { id: 'me' }, token })).data;
    const may = (unblind: boolean) =>
      world.server.db.updateTable('user_sponsor').set({ unblind }).where('user_key', '=', userKey).execute();
    await may(false);
    expect(await ids()).not.toContain('schema');
    // the page says why texts are missing
    expect((await world.read(batchKey)).hidesTexts).toBe(true);
    const answer = await world.server.call(downloadSubmission, { params: { batchKey }, token });
    expect(answer.status).toBe(403);
    await may(true);
    expect((await world.read(batchKey)).hidesTexts).toBe(false);
  });

  it('is of no use once a case changed', async () => {
    const caseKey = world.nextCase();
    const batch = await world.ready([caseKey]);
    await world.save(caseKey, 'SD', [itemValue('C.3.3.4', [], 'Ann')]);
    const refusal = await world.confirm(batch);
    expect(refusal).toMatchObject({ status: 409, errCode: 'SUBMISSION_CHANGED' });
    expect(refusal.errMsg).toContain(`since the check: ${batch.messages[0]?.caseNo}.`);
    expect((await world.read(batch.batchKey)).state).toBe('ready');
  });

  it('goes on without a case that was taken out', async () => {
    const [caseKey, removed] = [world.nextCase(), world.nextCase()];
    const { batchKey } = await world.ready([caseKey, removed]);
    const answer = await call(removeSubmissionCase, { params: { batchKey, caseKey: removed } });
    expect(answer.status).toBe(200);
    const batch = await world.until(batchKey, ({ state }) => state === 'ready');
    expect(batch.messages.map((message) => message.caseKey)).toEqual([caseKey]);
    expect((await call(removeSubmissionCase, { params: { batchKey, caseKey } })).status).toBe(409);
  });
});

describe('sending by the folder', () => {
  it('hands over exactly the frozen bytes, once, with a comment and an entry of the audit trail', async () => {
    const caseKey = world.nextCase();
    const ready = await world.ready([caseKey]);
    const wrong = { params: { batchKey: ready.batchKey }, body: { comments: '', cases: 2 } };
    expect(await call(confirmSubmission, wrong)).toMatchObject({ status: 409, errCode: 'SUBMISSION_STALE' });
    const long = { params: { batchKey: ready.batchKey }, body: { comments: 'x'.repeat(1001), cases: 1 } };
    expect((await call(confirmSubmission, long)).status).toBe(400);
    expect((await world.confirm(ready, 'First report')).status).toBe(200);
    const batch = await world.until(ready.batchKey, ({ state }) => state === 'transmitted');
    expect(batch).toMatchObject({
      comment: 'First report',
      confirmedName: 'Seo Ha-neul',
      fileKey: ready.fileKey,
    });
    expect(batch.attempts).toMatchObject([{ attemptNo: 1, outcome: 'handedOver' }]);
    expect(types(batch)).toEqual(
      expect.arrayContaining(['created', 'checked', 'confirmed', 'attempt.handedOver', 'receipt']),
    );
    // the pretend gateway took it
    const taken = await readFile(join(world.folder, 'taken', `${batch.batchNumber}.xml`));
    expect(createHash('sha256').update(taken).digest('hex')).toBe(batch.fileKey);
    const file = await call(downloadSubmission, { params: { batchKey: batch.batchKey } });
    expect(file.bytes.equals(taken)).toBe(true);
    expect(
      (await call(downloadSubmission, { params: { batchKey: batch.batchKey }, token: world.reader })).status,
    ).toBe(403);
    const audit = await call(readCaseAudit, { params: { caseKey }, query: { rowCount: 20 } });
    expect(audit.data.listInfo.some(({ action }) => action === 'submitted')).toBe(true);
    expect((await call(verifyCaseAudit, { params: { caseKey } })).data).toMatchObject({
      whole: true,
      problem: null,
    });
    expect((await world.confirm(ready)).status).toBe(409);
  });

  it('is signed where the sponsor has batches signed: each case has the signature in its audit trail', async () => {
    await putEditing(world.server, { sending: 'sign' });
    const caseKey = world.nextCase();
    const ready = await world.ready([caseKey]);
    expect(ready.isSigned).toBe(true);
    expect(await world.confirm(ready)).toMatchObject({ status: 422, errCode: 'SIGNATURE_REQUIRED' });
    const wrong = { ...SIGNATURE, password: 'not mine' };
    expect(await world.confirm(ready, '', wrong)).toMatchObject({
      status: 422,
      errCode: 'WRONG_SIGNATURE_PASSWORD',
    });
    expect((await world.confirm(ready, '', SIGNATURE)).status).toBe(200);
    await putEditing(world.server, { sending: 'confirm' });
    const { meaning } = SIGNATURE;
    const ofCase = { params: { caseKey }, query: { rowCount: 20 } };
    const entries = (await call(readCaseAudit, ofCase)).data.listInfo;
    expect(entries.find(({ action }) => action === 'submitted')).toMatchObject({ signed: meaning });
    const rows = (await call(listCaseAudit, ofCase)).data.listInfo.map(({ codes }) => codes);
    expect(rows).toContainEqual(expect.objectContaining({ action: ['submitted'], signed: [meaning] }));
    expect((await call(verifyCaseAudit, { params: { caseKey } })).data).toMatchObject({ problem: null });
  });

  it('is listed by batch and by case', async () => {
    const { data } = await call(listSubmissions, { query: { rowCount: 100 } });
    expect(data.listInfo.find(({ codes }) => codes['state']?.[0] === 'transmitted')).toBeDefined();
    const cases = (await call(listSubmittedCases, { query: { rowCount: 100 } })).data.listInfo;
    expect(cases.some(({ codes }) => codes['state']?.[0] === 'sent')).toBe(true);
    expect((await call(listSubmissions, { query: {}, token: world.reader })).status).toBe(200);
    expect((await call(listSubmissionCases, { query: {}, token: world.reader })).status).toBe(403);
  });
});

describe('answers', () => {
  it('of the batch and of messages reach each message, and lead to the items that they name', async () => {
    const keys = [world.nextCase(), world.nextCase(), world.nextCase()];
    const batch = await world.sent(keys);
    const [first, second] = batch.messages;
    await world.answer(batch, {
      code: 'AE',
      messages: [
        {
          messageNumber: `x ${first?.messageNumber}`,
          localNumber: 'L1',
          code: 'CA',
          text: 'Report Loaded Successfully',
        },
        {
          messageNumber: second?.messageNumber ?? '',
          localNumber: null,
          code: 'CR',
          text: 'With Tag Id C.1.4 is Mandatory.',
        },
      ],
    });
    const answered = await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
    expect(states(answered)).toEqual(['accepted', 'rejected', 'needsDecision']);
    expect(answered.messages[0]?.localNumber).toBe('L1');
    expect(answered.messages[1]?.items).toMatchObject([{ itemId: 'C.1.4', page: 'CI' }]);
    const params = { batchKey: batch.batchKey, seq: 3 };
    const body = { verdict: 'accepted', comments: 'By telephone' };
    expect((await call(decideMessage, { params, body })).status).toBe(200);
    expect(states(await world.read(batch.batchKey))).toEqual(['accepted', 'rejected', 'accepted']);
    expect((await call(decideMessage, { params, body })).status).toBe(409);
    const event = answered.events.find(({ type }) => type === 'acknowledgement');
    const raw = await call(downloadSubmissionEvent, {
      params: { batchKey: batch.batchKey, eventKey: event?.eventKey },
    });
    expect(raw.bytes.toString()).toContain('MCCI_IN200101UV01');
    const ofCase = (await call(listSubmissionsOfCase, { params: { caseKey: keys[1] } })).data.listInfo;
    expect(ofCase).toMatchObject([{ receiver: PARTNER, state: 'rejected', answerCode: 'CR' }]);
    expect(await inHeader(keys[1] ?? 0)).toMatchObject([{ receiver: PARTNER, state: 'rejected' }]);
  });

  it('of the simulated authority are those that the check predicts', async () => {
    const ready = await world.ready([world.nextCase()], { pretend: 'check' });
    expect((await world.confirm(ready)).status).toBe(200);
    const { messages } = await world.until(ready.batchKey, ({ state }) => state === 'acknowledged');
    const [message] = messages;
    expect(message?.predicted?.verdict).toBe('acceptedWithWarning');
    expect(message?.state).toBe(message?.predicted?.verdict);
    expect(message?.items.map(({ itemId }) => itemId)).toEqual(
      message?.predicted?.items.map(({ itemId }) => itemId),
    );
  });

  it('that come twice count once; a contradicting one is a conflict that a user decides', async () => {
    const batch = await world.sent([world.nextCase()]);
    const [message] = batch.messages;
    const ack = { number: 'same', code: 'AA' as const };
    await world.answer(batch, ack, 'first.xml');
    await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
    await world.answer(batch, ack, 'second.xml');
    await eventually(async () =>
      expect(await readdir(join(world.folder, 'ack'))).not.toContain('second.xml'),
    );
    const answers = types(await world.read(batch.batchKey)).filter((type) => /^(ack|answer)/.test(type));
    expect(answers).toEqual(['acknowledgement', 'answer.accepted']);
    const rejected = [
      { messageNumber: message?.messageNumber ?? '', localNumber: null, code: 'CR' as const, text: 'No' },
    ];
    await world.answer(batch, { code: 'AE', messages: rejected });
    const conflict = await world.until(batch.batchKey, (one) => states(one)[0] === 'conflict');
    expect(conflict.state).toBe('acknowledged');
    expect(types(conflict)).toContain('answer.later');
  });

  it('reject everything with AR', async () => {
    const batch = await world.sent([world.nextCase()]);
    await world.answer(batch, { code: 'AR', text: 'not readable' });
    const rejected = await world.until(batch.batchKey, ({ state }) => state === 'rejected');
    expect(states(rejected)).toEqual(['rejected']);
  });

  const withdrawals = {
    deleted: (caseKey: number) =>
      call(setCaseStatus, {
        params: { caseKey },
        body: { statusId: 'DELETE', status: 'Y', reason: 'Test', retrievedAt: LATER },
      }),
    nullified: (caseKey: number) =>
      world.save(caseKey, 'CI', [itemValue('C.1.11.1', [], '1'), itemValue('C.1.11.2', [], 'Duplicate')]),
  };

  it.each(['deleted', 'nullified'] as const)(
    'that come for a case that was %s meanwhile are kept, and open no task',
    async (how) => {
      const caseKey = world.nextCase();
      const batch = await world.sent([caseKey]);
      expect((await withdrawals[how](caseKey)).status).toBe(200);
      await world.answer(batch, { code: 'AR', text: 'C.1.4 is Mandatory' });
      const answered = await world.until(batch.batchKey, ({ state }) => state === 'rejected');
      expect(states(answered)).toEqual(['rejected']);
      expect(answered.messages[0]).toMatchObject({ answerText: 'C.1.4 is Mandatory', correction: null });
      expect(await inHeader(caseKey)).toMatchObject([{ receiver: PARTNER, state: 'rejected' }]);
    },
  );

  it('that come after the process was removed are events of the batch', async () => {
    const batch = await world.sent([world.nextCase()]);
    await world.answer(batch, { code: 'AA' });
    await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
    await world.query((trx) => deleteProcessesFinishedBefore(trx, 1, new Date('2999-01-01')));
    await world.answer(batch, { code: 'AA' });
    const later = await world.until(batch.batchKey, (one) => types(one).includes('answer.later'));
    expect(later).toMatchObject({ state: 'acknowledged', takes: [] });
  });

  it('that belong to no batch wait to be assigned; garbage stays visible', async () => {
    const batch = await world.sent([world.nextCase()]);
    await world.answer({ ...batch, batchNumber: 'of-another-system' }, {}, 'foreign.xml');
    await putFile(join(world.folder, 'ack'), 'garbage.xml', '<html><body>504</body></html>');
    const unmatched = async (query = {}) => (await call(listUnmatchedAnswers, { query })).data.listInfo;
    const both = await eventually(async () => {
      const found = await unmatched();
      expect(found.map(({ fileName }) => fileName)).toEqual(
        expect.arrayContaining(['foreign.xml', 'garbage.xml']),
      );
      return found;
    });
    const foreign = both.find(({ fileName }) => fileName === 'foreign.xml');
    expect(foreign).toMatchObject({ problem: 'unknownBatch', batchNumber: 'of-another-system', code: 'AA' });
    const garbage = (await unmatched({ language: 'ko' })).find(({ fileName }) => fileName === 'garbage.xml');
    expect(garbage?.problem).toBe('읽을 수 없음: 수신확인이 아닙니다. 첫 요소가 <html>입니다');
    await eventually(async () => expect(await readdir(join(world.folder, 'error'))).toContain('garbage.xml'));
    const assign = (inboxKey?: number) =>
      call(assignAnswer, { params: { inboxKey }, body: { batchKey: batch.batchKey } });
    // whose cases it is about nobody knows yet
    const { userKey } = (await call(checkSession, { params: { id: 'me' }, token })).data;
    const limit = { sponsor_key: 1, user_key: userKey, sender_key: 1 };
    await world.server.db.insertInto('user_sender').values(limit).execute();
    expect(await unmatched()).toEqual([]);
    expect((await assign(foreign?.inboxKey)).status).toBe(404);
    expect((await call(downloadUnmatched, { params: { inboxKey: foreign?.inboxKey } })).status).toBe(404);
    await world.server.db.deleteFrom('user_sender').where('user_key', '=', userKey).execute();
    expect((await assign(garbage?.inboxKey)).status).toBe(422);
    expect((await assign(foreign?.inboxKey)).status).toBe(200);
    expect((await world.read(batch.batchKey)).state).toBe('acknowledged');
    expect((await assign(foreign?.inboxKey)).status).toBe(404);
    expect((await unmatched()).map(({ fileName }) => fileName)).not.toContain('foreign.xml');
  });
});

describe('a due report', () => {
  it('is met provisionally when transmitted, open again when rejected, and met when accepted', async () => {
    expect(await isDueToEma()).toBe(true);
    const due = (await dueToEma())?.due;
    const today = dayAt(world.server.clock.now().getTime(), 'Asia/Seoul');
    const first = await world.ready([DUE_TO_EMA], { receiver: 'EMA', transport: 'byHand' });
    await world.confirm(first);
    await world.until(first.batchKey, ({ awaitsPerson }) => awaitsPerson);
    expect(await isDueToEma()).toBe(true);
    const handOver = { handedOver: true, comments: 'Portal' };
    await call(noteHandOver, { params: { batchKey: first.batchKey }, body: handOver });
    expect(await isDueToEma()).toBe(false);
    await world.answer(first, { code: 'AR', text: 'not readable' });
    await world.until(first.batchKey, ({ state }) => state === 'rejected');
    expect(await isDueToEma()).toBe(true);
    expect((await dueToEma())?.due).toBe(due);
    expect((await world.read(first.batchKey)).messages[0]).toMatchObject({
      // it was overdue before
      correctBy: correctionDay({ due: due ?? null, today, days: null }),
      correction: { state: 'open' },
    });
    // the same version again, in a new batch
    const second = await world.sent([DUE_TO_EMA], { receiver: 'EMA' });
    expect(second.messages[0]?.kind).toBe('resend');
    expect(second.batchNumber).not.toBe(first.batchNumber);
    const shown = (await call(readFrozenMessage, { params: { batchKey: second.batchKey, seq: 1 } })).data;
    expect(shown).toMatchObject({ isCut: false, before: { batchKey: first.batchKey } });
    expect(shown.items.map(({ itemId }) => itemId)).toContain('C.1.1');
    expect(shown.changes.map(({ itemId }) => itemId)).not.toContain('C.1.1');
    const none = { params: { batchKey: second.batchKey, seq: 2 } };
    expect((await call(readFrozenMessage, none)).status).toBe(404);
    await world.answer(second, { code: 'AA' });
    await world.until(second.batchKey, ({ state }) => state === 'acknowledged');
    expect(await isDueToEma()).toBe(false);
    expect((await dueToEma())?.state).toBe('sent');
    const third = await world.put([DUE_TO_EMA], { receiver: 'EMA' });
    await world.until(third, ({ state }) => state === 'checkFailed');
    expect((await world.findings(third)).map(({ ruleId }) => ruleId)).toContain('alreadySent');
  });
});

describe('Delayed', () => {
  it('is computed after 48 hours; then a status can be set by hand, which an answer ends', async () => {
    const caseKey = world.nextCase();
    const batch = await world.sent([caseKey]);
    const params = { batchKey: batch.batchKey };
    const states = async () => (await inHeader(caseKey)).map(({ state }) => state);
    const comments = async () => (await call(readSubmissionComments, { params })).data;
    const set = (batchStatus: string | null, originBatchStatus: string) =>
      call(updateSubmissionComments, {
        params,
        body: { comments: 'Paper receipt', batchStatus, originBatchStatus },
      });
    expect(await comments()).toMatchObject({ changeableStatus: false });
    expect((await set('accepted', 'sent')).errCode).toBe('STATUS_NOT_CHANGEABLE');
    world.server.clock.advance(DELAYED_AFTER_MS + 60_000);
    // the session of before is over
    token = await tokenOf(world.server.url, 'sponsor.admin');
    expect((await world.read(batch.batchKey, token)).delayed).toBe(true);
    expect(await comments()).toMatchObject({ changeableStatus: true, originBatchStatus: 'delayed' });
    expect(await states()).toEqual(['delayed']);
    expect(await waitsForAnswer(world, batch, token)).toBe(true);
    expect((await set('accepted', 'sent')).errCode).toBe('SUBMISSION_STALE');
    expect((await set('accepted', 'delayed')).status).toBe(200);
    expect(await states()).toEqual(['manual.accepted']);
    expect(await waitsForAnswer(world, batch, token)).toBe(false);
    expect((await set('transmitted', 'accepted')).status).toBe(200);
    expect((await comments()).revisions).toMatchObject([
      { originBatchStatus: 'delayed', batchStatus: 'accepted', userName: 'Seo Ha-neul' },
      { originBatchStatus: 'accepted', batchStatus: 'transmitted' },
    ]);
    await world.answer(batch, { code: 'AA' });
    await eventually(async () =>
      expect((await world.read(batch.batchKey, token)).state).toBe('acknowledged'),
    );
    const after = await comments();
    expect(after).toMatchObject({ changeableStatus: false, originBatchStatus: 'acknowledged' });
    expect(after.revisions).toHaveLength(3);
  });
});
