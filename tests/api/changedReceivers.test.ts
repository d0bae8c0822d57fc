/** What becomes of batches when the record of their receiver, or of their sender, changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cancelSubmission,
  changeRecordLife,
  checkSubmission,
  createFollowUp,
  downloadSubmission,
  downloadReport,
  listCaseReceivers,
  listSubmissionCases,
  noteHandOver,
  readSubmissionOptions,
  retrySubmission,
  saveRecord,
} from '../../shared/contract/index.ts';
import { TransportFailure } from '../../server/submissions/transports/transport.ts';
import { asSuperuser, itemValue, LATER } from './caseWorld.ts';
import { todayIn } from './koreanCase.ts';
import { addPartner, PARTNER, startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

const MIGRATION = '../../server/storage/migrations/0400_receivers_of_downloads.sql';
const INITIALS = 'QZQ';
/** longer than the first attempts are apart, shorter than a session */
const HALF_HOUR_MS = 1_800_000;
const REFUSED = { status: 409, errCode: 'SUBMISSION_MASKED' };

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
async function change(itemId: string, value: string, recordKey = world.partnerKey): Promise<void> {
  const { errMsg } = await call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey, page: 'RV' },
    body: {
      reason: 'Agreed',
      retrievedAt: LATER,
      changes: [itemValue(itemId, [], value)],
      rows: [],
    },
  });
  expect(errMsg).toBeNull();
}

const mask = (items: string) => change('RECEIVER_MASKED_ITEMS', items);

async function readyWithInitials(more = {}) {
  const caseKey = world.nextCase();
  await world.save(caseKey, 'DM', [itemValue('D.1', [], INITIALS)]);
  return world.ready([caseKey], more);
}

const textOf = async (batchKey: number): Promise<string> =>
  (await call(downloadSubmission, { params: { batchKey } })).bytes.toString();

describe('a frozen file that lacks a mask of its receiver', () => {
  it('waits for another check when an item was masked since; a mask that ended holds up nothing', async () => {
    await mask('D.5');
    const batch = await readyWithInitials();
    const params = { batchKey: batch.batchKey };
    expect(await textOf(batch.batchKey)).toContain(INITIALS);

    await mask('D.1');
    expect(await world.confirm(batch)).toMatchObject(REFUSED);
    expect((await world.read(batch.batchKey)).state).toBe('ready');

    await call(checkSubmission, { params });
    const checked = await world.until(batch.batchKey, ({ state, fileKey }) => {
      return state === 'ready' && fileKey !== batch.fileKey;
    });
    expect(await textOf(batch.batchKey)).not.toContain(INITIALS);
    await mask('');
    expect((await world.confirm(checked)).status).toBe(200);
  });

  it('is not handed over again, only cancelled', async () => {
    const batch = await readyWithInitials({ transport: 'byHand', pretend: null });
    const params = { batchKey: batch.batchKey };
    await world.confirm(batch);
    await world.until(batch.batchKey, ({ awaitsPerson }) => awaitsPerson);
    await call(noteHandOver, { params, body: { handedOver: false, comments: 'The portal was closed' } });
    await world.until(batch.batchKey, ({ state }) => state === 'transportFailed');

    await mask('D.1');
    expect(await call(retrySubmission, { params })).toMatchObject(REFUSED);
    expect((await call(cancelSubmission, { params, body: { reason: 'Masked' } })).status).toBe(200);
    await mask('');
  });
});

describe('a file that is being sent', () => {
  it('is not handed over by the next attempt where an item was masked since the last', async () => {
    const { transports } = world.server.deps;
    const { folder } = transports;
    if (!folder) throw new Error('there is no folder');
    const stage = () => Promise.reject(new TransportFailure('passing', 'The disk is full'));
    transports.folder = { ...folder, stage };
    const batch = await readyWithInitials();
    expect((await world.confirm(batch)).status).toBe(200);
    await world.until(batch.batchKey, ({ events }) => events.some(({ type }) => type === 'attempt.failed'));

    await mask('D.1');
    transports.folder = folder;
    world.server.clock.advance(HALF_HOUR_MS);
    const { fault, events } = await world.until(
      batch.batchKey,
      ({ state }) => state === 'transportFailed' || state === 'sent',
    );
    expect(fault).toMatch(/more masked/);
    expect(events.map(({ type }) => type)).not.toContain('attempt.handedOver');
    await mask('');
  });
});

describe('a receiver whose record has another name', () => {
  const NEW_NAME = 'Partner under another name';

  it('still has what it got: its next report is a follow-up, and no version goes out twice', async () => {
    const caseKey = world.nextCase();
    await world.sent([caseKey]);
    const openKey = world.nextCase();
    const open = await world.ready([openKey]);
    await change('receiverName', NEW_NAME);

    const rulesOf = async (key: number) => {
      const batchKey = await world.put([key], { receiver: NEW_NAME });
      const { state, messages } = await world.until(
        batchKey,
        (batch) => batch.state === 'ready' || batch.state === 'checkFailed',
      );
      const rules = (await world.findings(batchKey)).map(({ ruleId }) => ruleId);
      await call(cancelSubmission, { params: { batchKey }, body: { reason: 'Test' } });
      return { state, kind: messages[0]?.kind, rules };
    };
    expect(await rulesOf(caseKey)).toMatchObject({
      state: 'checkFailed',
      rules: expect.arrayContaining(['alreadySent']),
    });
    expect((await rulesOf(openKey)).rules).toContain('inOtherBatch');

    const next = await call(createFollowUp, { params: { caseKey }, body: { reason: 'More was learned' } });
    expect((await rulesOf(next.data.caseKey)).kind).toBe('followUp');

    const listed = async () => {
      const { data } = await call(listSubmissionCases, { query: { rowCount: 100 } });
      return data.listInfo.find(({ rowKey }) => rowKey === `${next.data.caseKey} ${NEW_NAME}`);
    };
    await world.choose(next.data.caseKey, NEW_NAME);
    expect((await listed())?.codes['kind']).toEqual(['followUp']);
    await call(cancelSubmission, { params: { batchKey: open.batchKey }, body: { reason: 'Test' } });
    await change('receiverName', PARTNER);
  });

  it('leaves its name to another partner, but not what it got', async () => {
    const caseKey = world.nextCase();
    const batch = await world.sent([caseKey]);
    await world.answer(batch, { code: 'AA' });
    await world.until(batch.batchKey, ({ messages }) => messages[0]?.state === 'accepted');
    await change('receiverName', NEW_NAME);
    const heir = await addPartner(world, PARTNER, 'HEIR-ID');

    const tried = async (receiver: string) => {
      const batchKey = await world.put([caseKey], { receiver });
      const { messages } = await world.until(
        batchKey,
        ({ state }) => state === 'ready' || state === 'checkFailed',
      );
      const rules = (await world.findings(batchKey)).map(({ ruleId }) => ruleId);
      await call(cancelSubmission, { params: { batchKey }, body: { reason: 'Test' } });
      return { kind: messages[0]?.kind, isSent: rules.includes('alreadySent') };
    };
    expect(await tried(PARTNER)).toEqual({ kind: 'initial', isSent: false });
    expect(await tried(NEW_NAME)).toEqual({ kind: 'resend', isSent: true });

    const { listInfo } = (await call(listCaseReceivers, { params: { caseKey } })).data;
    const stateFor = (name: string) => listInfo.find(({ receiver }) => receiver === name)?.state;
    expect(stateFor(NEW_NAME)).toBe('sent');
    expect(stateFor(PARTNER)).not.toBe('sent');

    // what becomes of the case is for who has it
    const next = await call(createFollowUp, { params: { caseKey }, body: { reason: 'More' } });
    await world.save(next.data.caseKey, 'CI', [itemValue('C.1.5', [], todayIn(world))]);
    const { data } = await call(listSubmissionCases, {
      query: { rowCount: 100, caseKey: next.data.caseKey },
    });
    const receivers = data.listInfo.map(({ cells }) => cells['receiver']);
    expect(receivers).toContain(NEW_NAME);
    expect(receivers).not.toContain(PARTNER);

    await change('receiverName', 'Another partner', heir);
    await change('receiverName', PARTNER);
  });
});

describe('a receiver that has an earlier version', () => {
  it('is proposed for what becomes of the case, also under another name of its record', async () => {
    const caseKey = world.nextCase();
    const batch = await world.sent([caseKey]);
    await world.answer(batch, { code: 'AA' });
    await world.until(batch.batchKey, ({ messages }) => messages[0]?.state === 'accepted');
    const proposal = async (key: number, name: string) => {
      const { data } = await call(listCaseReceivers, { params: { caseKey: key } });
      const { state, reasons } = data.listInfo.find(({ receiver }) => receiver === name) ?? {};
      return { state, rules: reasons?.map(({ ruleId }) => ruleId) };
    };
    expect(await proposal(caseKey, PARTNER)).toMatchObject({ state: 'sent', rules: [] });

    const next = await call(createFollowUp, { params: { caseKey }, body: { reason: 'Not our product' } });
    const nullified = next.data.caseKey;
    await world.save(nullified, 'CI', [
      itemValue('C.1.11.1', [], '1'),
      itemValue('C.1.11.2', [], 'Not our product'),
    ]);
    const proposed = { state: 'proposed', rules: expect.arrayContaining(['partners.informed']) };
    expect(await proposal(nullified, PARTNER)).toEqual(proposed);

    await change('receiverName', 'Partner that has it');
    expect(await proposal(nullified, 'Partner that has it')).toEqual(proposed);
    expect((await proposal(caseKey, 'Partner that has it')).state).toBe('sent');
    const listed = await listedFor(nullified);
    expect(listed).toMatchObject({ receiver: ['Partner that has it'], kind: ['nullification'] });
    await change('receiverName', PARTNER);
  });

  it('has what was downloaded for it, under each name of its record, and the heir of its name has not', async () => {
    const [had, other] = [world.nextCase(), 'Partner that has it'];
    const got = await call(downloadReport, {
      params: { caseKey: had, reportId: 'XML' },
      query: { receiver: PARTNER },
    });
    expect(got.status).toBe(200);
    expect(await listedFor(had)).toEqual({ receiver: [], kind: [] });
    const next = await followUpOf(had);
    await change('receiverName', other);
    const heir = await addPartner(world, PARTNER, 'HEIR-OF-DOWNLOADS');
    expect((await listedFor(next)).receiver).toEqual([other]);
    await call(downloadReport, { params: { caseKey: next, reportId: 'XML' }, query: { receiver: other } });
    await change('receiverName', 'Third name of it');
    expect((await listedFor(next)).receiver).toEqual([]);
    await change('receiverName', 'Partner of nobody', heir);
    await change('receiverName', PARTNER);
    expect((await listedFor(next)).receiver).toEqual([]);

    // an upgrade finds the records of earlier downloads by the names of now, else by those of before
    let keys: { receiver: string; key: number }[] = [];
    await asSuperuser(world, async (trx) => {
      const ofCases = sql`case_key in (${had}, ${next})`;
      await sql`update distribution set receiver_key = null where ${ofCases}`.execute(trx);
      const migration = readFileSync(join(import.meta.dirname, MIGRATION), 'utf8');
      const update =
        migration
          .replaceAll(/^--.*$/gm, '')
          .split(';')
          .find((statement) => statement.includes('update distribution')) ?? '';
      await sql.raw(update).execute(trx);
      const found = await sql<(typeof keys)[number]>`
        select receiver, receiver_key::int as key from distribution where ${ofCases} order by distribution_key`.execute(
        trx,
      );
      keys = found.rows;
    });
    expect(keys).toEqual([
      { receiver: PARTNER, key: world.partnerKey },
      { receiver: other, key: world.partnerKey },
    ]);
  });

  it('is listed among the cases to send, by the kind that a batch gives the report, until it has the newest version', async () => {
    const caseKey = world.nextCase();
    const first = await world.sent([caseKey]);
    await world.answer(first, { code: 'AA' });
    await world.until(first.batchKey, ({ messages }) => messages[0]?.state === 'accepted');
    expect(await listedFor(caseKey)).toEqual({ receiver: [], kind: [] });

    const second = await followUpOf(caseKey);
    expect(await listedFor(second)).toEqual({ receiver: [PARTNER], kind: ['followUp'] });
    const refused = await world.sent([second]);
    await world.answer(refused, { code: 'AR' });
    await world.until(refused.batchKey, ({ messages }) => messages[0]?.state === 'rejected');
    expect(await listedFor(second)).toEqual({ receiver: [PARTNER], kind: ['resend'] });

    // what was rejected is not had: the one before is what the next report follows
    const third = await followUpOf(second);
    expect(await listedFor(third)).toEqual({ receiver: [PARTNER], kind: ['followUp'] });
    const last = await world.sent([third]);
    expect(last.messages[0]?.kind).toBe('followUp');
    await world.answer(last, { code: 'AA' });
    await world.until(last.batchKey, ({ messages }) => messages[0]?.state === 'accepted');
    expect(await listedFor(third)).toEqual({ receiver: [], kind: [] });
  });

  async function followUpOf(of: number): Promise<number> {
    const { data } = await call(createFollowUp, { params: { caseKey: of }, body: { reason: 'More' } });
    await world.save(data.caseKey, 'CI', [itemValue('C.1.5', [], todayIn(world))]);
    return data.caseKey;
  }

  /** What the list of cases to send has of a version to partners. */
  async function listedFor(key: number) {
    const { data } = await call(listSubmissionCases, { query: { rowCount: 100, caseKey: key } });
    const rows = data.listInfo.filter(
      ({ rowKey, cells }) => rowKey.startsWith(`${key} `) && /^(Partner|Third)/.test(cells['receiver'] ?? ''),
    );
    return {
      receiver: rows.map(({ cells }) => cells['receiver']),
      kind: rows.flatMap(({ codes }) => codes['kind'] ?? []),
    };
  }
});

it('offers no sender that is not in use any more, and sends nothing more of it', async () => {
  const [, sender] = (await call(readSubmissionOptions)).data.senders;
  const senderKey = sender?.senderKey ?? 0;
  const end = (action: 'retire' | 'release') =>
    call(changeRecordLife, {
      params: { sponsorKey: 1, kind: 'sender', recordKey: senderKey },
      body: { action, reason: 'Closed' },
    });
  const batch = await world.ready([world.nextCase()], { senderKey });
  expect((await end('retire')).status).toBe(200);
  expect(await world.confirm(batch)).toMatchObject({ status: 409, errCode: 'SUBMISSION_SENDER_GONE' });
  expect((await world.read(batch.batchKey)).state).toBe('ready');
  const { senders } = (await call(readSubmissionOptions)).data;
  expect(senders.map((one) => one.senderKey)).not.toContain(senderKey);
  await expect(world.put([world.nextCase()], { senderKey })).rejects.toThrow('NO_SENDER');
  expect((await end('release')).status).toBe(200);
});
