/** Expectedness of reactions, suggested from the reference safety information of products. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listCaseReceivers,
  readExpectedness,
  readExpectednessOfEdits,
  saveRecord,
} from '../../shared/contract/index.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

/** Lowest level terms of one preferred term, and of another one (invented sample). */
const [HEAD_PAIN, THROBBING, QUEASINESS] = ['99011111', '99011112', '99021111'];
const PAIR = 'CW.expectedness';
const JAPAN = 'J2.14.i';
const CHINA = 'G.k.9.i.CN.1';

let world: CaseWorld;
let admin: string;
let caseKey: number;
const row = (group: string, rowNo: number) => ({
  group,
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  sort: rowNo,
  deleted: false,
  rowId: `00000000-0000-4000-8000-${group === 'RSI_TERMS' ? 1 : 2}${String(rowNo).padStart(11, '0')}`,
});
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
  const { status } = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'product', recordKey: 0, page: 'PD' },
    body: {
      reason: 'Entered',
      retrievedAt: LATER,
      changes: [
        itemValue('PRD_NAME', [], 'Expectorin'),
        itemValue('RSI_VERSION', [1], 'Core 1'),
        itemValue('RSI_FROM', [1], '20240101'),
        itemValue('RSI_VERSION', [2], 'Core 2'),
        itemValue('RSI_FROM', [2], '20250101'),
        itemValue('RSI_VERSION', [3], 'Label JP'),
        itemValue('RSI_COUNTRY', [3], 'JP'),
        itemValue('RSI_FROM', [3], '20240101'),
        itemValue('RSI_TERM', [1], HEAD_PAIN),
        itemValue('RSI_TERM_VERSION', [1], 'core 2'),
      ],
      rows: [row('RSI_VERSIONS', 1), row('RSI_VERSIONS', 2), row('RSI_VERSIONS', 3), row('RSI_TERMS', 1)],
    },
    token: admin,
  });
  expect(status).toBe(200);
  ({ caseKey } = await world.aCase());
  await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'EXPECTORIN'), itemValue('G.k.1', [0], '1')], {
    rowNo: 0,
  });
  for (const [code, onset] of [
    [THROBBING, '20250615'],
    [QUEASINESS, '20250615'],
    [THROBBING, '202506'],
  ])
    await world.save(
      caseKey,
      'AE',
      [itemValue('E.i.2.1b', [0], code ?? ''), itemValue('E.i.4', [0], onset ?? '')],
      {
        rowNo: 0,
      },
    );
});
afterAll(() => world.server.stop());

const assessed = async (changes?: object[], token = world.editor) => {
  const params = { caseKey };
  const { data } = changes
    ? await world.server.call(readExpectednessOfEdits, {
        params,
        // as the editor has them
        body: { changes: changes.map((one) => ({ ...one, basedOn: LATER })), rows: [] } as never,
        token,
      })
    : await world.server.call(readExpectedness, { params, token });
  return (item: string) => data.listInfo.filter(({ itemId }) => itemId === item);
};

describe('the reference safety information in force on the onset date', () => {
  it('suggests a conclusion for each drug and reaction, and says why', async () => {
    const pairs = (await assessed())(PAIR);
    expect(
      pairs.map(({ rowNo, rowNo2, conclusion, value, versions }) => [
        rowNo,
        rowNo2,
        conclusion,
        value,
        versions,
      ]),
    ).toEqual([
      // another term below the same preferred term
      [1, 1, 'expected', 'expected', ['Core 2']],
      [1, 2, 'unexpected', 'unexpected', ['Core 2']],
      // the onset is not known to the day
      [1, 3, null, null, []],
    ]);
    expect(pairs[0]?.why).toMatchObject({
      by: 'all',
      holds: true,
      parts: [
        { source: 'product', values: ['Expectorin'] },
        { source: 'onset', values: ['2025-06-15'] },
        { source: 'version', holds: true },
        { source: 'coded', values: ['Throbbing head pain (99011112)'] },
        { source: 'listed', values: ['Head pain (99011110)'] },
      ],
    });
  });

  it('is that of the country where an item names one, else the one without a country', async () => {
    const of = await assessed();
    expect(of(JAPAN).map(({ rowNo, value, versions }) => [rowNo, value, versions])).toEqual([
      [1, '1', ['Label JP']],
      [2, '1', ['Label JP']],
      [3, null, []],
    ]);
    expect(of(CHINA).map(({ value }) => value)).toEqual(['false', 'true', null]);
  });

  it('follows unsaved edits', async () => {
    const earlier = await assessed([itemValue('E.i.4', [1], '20240615')]);
    expect(earlier(PAIR)[0]).toMatchObject({ conclusion: 'unexpected', versions: ['Core 1'] });
    const concomitant = await assessed([itemValue('G.k.1', [1], '2')]);
    // only suspect drugs count for a reaction
    expect(concomitant(JAPAN)[0]).toMatchObject({ conclusion: null });
    expect(concomitant(PAIR)[0]).toMatchObject({ conclusion: 'expected' });
    const unknown = await assessed([itemValue('G.k.2.2', [1], 'Another')]);
    expect(unknown(PAIR)[0]).toMatchObject({
      conclusion: null,
      why: { parts: [{ source: 'product', holds: false }] },
    });
  });

  it('is not shown outside of the scope of the user', async () => {
    const token = await world.userOfSender('of.another', 2);
    const answer = await world.server.call(readExpectedness, { params: { caseKey }, token });
    expect(answer).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
  });
});

describe('the assessor', () => {
  it('may differ, with a reason that is stored beside the decision', async () => {
    const changes = [
      itemValue(PAIR, [1, 1], 'unexpected'),
      itemValue('CW.expectednessReason', [1, 1], 'More severe'),
    ];
    expect(await world.save(caseKey, 'DG', changes, { rowNo: 1 })).toMatchObject({ status: 200 });
    // the suggestion stays what it was
    expect((await assessed())(PAIR)[0]).toMatchObject({ conclusion: 'expected' });
  });
});

describe('the deadline rules', () => {
  const dueToFda = async (of: number) =>
    (
      await world.server.call(listCaseReceivers, { params: { caseKey: of }, token: world.editor })
    ).data.listInfo.find(({ receiver }) => receiver === 'FDA')?.due;

  it('read the decision: a serious reaction that is expected for all suspects is not due', async () => {
    const { caseKey: serious } = await world.aCase();
    const reaction = [
      itemValue('E.i.2.1b', [0], THROBBING),
      itemValue('E.i.3.2a', [0], 'true'),
      itemValue('E.i.9', [0], 'US'),
    ];
    await world.save(serious, 'AE', reaction, { rowNo: 0 });
    await world.save(serious, 'DG', [itemValue('G.k.2.2', [0], 'Expectorin'), itemValue('G.k.1', [0], '1')], {
      rowNo: 0,
    });
    expect(await dueToFda(serious)).toMatch(/^\d{8}$/);
    await world.save(serious, 'DG', [itemValue(PAIR, [1, 1], 'expected')], { rowNo: 1 });
    expect(await dueToFda(serious)).toBeNull();
    await world.save(serious, 'DG', [itemValue(PAIR, [1, 1], 'unexpected')], { rowNo: 1 });
    expect(await dueToFda(serious)).toMatch(/^\d{8}$/);
  });
});
