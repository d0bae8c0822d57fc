/** What answers of receivers leave to do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCaseQuestions, verifyCaseAudit } from '../../shared/contract/index.ts';
import { putEditing } from './putEditing.ts';
import { PARTNER, startSubmissionWorld, type Batch, type SubmissionWorld } from './submissionWorld.ts';

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
