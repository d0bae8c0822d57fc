/** What answers of receivers leave to do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  listUnmatchedAnswers,
  readCaseQuestions,
  saveRecord,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually } from './harness.ts';
import { putEditing } from './putEditing.ts';
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
});

describe('a receiver with names and codes of its own', () => {
  const PMDA_CODE = '00000000101';

  it('gets its files by its pattern, and the name stays with the batch', async () => {
    const named = await call(saveRecord, {
      params: { sponsorKey: 1, kind: 'receiver', recordKey: world.partnerKey, page: 'RV' },
      body: {
        reason: 'Agreed',
        retrievedAt: LATER,
        changes: [itemValue('RECEIVER_FILE_NAME', [], 'I-{sender}-{day}-{number}')],
        rows: [],
      },
    });
    expect(named.errMsg).toBeNull();
    const batch = await world.sent([world.nextCase()]);
    const out = await readdir(join(world.folder, 'out'), { recursive: true });
    const [name = ''] = out.filter((path) => path.endsWith(`-${batch.batchKey}.xml`));
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
