/** What users record of files that went out without the product's knowledge: that they did, and when. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assignAnswer,
  listUnmatchedAnswers,
  noteHandOver,
  readSubmissionComments,
  uploadAnswer,
} from '../../shared/contract/index.ts';
import { startSubmissionWorld, type Batch, type SubmissionWorld } from './submissionWorld.ts';

const DAY_MS = 86_400_000;
/** several of these are shorter than a session */
const LATER_MS = 10 * 60_000;

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

const call = <C extends Parameters<SubmissionWorld['server']['call']>[0]>(
  definition: C,
  input: object = {},
) => world.server.call(definition, { token: world.second, ...input });

async function awaitingUser(): Promise<Batch> {
  const batch = await world.ready([world.nextCase()], { transport: 'byHand', pretend: null });
  expect((await world.confirm(batch)).status).toBe(200);
  return world.until(batch.batchKey, ({ awaitsPerson }) => awaitsPerson);
}

const note = ({ batchKey }: Batch, body: { handedOver: boolean; at?: string }) =>
  call(noteHandOver, { params: { batchKey }, body: { comments: 'Portal receipt 4711', ...body } });

async function failed(): Promise<Batch> {
  const batch = await awaitingUser();
  expect((await note(batch, { handedOver: false })).status).toBe(200);
  return world.until(batch.batchKey, ({ state }) => state === 'transportFailed');
}

const states = ({ messages }: Batch) => messages.map(({ state }) => state);

describe('a batch whose transport failed', () => {
  it('takes an answer that a user assigns: its receiver has the file', async () => {
    const batch = await failed();
    const bytes = world.textOf({ ...batch, batchNumber: crypto.randomUUID() }, { code: 'AA' });
    const { data } = await call(uploadAnswer, { file: { name: 'of another number.xml', bytes } });
    expect(data.outcome).toBe('notMatched');
    const { listInfo } = (await call(listUnmatchedAnswers)).data;
    const answer = listInfo.find(({ fileName }) => fileName === 'of another number.xml');
    const assigned = await call(assignAnswer, {
      params: { inboxKey: answer?.inboxKey },
      body: { batchKey: batch.batchKey },
    });
    expect(assigned.errMsg).toBeNull();
    const after = await world.read(batch.batchKey);
    expect(after).toMatchObject({ state: 'acknowledged', fault: null });
    expect(after.sentAt).not.toBeNull();
    expect(states(after)).toEqual(['accepted']);
  });

  it('was handed over where a user knows it, with the time that the receiver tells', async () => {
    const batch = await failed();
    const at = world.server.clock.now().toISOString();
    world.server.clock.advance(LATER_MS);
    expect((await note(batch, { handedOver: true, at })).errMsg).toBeNull();
    const after = await world.read(batch.batchKey);
    expect(after).toMatchObject({
      state: 'transmitted',
      sentAt: at,
      takes: expect.not.arrayContaining(['retry']),
    });
    expect(states(after)).toEqual(['sent']);
  });

  it('takes nothing where nothing can have gone out', async () => {
    const batch = await world.ready([world.nextCase()]);
    expect(await note(batch, { handedOver: true })).toMatchObject({ errCode: 'SUBMISSION_REFUSED' });
    const bytes = world.textOf({ ...batch, batchNumber: crypto.randomUUID() }, { code: 'AA' });
    await call(uploadAnswer, { file: { name: 'too early.xml', bytes } });
    const { listInfo } = (await call(listUnmatchedAnswers)).data;
    const answer = listInfo.find(({ fileName }) => fileName === 'too early.xml');
    const params = { inboxKey: answer?.inboxKey };
    const assigned = await call(assignAnswer, { params, body: { batchKey: batch.batchKey } });
    expect(assigned.errCode).toBe('SUBMISSION_REFUSED');
  });
});

describe('a batch by hand', () => {
  it('takes an acknowledgement that came before it was sent, and comes again', async () => {
    const batch = await world.ready([world.nextCase()], { transport: 'byHand', pretend: null });
    const file = { name: 'before.xml', bytes: world.textOf(batch, { code: 'AA' }) };
    const upload = async () => (await call(uploadAnswer, { file })).data.outcome;
    const isWaiting = async () =>
      (await call(listUnmatchedAnswers)).data.listInfo.some(({ fileName }) => fileName === file.name);
    expect(await upload()).toBe('notMatched');
    expect(await upload()).toBe('notMatched');
    expect(await isWaiting()).toBe(true);
    expect((await world.confirm(batch)).status).toBe(200);
    await world.until(batch.batchKey, ({ awaitsPerson }) => awaitsPerson);
    expect(await upload()).toBe('applied');
    expect(await world.read(batch.batchKey)).toMatchObject({ state: 'acknowledged' });
    expect(await isWaiting()).toBe(false);
    expect(await upload()).toBe('known');
  });

  it('was submitted when its user says, not when it was noted', async () => {
    const batch = await awaitingUser();
    const at = world.server.clock.now().toISOString();
    world.server.clock.advance(LATER_MS);
    expect((await note(batch, { handedOver: true, at })).errMsg).toBeNull();
    const after = await world.read(batch.batchKey);
    expect(after).toMatchObject({ state: 'transmitted', sentAt: at });
    const noted = after.events.find(({ type }) => type === 'person.handedOver');
    expect(noted).toMatchObject({ remoteAt: at, text: 'Portal receipt 4711' });
    expect(noted?.at).not.toBe(at);
  });

  it('was submitted when it was noted, where its user gives no time', async () => {
    const batch = await awaitingUser();
    const before = world.server.clock.now().toISOString();
    expect((await note(batch, { handedOver: true })).errMsg).toBeNull();
    const { sentAt } = await world.read(batch.batchKey);
    expect(Date.parse(sentAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before));
  });

  it('has no time in the future, nor one before its file was made', async () => {
    const batch = await awaitingUser();
    const made = Date.parse(batch.frozenAt ?? '');
    const now = world.server.clock.now().getTime();
    for (const time of [now + DAY_MS, made - 60_000]) {
      const refused = await note(batch, { handedOver: true, at: new Date(time).toISOString() });
      expect(refused).toMatchObject({ status: 422, errCode: 'HAND_OVER_TIME' });
    }
    expect(await world.read(batch.batchKey)).toMatchObject({ sentAt: null, awaitsPerson: true });
    // the minute in which it was made
    const minute = new Date(made - (made % 60_000)).toISOString();
    expect((await note(batch, { handedOver: true, at: minute })).errMsg).toBeNull();
  });

  it('gets another time where the first was wrong, also once it was answered; both stay known', async () => {
    const batch = await awaitingUser();
    const at = world.server.clock.now().toISOString();
    world.server.clock.advance(LATER_MS);
    await note(batch, { handedOver: true });
    const wrong = await world.read(batch.batchKey);
    expect(wrong.sentAt).not.toBe(at);
    await call(uploadAnswer, { file: { name: 'ack.xml', bytes: world.textOf(batch, { code: 'AA' }) } });

    world.server.clock.advance(LATER_MS);
    // what the receiver has answered was there
    const late = world.server.clock.now().toISOString();
    expect(await note(batch, { handedOver: true, at: late })).toMatchObject({ errCode: 'HAND_OVER_TIME' });

    expect((await note(batch, { handedOver: true, at })).errMsg).toBeNull();
    const right = await world.read(batch.batchKey);
    expect(right).toMatchObject({ state: 'acknowledged', sentAt: at });
    expect(states(right)).toEqual(['accepted']);
    const noted = right.events.filter(({ type }) => type === 'person.handedOver');
    expect(noted.map(({ remoteAt }) => remoteAt)).toEqual([null, at]);
    const { revisions } = (await call(readSubmissionComments, { params: { batchKey: batch.batchKey } })).data;
    expect(revisions).toHaveLength(2);
  });
});

it('keeps the time of a batch that the product handed over itself', async () => {
  const batch = await world.sent([world.nextCase()]);
  const at = world.server.clock.now().toISOString();
  expect(await note(batch, { handedOver: true, at })).toMatchObject({ errCode: 'SUBMISSION_REFUSED' });
  expect((await world.read(batch.batchKey)).sentAt).toBe(batch.sentAt);
});
