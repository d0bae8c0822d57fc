/** What answers of receivers leave to do, and the answers that we give to partners. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addSubmission,
  cancelSubmission,
  changeRecordLife,
  confirmImport,
  createFollowUp,
  decideMessage,
  fetchAcknowledgement,
  giveLateReason,
  listMonitoredAnswers,
  listUnmatchedAnswers,
  noteHandOver,
  readCaseHeader,
  readCaseQuestions,
  readImport,
  readImportFiles,
  readImportRun,
  readNotifications,
  retrySubmission,
  saveRecord,
  saveTransportProfile,
  sendAcknowledgement,
  sendImportFile,
  uploadAnswer,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { writeAcknowledgement } from '../../shared/submission/writeAcknowledgement.ts';
import { initialValues } from '../../shared/connections/settingFields.ts';
import { readAcknowledgement } from '../../shared/submission/readAcknowledgement.ts';
import { transportFields } from '../../shared/submission/transports.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { reportXml } from './importReports.ts';
import { putEditing } from './putEditing.ts';
import { figuresCount } from './answerFigures.ts';
import { SFTP_USER, startSftpServer, type SftpServer } from './sftpServer.ts';
import {
  PARTNER,
  putFile,
  startSubmissionWorld,
  type Batch,
  type SubmissionWorld,
} from './submissionWorld.ts';

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

const call = <C extends Parameters<SubmissionWorld['server']['call']>[0]>(
  definition: C,
  input: object = {},
) => world.server.call(definition, { token: world.second, ...input });

/** An item of the record of the partner. */
async function change(itemId: string, value: string): Promise<void> {
  const { errMsg } = await call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey, page: 'RV' },
    body: { reason: 'Agreed', retrievedAt: LATER, changes: [itemValue(itemId, [], value)], rows: [] },
  });
  expect(errMsg).toBeNull();
}

const states = ({ messages }: Batch) => messages.map(({ state }) => state);

describe('sending by hand', () => {
  it('waits until a user says what became of the file, and takes an uploaded answer', async () => {
    const batch = await world.ready([world.nextCase()], { transport: 'byHand' });
    await world.confirm(batch);
    await world.until(batch.batchKey, ({ awaitsPerson }) => awaitsPerson);
    const params = { batchKey: batch.batchKey };
    const handOver = (handedOver: boolean) =>
      call(noteHandOver, { params, body: { handedOver, comments: 'Portal receipt 4711' } });
    const monitored = async () => {
      const { data } = await call(listMonitoredAnswers, {
        params: { sponsorKey: 1 },
        query: { rowCount: 100 },
      });
      return data.listInfo.some(({ rowKey }) => rowKey === `${batch.batchKey} 1`);
    };
    expect(await monitored()).toBe(false);
    expect((await handOver(true)).status).toBe(200);
    expect(await monitored()).toBe(true);
    const sent = await world.read(batch.batchKey);
    expect(sent).toMatchObject({ state: 'transmitted', attempts: [{ outcome: 'handedOver' }] });
    const text = writeAcknowledgement({
      number: 'by hand',
      sender: 'PARTNER-ID',
      receiver: batch.sender,
      sentAt: null,
      batchNumber: batch.batchNumber,
      code: 'AA',
      text: 'Envoyé',
      messages: [],
    });
    // receivers write in the encoding that they declare
    const bytes = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    const upload = () => call(uploadAnswer, { file: { name: 'ack.xml', bytes } });
    expect((await upload()).data.outcome).toBe('applied');
    expect((await upload()).data.outcome).toBe('known');
    expect(states(await world.read(batch.batchKey))).toEqual(['accepted']);
    expect((await call(uploadAnswer, { file: { name: 'a.xml', bytes: 'no' } })).errCode).toBe(
      'ANSWER_UNREADABLE',
    );
  });
});

describe('a report that was sent after its due date', () => {
  it('asks for a reason until one is given', async () => {
    const batch = await world.ready([world.nextCase()], { transport: 'byHand' });
    await world.confirm(batch);
    await world.until(batch.batchKey, ({ awaitsPerson }) => awaitsPerson);
    await call(noteHandOver, {
      params: { batchKey: batch.batchKey },
      body: { handedOver: true, comments: 'Portal' },
    });
    const lateReports = async () =>
      (await world.read(batch.batchKey)).messages.map(({ lateReport }) => lateReport);
    const caseKey = batch.messages[0]?.caseKey ?? 0;
    const report = { sponsor_key: 1, case_key: caseKey, root_case_key: caseKey, receiver: PARTNER };
    const days = { day0: '20260101', version_day0: '20260101', days: 15, due: '20260116' };
    await world.query((trx) =>
      trx
        .insertInto('case_obligation')
        .values({
          ...report,
          ...days,
          rule_id: 'test',
          reason: JSON.stringify({}),
          met: days.due,
          accepted: null,
        })
        .execute(),
    );
    expect(await lateReports()).toEqual([null]);
    await world.query((trx) =>
      trx
        .updateTable('case_obligation')
        .set({ met: '20260117' })
        .where('case_key', '=', caseKey)
        .where('receiver', '=', PARTNER)
        .execute(),
    );
    const rowKey = `${caseKey} ${PARTNER}`;
    expect(await lateReports()).toEqual([rowKey]);
    const { errMsg } = await call(giveLateReason, {
      params: { sponsorKey: 1 },
      body: { rowKeys: [rowKey], code: 'other', comment: 'Power cut' },
    });
    expect(errMsg).toBeNull();
    expect(await lateReports()).toEqual([null]);
  });
});

describe('a rejection', () => {
  const questionsOf = async (caseKey: number) =>
    (await call(readCaseQuestions, { params: { caseKey } })).data.listInfo.filter(
      ({ batchKey }) => batchKey !== null,
    );
  const rejection = (batch: Batch, text: string) => ({
    code: 'AE' as const,
    messages: batch.messages.map(({ messageNumber }) => ({
      messageNumber,
      localNumber: null,
      code: 'CR' as const,
      text,
    })),
  });

  it('opens a task at the field it names, which ends with the next answer', async () => {
    await putEditing(world.server, { correctionDays: 3 });
    const caseKey = world.nextCase();
    const first = await world.sent([caseKey]);
    const text = 'Element value for <telecom> With Tag Id C.2.r.2.7 is Mandatory';
    await world.answer(first, rejection(first, text));
    await world.until(first.batchKey, ({ state }) => state === 'acknowledged');
    const [task] = await questionsOf(caseKey);
    expect(task).toMatchObject({
      batchKey: first.batchKey,
      itemId: 'C.2.r.2.7',
      rowNo: 1,
      state: 'open',
      daysLeft: 3,
      addressee: { userName: 'Seo Ha-neul' },
      steps: [{ type: 'ask', text: `${PARTNER} · CR · ${text}`, userName: PARTNER }],
    });
    const second = await world.sent([caseKey]);
    await world.answer(second, rejection(second, 'The report is not for us'));
    await world.until(second.batchKey, ({ state }) => state === 'acknowledged');
    // what names no field is at the number of the case
    const [next, ended] = await questionsOf(caseKey);
    expect(next).toMatchObject({ batchKey: second.batchKey, itemId: 'C.1.1', state: 'open' });
    expect(ended).toMatchObject({ batchKey: first.batchKey, state: 'closed' });
    const third = await world.sent([caseKey]);
    await world.answer(third, { code: 'AA' });
    await world.until(third.batchKey, ({ state }) => state === 'acknowledged');
    expect((await questionsOf(caseKey)).map(({ state }) => state)).toEqual(['closed', 'closed']);
    expect((await world.read(second.batchKey)).messages[0]?.correction?.state).toBe('closed');
    const chain = await call(verifyCaseAudit, { params: { caseKey } });
    expect(chain.data.whole).toBe(true);
    await putEditing(world.server, { correctionDays: null });
  });

  it('that an acceptance contradicts, and a user confirms, is shown with what it said, in its task, too', async () => {
    const caseKey = world.nextCase();
    const batch = await world.sent([caseKey]);
    const text = 'Element value for <telecom> With Tag Id C.2.r.2.7 is Mandatory';
    await world.answer(batch, rejection(batch, text));
    await world.until(batch.batchKey, (one) => states(one)[0] === 'rejected');
    await world.answer(batch, { code: 'AA' });
    await world.until(batch.batchKey, (one) => states(one)[0] === 'conflict');
    await figuresCount(world, batch, 'Conflicting acknowledgements');
    const [task] = await questionsOf(caseKey);
    expect(task).toMatchObject({ itemId: 'C.2.r.2.7', state: 'open' });
    const { errMsg } = await call(decideMessage, {
      params: { batchKey: batch.batchKey, seq: 1 },
      body: { verdict: 'rejected', comments: 'By telephone' },
    });
    expect(errMsg).toBeNull();
    const { messages } = await world.read(batch.batchKey);
    expect(messages).toMatchObject([{ state: 'rejected', answerCode: 'CR', answerText: text }]);
    expect(await questionsOf(caseKey)).toEqual([task]);
    expect(task?.steps).toMatchObject([{ text: `${PARTNER} · CR · ${text}`, userName: PARTNER }]);
  });
});

describe('a receipt', () => {
  const REFUSAL =
    'Content-Type: message/disposition-notification\n\nDisposition: automatic-action; failed/failure: decryption-failed\n';
  const receive = (batch: Batch, name: string, text: string) =>
    putFile(join(world.folder, 'receipts'), `${batch.batchNumber}.${name}`, text);
  const timesNoted = ({ events, batchNumber }: Batch, name: string) =>
    events.filter(({ text }) => text === `${batchNumber}.${name}`).length;

  it('that comes after the answer is noted once, and changes nothing', async () => {
    const { batchKey } = await world.sent([world.nextCase()]);
    await world.answer(await world.read(batchKey), { code: 'AA' });
    const answered = await world.until(batchKey, ({ state }) => state === 'acknowledged');
    for (const name of ['taken', 'refused', 'taken', 'refused', 'last']) {
      await receive(answered, name, name === 'refused' ? REFUSAL : name);
      await world.until(batchKey, (batch) => timesNoted(batch, name) > 0);
    }
    const later = await world.read(batchKey);
    expect(['taken', 'refused'].map((name) => timesNoted(later, name))).toEqual([1, 1]);
    expect(later).toMatchObject({ state: 'acknowledged', sentAt: answered.sentAt });
  });

  it('that refuses a file is outdone by the answer of who has it', async () => {
    // a receipt of the pretend gateway would outdo it, too
    const sent = await world.sent([world.nextCase()], { pretend: 'late' });
    await receive(sent, 'refused', REFUSAL);
    const failed = await world.until(sent.batchKey, ({ state }) => state === 'transportFailed');
    expect(failed.sentAt).toBeNull();
    await world.answer(sent, { code: 'AA' });
    const answered = await world.until(sent.batchKey, ({ state }) => state === 'acknowledged');
    expect(states(answered)).toEqual(['accepted']);
    expect(answered.sentAt).not.toBeNull();
  });
});

describe('a receiver with names and codes of its own', () => {
  const PMDA_CODE = '00000000101';

  it('gets its files by its pattern, and the name stays with the batch', async () => {
    await change('RECEIVER_FILE_NAME', 'I-{sender}-{day}-{number}');
    const batch = await world.sent([world.nextCase()]);
    // the pretend gateway may have taken it
    const found = await readdir(world.folder, { recursive: true });
    const [name = ''] = found.filter((path) => path.endsWith(`-${batch.batchKey}.xml`));
    expect(name).toMatch(/\/I-[A-Za-z0-9]+-\d{8}-\d+\.xml$/);
    // its receipt is named as the file
    const receipt = name.replace(/^.*\//, '').replace(/xml$/, 'txt');
    await putFile(join(world.folder, 'receipts'), receipt, 'taken');
    await world.until(batch.batchKey, ({ state }) => state === 'transmitted');
    await world.query((trx) =>
      trx
        .updateTable('submission_batch')
        .set({ region: 'JP' })
        .where('batch_key', '=', batch.batchKey)
        .execute(),
    );
    await world.answer(batch, { code: 'AR', text: PMDA_CODE });
    await world.until(batch.batchKey, ({ state }) => state === 'rejected');
    const rejected = async (token: string) => {
      const waiting = await call(readNotifications, { params: { sponsorKey: 1 }, token });
      const path = `submission/history/${batch.batchKey}/batch-detail`;
      return waiting.data.listInfo.filter((one) => one.kind === 'rejected' && one.path === path);
    };
    expect(await rejected(world.second)).toMatchObject([
      { facts: { receiver: 'Partner of submissions' }, readAt: null },
    ]);
    expect((await world.read(batch.batchKey)).messages[0]?.codes).toEqual([
      {
        digits: PMDA_CODE,
        section: null,
        itemNumber: null,
        rows: [],
        error: '101',
        words: 'The batch has more than 1,000 reports',
      },
    ]);
  });

  it('decides what becomes of a further version before its answer', async () => {
    const caseKey = world.nextCase();
    await world.sent([caseKey]);
    const next = await call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'Call of the reporter' },
    });
    const severity = async (rule: string) => {
      if (rule !== '') await change('RECEIVER_UNANSWERED', rule);
      const batchKey = await world.put([next.data.caseKey]);
      await world.until(batchKey, ({ state }) => state === 'ready' || state === 'checkFailed');
      const found = (await world.findings(batchKey)).find(({ ruleId }) => ruleId === 'earlierOpen');
      await call(cancelSubmission, { params: { batchKey }, body: { reason: 'Test' } });
      return found?.severity;
    };
    expect([await severity(''), await severity('block'), await severity('off')]).toEqual([
      'warning',
      'error',
      'info',
    ]);
  });

  it('wants the number of its authority in a further version once it has accepted one', async () => {
    const caseKey = world.nextCase();
    const first = await world.sent([caseKey]);
    await world.answer(first, { code: 'AA' });
    await world.until(first.batchKey, ({ messages }) => messages[0]?.state === 'accepted');
    const next = await call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'Call of the reporter' },
    });
    await change('RECEIVER_REGION', 'JP');
    const wantsNumber = async (key: number) => {
      const batchKey = await world.put([key]);
      await world.until(batchKey, ({ state }) => state === 'ready' || state === 'checkFailed');
      const found = await world.findings(batchKey);
      await call(cancelSubmission, { params: { batchKey }, body: { reason: 'Test' } });
      return found.some(({ ruleId }) => ruleId === 'PMDA:J2.1b:later');
    };
    expect(await wantsNumber(next.data.caseKey)).toBe(true);
    expect(await wantsNumber(world.nextCase())).toBe(false);
    await change('RECEIVER_REGION', '');
  });

  it('meets nothing by a rehearsal: the same version goes to its production afterwards', async () => {
    const caseKey = world.nextCase();
    await change('RECEIVER_ENVIRONMENT', 'test');
    const rehearsal = await world.sent([caseKey]);
    expect(rehearsal.environment).toBe('test');
    await world.answer(rehearsal, { code: 'AA' });
    await world.until(rehearsal.batchKey, ({ messages }) => messages[0]?.state === 'accepted');
    const { data } = await call(readCaseHeader, { params: { caseKey } });
    expect(data).toMatchObject({ submissions: [], reporting: { sent: [] } });
    await change('RECEIVER_ENVIRONMENT', 'production');
    const batch = await world.ready([caseKey]);
    expect(batch.messages[0]?.kind).toBe('initial');
    await call(cancelSubmission, { params: { batchKey: batch.batchKey }, body: { reason: 'Test' } });
  });

  it('gets nothing once it is switched off; the file waits for a user', async () => {
    const life = async (action: 'retire' | 'release') => {
      const params = { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey };
      const { errMsg } = await call(changeRecordLife, { params, body: { action, reason: 'Contract ended' } });
      expect(errMsg).toBeNull();
    };
    const batch = await world.ready([world.nextCase()]);
    const params = { batchKey: batch.batchKey };
    await life('retire');
    await world.confirm(batch);
    const failed = await world.until(batch.batchKey, ({ state }) => state === 'transportFailed');
    expect(failed).toMatchObject({ sentAt: null, fault: `the receiver '${PARTNER}' is switched off` });
    const other = await call(addSubmission, {
      body: {
        caseKeys: [world.nextCase()],
        receiver: PARTNER,
        senderKey: 1,
        notation: false,
        transport: 'folder',
        pretend: null,
      },
    });
    expect(other.errCode).toBe('RECEIVER_UNKNOWN');
    await life('release');
    await call(retrySubmission, { params });
    const sent = await world.until(batch.batchKey, ({ state }) => state === 'sent');
    expect(sent.fileKey).toBe(batch.fileKey);
  });

  it('is known by the name of a file that cannot be read', async () => {
    const fileName = 'A-ACME-20260310093000-7.xml';
    await putFile(join(world.folder, 'ack'), fileName, '<broken></ack>');
    await eventually(async () =>
      expect((await call(listUnmatchedAnswers)).data.listInfo).toContainEqual(
        expect.objectContaining({ fileName, senderId: 'PMDA' }),
      ),
    );
  });
});

describe('the acknowledgement of an imported batch', () => {
  let partner: SftpServer;
  beforeAll(async () => {
    partner = await startSftpServer(join(world.folder, 'partner'));
    // who sends the batches of the test
    await change('RECEIVER_BATCH_ID', 'PARTNER');
  });
  afterAll(() => partner.close());

  /** The batch of an import of one report. */
  async function imported(id: string) {
    const params = { runKey: randomUUID() };
    const bytes = await reportXml({ id, initials: id.slice(-3), batch: `BATCH-${id}` });
    await call(sendImportFile, { params, file: { name: `${id}.xml`, bytes } });
    await call(readImportFiles, { params });
    const inState = (wanted: string) =>
      eventually(async () => {
        const { data } = await call(readImportRun, { params });
        if (data.state !== wanted) throw new Error(`the import is ${data.state}`);
        return data;
      });
    await inState('deciding');
    await call(confirmImport, { params });
    const dataKey = (await inState('done')).files[0]?.dataKey ?? 0;
    const read = async () => {
      const [batch] = (await call(readImport, { params: { sponsorKey: 1, dataKey } })).data.batches;
      if (!batch) throw new Error('there is no batch');
      return batch;
    };
    const of = { dataKey, batchNo: (await read()).batchNo };
    return {
      read,
      send: (event: string) => call(sendAcknowledgement, { params: of, body: { event } }),
      fetch: async () => (await call(fetchAcknowledgement, { params: of })).bytes.toString(),
      until: (state: string) =>
        eventually(async () => {
          const { sending } = await read();
          if (sending?.state !== state) throw new Error(`it is ${JSON.stringify(sending)}`);
          return sending;
        }),
      fileName: `ACK-${dataKey}-${of.batchNo}.xml`,
    };
  }

  const setUp = async (more: object = {}) => {
    const settings = {
      ...initialValues(transportFields('sftp')),
      host: '127.0.0.1',
      port: String(partner.port),
      userName: SFTP_USER.userName,
      hostKey: partner.hostKey,
      ...more,
    };
    const stored = await world.query((trx) =>
      trx.selectFrom('transport_profile').select('set_at').executeTakeFirst(),
    );
    const { errMsg } = await call(saveTransportProfile, {
      params: { receiverKey: world.partnerKey },
      body: {
        adapter: 'sftp',
        active: true,
        certificateUntil: null,
        secretUntil: null,
        settings,
        secrets: { password: SFTP_USER.password },
        reason: 'Agreed',
        setAt: stored?.set_at.toISOString() ?? null,
      },
    });
    expect(errMsg).toBeNull();
  };

  it('is put into the folder of the partner, and not answered by the pretend authority', async () => {
    const one = await imported('KR-ACK-1');
    expect(await one.read()).toMatchObject({ sendableTo: PARTNER, sending: null });
    expect((await one.send('send')).errMsg).toBeNull();
    expect(await one.until('sent')).toMatchObject({ receiver: PARTNER, fault: null });
    expect(await one.read()).toMatchObject({ sendableTo: null, acknowledged: null });
    expect((await one.send('send')).errCode).toBe('SUBMISSION_REFUSED');
    const taken = join(world.folder, 'taken', one.fileName);
    await eventually(async () =>
      expect(readAcknowledgement(await readFile(taken, 'utf8'))).toMatchObject({
        code: 'AA',
        batchNumber: 'BATCH-KR-ACK-1',
        receiver: 'PARTNER',
      }),
    );
    expect(await one.fetch()).toBe(await readFile(taken, 'utf8'));
    expect((await one.read()).acknowledged).toMatchObject({ userName: 'Seo Ha-neul' });
  });

  it('goes by the transport of the partner; after a lost answer the partner is asked, and gets it once', async () => {
    await setUp();
    const one = await imported('KR-ACK-2');
    // the first rename ends the upload, the second one hands over
    partner.loseNextAnswer(1);
    expect((await one.send('send')).errMsg).toBeNull();
    await one.until('sent');
    expect(await readdir(join(partner.root, 'out'))).toEqual([one.fileName]);
  });

  it('waits for a user after a fault that does not pass', async () => {
    await setUp({ outFolder: 'nowhere' });
    const one = await imported('KR-ACK-3');
    await one.send('send');
    expect((await one.until('failed')).fault).not.toBeNull();
    expect((await one.send('handedOver')).errCode).toBe('SUBMISSION_REFUSED');
    await setUp();
    expect((await one.send('retry')).errMsg).toBeNull();
    await one.until('sent');
    expect(await readdir(join(partner.root, 'out'))).toContain(one.fileName);
  });

  it('is fetched by hand where its sender is no receiver', async () => {
    await change('RECEIVER_BATCH_ID', 'SOMEBODY-ELSE');
    const one = await imported('KR-ACK-4');
    expect(await one.read()).toMatchObject({ sendableTo: null, canBeAcknowledged: true });
    expect((await one.send('send')).errCode).toBe('TRANSPORT_NOT_SET_UP');
    expect(await one.fetch()).toContain('BATCH-KR-ACK-4');
  });
});
