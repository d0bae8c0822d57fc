/** A frozen file does not go out once its receiver gets more masked than the file has. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  cancelSubmission,
  checkSubmission,
  downloadSubmission,
  noteHandOver,
  retrySubmission,
  saveRecord,
} from '../../shared/contract/index.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

const INITIALS = 'QZQ';
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

async function mask(items: string): Promise<void> {
  const { errMsg } = await call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey, page: 'RV' },
    body: {
      reason: 'Agreed',
      retrievedAt: LATER,
      changes: [itemValue('RECEIVER_MASKED_ITEMS', [], items)],
      rows: [],
    },
  });
  expect(errMsg).toBeNull();
}

async function readyWithInitials(more = {}) {
  const caseKey = world.nextCase();
  await world.save(caseKey, 'DM', [itemValue('D.1', [], INITIALS)]);
  return world.ready([caseKey], more);
}

const textOf = async (batchKey: number): Promise<string> =>
  (await call(downloadSubmission, { params: { batchKey } })).bytes.toString();

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
});
