/** The files of batches whose receiver wants names without a number. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveRecord } from '../../shared/contract/index.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { putFile, startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
  const { errMsg } = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey, page: 'RV' },
    body: {
      reason: 'Agreed',
      retrievedAt: LATER,
      changes: [itemValue('RECEIVER_FILE_NAME', [], 'ICSR.v3.{sender}')],
      rows: [],
    },
    token: world.second,
  });
  expect(errMsg).toBeNull();
});
afterAll(() => world.server.stop());

const nameOf = (batchKey: number) =>
  world.query(async (trx) => {
    const { file_name } = await trx
      .selectFrom('submission_batch')
      .select('file_name')
      .where('batch_key', '=', batchKey)
      .executeTakeFirstOrThrow();
    return file_name ?? '';
  });

describe('batches to one receiver', () => {
  it('have names of their own, by which their receipts find them', async () => {
    // the pretend authority takes them late, and so gives no receipt
    const sendOne = () => world.sent([world.nextCase()], { pretend: 'late' });
    const [first, second] = [await sendOne(), await sendOne()];
    const names = [await nameOf(first.batchKey), await nameOf(second.batchKey)];
    expect(names).toEqual([
      expect.stringMatching(/^ICSR\.v3\.[A-Za-z0-9]+\.xml$/),
      expect.stringMatching(new RegExp(String.raw`^ICSR\.v3\.[A-Za-z0-9]+-${second.batchKey}\.xml$`)),
    ]);
    for (const [batch, name] of [
      [second, `${names[1]}.mdn`],
      [first, names[0]?.replace(/xml$/, 'txt') ?? ''],
    ] as const) {
      await putFile(join(world.folder, 'receipts'), name, `taken ${name}`);
      const { events } = await world.until(batch.batchKey, ({ events }) =>
        events.some(({ type, text }) => type === 'receipt' && text === name),
      );
      expect(events.filter(({ type }) => type === 'receipt')).toHaveLength(1);
    }
  });
});
