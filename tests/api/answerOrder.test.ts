/** Receipts, answers and retries that come late, again or in another order. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFollowUp,
  decideMessage,
  listSubmissionCases,
  listUnmatchedAnswers,
  listWarnings,
  readCaseQuestions,
  readNotifications,
  readSubmissionComments,
  retrySubmission,
  saveRecord,
  setCaseStatus,
  updateSubmissionComments,
} from '../../shared/contract/index.ts';
import { findSentOfVersions } from '../../server/obligations/dueReports.store.ts';
import type { NotificationKind } from '../../shared/notifications/notifications.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { roleIn, saved, todayIn } from './koreanCase.ts';
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

const disposition = (text: string) =>
  `Content-Type: message/disposition-notification\r\n\r\nDisposition: automatic-action/MDN-sent-automatically;${text}\r\n`;
const receipts = () => join(world.folder, 'receipts');
const receive = (batch: Batch, name: string, text: string) =>
  putFile(receipts(), `${batch.batchNumber}.${name}`, text);
const allRead = () => eventually(async () => expect(await readdir(receipts())).toEqual([]));
/** A gateway takes the file away before the pretend one does: what comes is what the test puts there. */
async function taken(batch: Batch): Promise<Batch> {
  const out = join(world.folder, 'out');
  for (const path of await readdir(out, { recursive: true }))
    if (path.endsWith(`${batch.batchNumber}.xml`)) await rm(join(out, path));
  return batch;
}
const sent = async (caseKey: number) => taken(await world.sent([caseKey], { pretend: 'late' }));
const failed = (batch: Batch) => world.until(batch.batchKey, ({ state }) => state === 'transportFailed');
const retry = ({ batchKey }: Batch) => call(retrySubmission, { params: { batchKey } });
const sentAgain = async ({ batchKey }: Batch) =>
  taken(await world.until(batchKey, ({ state }) => state === 'sent'));
/** A next version that can be sent. */
async function followUp(of: number): Promise<number> {
  const { data } = await call(createFollowUp, { params: { caseKey: of }, body: { reason: 'Call' } });
  const mostRecent = itemValue(roleIn(world, 'mostRecentInformation'), [], todayIn(world));
  await saved(world, data.caseKey, 'CI', [mostRecent]);
  return data.caseKey;
}

/** An answer to each message of a batch. */
async function answer(batch: Batch, code: 'CA' | 'CR'): Promise<void> {
  const messages = batch.messages.map(({ messageNumber }) => ({
    messageNumber,
    localNumber: null,
    code,
    text: 'as agreed',
  }));
  await world.answer(batch, { code: 'AE', messages });
  await world.until(batch.batchKey, ({ state }) => state === 'acknowledged');
}

/** Of the partner. */
async function setEnvironment(environment: string): Promise<void> {
  const changes = [itemValue('RECEIVER_ENVIRONMENT', [], environment)];
  const { errMsg } = await call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey, page: 'RV' },
    body: { reason: 'Agreed', retrievedAt: LATER, changes, rows: [] },
  });
  expect(errMsg).toBeNull();
}

describe('a receipt', () => {
  it('refuses the file also where its field is folded', async () => {
    const batch = await sent(world.nextCase());
    await receive(batch, 'mdn', disposition('\r\n  processed/error: decryption-failed'));
    await allRead();
    expect(await world.read(batch.batchKey)).toMatchObject({
      state: 'transportFailed',
      fault: 'processed/error: decryption-failed',
    });
  });

  it('that proves nothing waits for a user, and leaves the batch as it is', async () => {
    const batch = await sent(world.nextCase());
    await receive(batch, 'mdn', disposition(' displayed'));
    await allRead();
    expect((await world.read(batch.batchKey)).state).toBe('sent');
    expect((await call(listUnmatchedAnswers)).data.listInfo).toContainEqual(
      expect.objectContaining({ batchNumber: batch.batchNumber, problem: 'receiptUnclear' }),
    );
  });

  it('of no batch waits for a user as often as its name is another one, and so does an answer that is none', async () => {
    const answers = join(world.folder, 'ack');
    const names = async () =>
      (await call(listUnmatchedAnswers)).data.listInfo.map(({ fileName }) => fileName).toSorted();
    const before = await names();
    // a gateway writes the same for each file that it cannot deliver; the second of a name is the first again
    for (const number of [1, 2, 2]) {
      await putFile(receipts(), `unknown-${number}.mdn`, disposition(' processed'));
      await putFile(answers, `page-${number}.xml`, '<html></html>');
      await allRead();
      await eventually(async () => expect(await readdir(answers)).not.toContain(`page-${number}.xml`));
    }
    const expected = ['page-1.xml', 'page-2.xml', 'unknown-1.mdn', 'unknown-2.mdn'];
    expect(await names()).toEqual([...before, ...expected].toSorted());
  });

  it('of the second attempt refuses the file again under the same name, and the same bytes count once', async () => {
    const batch = await sent(world.nextCase());
    const [first, second] = ['decryption-failed', 'authentication-failed'].map((why) =>
      disposition(` processed/error: ${why}`),
    );
    await receive(batch, 'mdn', first ?? '');
    await failed(batch);
    expect((await retry(batch)).errMsg).toBeNull();
    await sentAgain(batch);
    await receive(batch, 'again.mdn', first ?? '');
    await allRead();
    expect((await world.read(batch.batchKey)).state).toBe('sent');
    await receive(batch, 'mdn', second ?? '');
    await failed(batch);
    const { events, fault } = await world.read(batch.batchKey);
    expect(fault).toBe('processed/error: authentication-failed');
    expect(events.filter(({ type }) => type === 'receiptRefused')).toHaveLength(2);
  });
});

describe('a batch that failed', () => {
  const refused = async (batch: Batch) => {
    await receive(batch, 'mdn', disposition(' processed/error: decryption-failed'));
    await failed(batch);
  };

  it('is not sent again once the receiver has a later version, unless it rejected that', async () => {
    const caseKey = world.nextCase();
    const first = await sent(caseKey);
    await refused(first);
    const second = await sent(await followUp(caseKey));
    expect((await retry(first)).errCode).toBe('SUBMISSION_CHANGED');
    expect((await world.read(first.batchKey)).state).toBe('transportFailed');
    await world.answer(second, { code: 'AR' });
    await world.until(second.batchKey, ({ state }) => state === 'rejected');
    expect((await retry(first)).errMsg).toBeNull();
    await sentAgain(first);
  });

  it('is not sent again once a case of it was deleted', async () => {
    const caseKey = world.nextCase();
    const batch = await sent(caseKey);
    await refused(batch);
    const body = { statusId: 'DELETE', status: 'Y', reason: 'Entered twice', retrievedAt: LATER };
    const { errMsg } = await call(setCaseStatus, { params: { caseKey }, body });
    expect(errMsg).toBeNull();
    expect((await retry(batch)).errCode).toBe('SUBMISSION_CHANGED');
  });
});

describe('the task of a rejection', () => {
  /** Version 1 and version 2 of a case, both sent and not answered. */
  async function twoVersions() {
    const caseKey = world.nextCase();
    const first = await sent(caseKey);
    const newestKey = await followUp(caseKey);
    return { first, second: await sent(newestKey), newestKey };
  }
  const tasksOf = async (caseKey: number) =>
    (await call(readCaseQuestions, { params: { caseKey } })).data.listInfo
      .filter(({ batchKey }) => batchKey !== null)
      .map(({ batchKey, state }) => [batchKey, state]);

  it('is not ended by a late acceptance of an earlier version', async () => {
    const { first, second, newestKey } = await twoVersions();
    await answer(second, 'CR');
    await answer(first, 'CA');
    expect(await tasksOf(newestKey)).toEqual([[second.batchKey, 'open']]);
  });

  it('is the only one after a late rejection of an earlier version, and ends with what a later one is answered', async () => {
    const { first, second, newestKey } = await twoVersions();
    await answer(second, 'CR');
    await answer(first, 'CR');
    expect(await tasksOf(newestKey)).toEqual([[second.batchKey, 'open']]);
    await answer(await sent(newestKey), 'CA');
    expect(await tasksOf(newestKey)).toEqual([[second.batchKey, 'closed']]);
  });

  it('is not opened by a late rejection where a later version was accepted', async () => {
    const { first, second, newestKey } = await twoVersions();
    await answer(second, 'CA');
    await answer(first, 'CR');
    expect(await tasksOf(newestKey)).toEqual([]);
  });
});

describe('a rehearsal that was not sent', () => {
  it('keeps no report from its receiver', async () => {
    const caseKey = await followUp(world.nextCase());
    await world.choose(caseKey, PARTNER);
    await setEnvironment('test');
    const rehearsal = await world.ready([caseKey]);
    await setEnvironment('production');
    const { data } = await call(listSubmissionCases, { query: { caseKey, rowCount: 100 } });
    const row = data.listInfo.find(({ cells }) => cells['receiver'] === PARTNER);
    expect(row?.cells['state']).toBe('Not sent');
    // without an error that names the rehearsal
    expect(await world.ready([caseKey])).toMatchObject({ state: 'ready' });
    expect(await world.read(rehearsal.batchKey)).toMatchObject({ state: 'ready' });
  });
});

describe('the warning of a rejection', () => {
  const warningsOf = async (caseKey: number) =>
    (await call(listWarnings, { query: { warning: 'rejected', rowCount: 100 } })).data.listInfo.filter(
      ({ link }) => link?.startsWith(`case/${caseKey}/`),
    ).length;
  it('is neither ended nor begun by a rehearsal', async () => {
    const [caseKey, otherKey] = [world.nextCase(), world.nextCase()];
    await answer(await sent(caseKey), 'CR');
    expect(await warningsOf(caseKey)).toBe(1);
    await setEnvironment('test');
    await answer(await sent(caseKey), 'CA');
    await answer(await sent(otherKey), 'CR');
    await setEnvironment('production');
    expect([await warningsOf(caseKey), await warningsOf(otherKey)]).toEqual([1, 0]);
  });

  it('ends with the decision of a user that the report was accepted', async () => {
    const caseKey = world.nextCase();
    const batch = await sent(caseKey);
    await answer(batch, 'CA');
    await answer(batch, 'CR');
    await world.until(batch.batchKey, ({ messages }) => messages[0]?.state === 'conflict');
    expect(await warningsOf(caseKey)).toBe(1);
    const body = { verdict: 'accepted' as const, comments: 'Confirmed by phone' };
    const { errMsg } = await call(decideMessage, { params: { batchKey: batch.batchKey, seq: 1 }, body });
    expect(errMsg).toBeNull();
    expect(await warningsOf(caseKey)).toBe(0);
  });

  it('has the words of the user in its task who decides where the receiver gave none', async () => {
    const caseKey = world.nextCase();
    const batch = await sent(caseKey);
    await world.answer(batch, { code: 'AE' });
    await world.until(batch.batchKey, ({ messages }) => messages[0]?.state === 'needsDecision');
    const { errMsg } = await call(decideMessage, {
      params: { batchKey: batch.batchKey, seq: 1 },
      body: { verdict: 'rejected', comments: 'By telephone' },
    });
    expect(errMsg).toBeNull();
    const [task] = (await call(readCaseQuestions, { params: { caseKey } })).data.listInfo;
    expect(task?.steps).toMatchObject([
      { text: `${batch.receiver} · AE · By telephone`, userName: 'Seo Ha-neul' },
    ]);
  });
});

describe('a status by hand', () => {
  it('ends where the gateway turns out to have refused the file', async () => {
    const caseKey = world.nextCase();
    const batch = await sent(caseKey);
    const params = { batchKey: batch.batchKey };
    const threeDaysAgo = new Date(world.server.clock.now().getTime() - 3 * 24 * 3_600_000);
    await world.query((trx) =>
      trx
        .updateTable('submission_batch')
        .set({ sent_at: threeDaysAgo })
        .where('batch_key', '=', batch.batchKey)
        .execute(),
    );
    const { originBatchStatus } = (await call(readSubmissionComments, { params })).data;
    const body = { comments: 'On the phone', batchStatus: 'accepted', originBatchStatus };
    expect((await call(updateSubmissionComments, { params, body })).errMsg).toBeNull();
    await receive(batch, 'mdn', disposition(' processed/error: decryption-failed'));
    await failed(batch);
    const { revisions } = (await call(readSubmissionComments, { params })).data;
    expect(revisions.map(({ batchStatus }) => batchStatus)).toEqual(['accepted', null]);
    await retry(batch);
    const sentOf = async () =>
      (
        await world.query((trx) =>
          findSentOfVersions(trx, { ...world.server.deps, sponsorKey: 1 }, [caseKey]),
        )
      )
        .get(caseKey)
        ?.map(({ receiver }) => receiver) ?? [];
    await sentAgain(batch);
    expect(await sentOf()).not.toContain(PARTNER);
  });
});

describe('the notification of a rejection', () => {
  const batchesIn = async (wanted: NotificationKind, batches: Batch[]) => {
    const { listInfo } = (await call(readNotifications, { params: { sponsorKey: 1 } })).data;
    const paths = listInfo.filter(({ kind }) => kind === wanted).map(({ path }) => path);
    return batches
      .map(({ batchKey }) => batchKey)
      .filter((batchKey) => paths.includes(`submission/history/${batchKey}/batch-detail`));
  };
  const batchesOf = (...batches: Batch[]) => batchesIn('rejected', batches);
  const batchesToDecide = (...batches: Batch[]) => batchesIn('toDecide', batches);

  it('waits until the same report or a later one is answered', async () => {
    const caseKey = world.nextCase();
    const first = await sent(caseKey);
    await answer(first, 'CR');
    const second = await sent(caseKey);
    expect(await batchesOf(first, second)).toEqual([first.batchKey]);
    await answer(second, 'CR');
    expect(await batchesOf(first, second)).toEqual([second.batchKey]);
    const third = await sent(await followUp(caseKey));
    await answer(third, 'CA');
    expect(await batchesOf(first, second, third)).toEqual([]);
  });

  it('gives way to one of a decision where answers contradict each other or decide nothing', async () => {
    const isInConflict = ({ batchKey }: Batch) =>
      world.until(batchKey, ({ messages }) => messages[0]?.state === 'conflict');
    const accepted = await sent(world.nextCase());
    await answer(accepted, 'CA');
    expect(await batchesOf(accepted)).toEqual([]);
    await answer(accepted, 'CR');
    await isInConflict(accepted);
    expect(await batchesToDecide(accepted)).toEqual([accepted.batchKey]);
    const caseKey = accepted.messages[0]?.caseKey ?? 0;
    await world.choose(caseKey, PARTNER);
    const listed = await call(listSubmissionCases, { query: { caseKey, rowCount: 100 } });
    const row = listed.data.listInfo.find(({ rowKey }) => rowKey === `${caseKey} ${PARTNER}`);
    // not as one that awaits its answer
    expect(row?.cells['state']).toBe('Needs a decision');
    const rejected = await sent(world.nextCase());
    await answer(rejected, 'CR');
    await answer(rejected, 'CA');
    await isInConflict(rejected);
    expect(await batchesToDecide(accepted, rejected)).toEqual([accepted.batchKey, rejected.batchKey]);
    expect(await batchesOf(accepted, rejected)).toEqual([]);
    const undecided = await sent(world.nextCase());
    await world.answer(undecided, { code: 'AE' });
    await world.until(undecided.batchKey, ({ messages }) => messages[0]?.state === 'needsDecision');
    expect(await batchesToDecide(undecided)).toEqual([undecided.batchKey]);
    const decide = (batch: Batch, verdict: 'accepted' | 'rejected') =>
      call(decideMessage, {
        params: { batchKey: batch.batchKey, seq: 1 },
        body: { verdict, comments: 'By telephone' },
      });
    expect((await decide(accepted, 'rejected')).errMsg).toBeNull();
    expect((await decide(rejected, 'accepted')).errMsg).toBeNull();
    expect((await decide(undecided, 'rejected')).errMsg).toBeNull();
    expect(await batchesOf(accepted, rejected, undecided)).toEqual([accepted.batchKey, undecided.batchKey]);
    expect(await batchesToDecide(accepted, rejected, undecided)).toEqual([]);
  });

  it('tells of no rehearsal', async () => {
    await setEnvironment('test');
    const rehearsal = await sent(world.nextCase());
    await answer(rehearsal, 'CR');
    await setEnvironment('production');
    expect(await batchesOf(rehearsal)).toEqual([]);
  });
});
