/** What further versions owe when it becomes known later what became of the reports of earlier ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFollowUp,
  downloadReport,
  noteHandOver,
  readCaseHeader,
  readHomeReports,
  readObligations,
} from '../../shared/contract/index.ts';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { itemValue } from './caseWorld.ts';
import { aKoreanCase, roleIn, saved, todayIn } from './koreanCase.ts';
import { DUE_TO_EMA, startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

const today = () => todayIn(world);
const dueTo = async (caseKey: number, receiver: string) => {
  const { data } = await world.server.call(readObligations, { params: { caseKey }, token: world.second });
  return data.listInfo.find((one) => one.receiver === receiver);
};
const rowsOf = (caseKey: number, receiver: string) =>
  world.query((trx) =>
    trx
      .selectFrom('case_obligation')
      .select(['day0', 'due', 'met', 'accepted', 'superseded'])
      .where('case_key', '=', caseKey)
      .where('receiver', '=', receiver)
      .execute(),
  );

/** With information that came on a day. */
async function followUp(of: number, day: string): Promise<number> {
  const { data } = await world.server.call(createFollowUp, {
    params: { caseKey: of },
    body: { reason: 'The reporter called' },
    token: world.editor,
  });
  await saved(world, data.caseKey, 'CI', [itemValue(roleIn(world, 'mostRecentInformation'), [], day)]);
  return data.caseKey;
}

const download = (caseKey: number) =>
  world.server.call(downloadReport, {
    params: { caseKey, reportId: 'XML' },
    query: { receiver: 'MFDS' },
    token: world.editor,
  });

describe('a report of an earlier version', () => {
  it('that is handed over when there is a further version meets its own due date, not that of the other', async () => {
    const { caseKey } = await aKoreanCase(world, 10);
    const second = await followUp(caseKey, dayAfter(today(), -2));
    expect(await dueTo(second, 'MFDS')).toMatchObject({ dueDate: dayAfter(today(), 5), stillOwed: true });
    await download(caseKey);
    expect(await rowsOf(caseKey, 'MFDS')).toMatchObject([{ met: today(), superseded: false }]);
    expect(await dueTo(second, 'MFDS')).toMatchObject({
      day0: dayAfter(today(), -2),
      dueDate: dayAfter(today(), 13),
      stillOwed: false,
      met: null,
    });
  });

  it('that is sent and rejected after two further versions is owed by the newest one again', async () => {
    const first = await dueTo(DUE_TO_EMA, 'EMA');
    const batch = await world.ready([DUE_TO_EMA], { receiver: 'EMA', transport: 'byHand' });
    await world.confirm(batch);
    await world.until(batch.batchKey, ({ awaitsPerson }) => awaitsPerson);
    const second = await followUp(DUE_TO_EMA, dayAfter(today(), -1));
    const third = await followUp(second, today());
    expect(await dueTo(third, 'EMA')).toMatchObject({ dueDate: first?.dueDate, met: null });
    await world.server.call(noteHandOver, {
      params: { batchKey: batch.batchKey },
      body: { handedOver: true, comments: 'Portal' },
      token: world.second,
    });
    expect(await rowsOf(DUE_TO_EMA, 'EMA')).toMatchObject([{ met: today(), accepted: null }]);
    expect(await dueTo(third, 'EMA')).toMatchObject({ day0: dayAfter(today(), -1), met: null });
    await world.reject(await world.read(batch.batchKey));
    expect(await rowsOf(DUE_TO_EMA, 'EMA')).toMatchObject([{ met: null, superseded: true }]);
    expect(await dueTo(third, 'EMA')).toMatchObject({ dueDate: first?.dueDate, stillOwed: true, met: null });
  });
});

describe('a receiver that has an earlier version', () => {
  it('is owed a report of its nullification, which lists, explanation, header and figures have', async () => {
    const { caseKey, caseNo } = await aKoreanCase(world, 10);
    await download(caseKey);
    const { data, errMsg } = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '', nullification: { code: '1', reason: 'A duplicate' } },
      token: world.editor,
    });
    expect(errMsg).toBeNull();
    const due = dayAfter(today(), 15);
    expect(await dueTo(data.caseKey, 'MFDS')).toMatchObject({
      closes: true,
      day0: today(),
      dueDate: due,
      dayZeroFrom: null,
      met: null,
    });
    const { data: header } = await world.server.call(readCaseHeader, {
      params: { caseKey: data.caseKey },
      token: world.editor,
    });
    expect(header.reporting).toMatchObject({
      informed: ['MFDS'],
      before: [{ receiver: 'MFDS', closes: false }],
    });
    const { data: home } = await world.server.call(readHomeReports, {
      params: { sponsorKey: 1 },
      query: { rowCount: 100 },
      token: world.editor,
    });
    expect(home.listInfo.filter((row) => row.caseNo === caseNo)).toMatchObject([
      { caseKey: data.caseKey, receiver: 'MFDS', dueDate: due },
    ]);
    expect(await rowsOf(caseKey, 'MFDS')).toMatchObject([{ met: today(), superseded: false }]);
    await download(data.caseKey);
    expect(await dueTo(data.caseKey, 'MFDS')).toMatchObject({ closes: true, met: today() });
  });
});
