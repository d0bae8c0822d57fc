/** Saving several pages of a case in one transaction. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveCasePages, type BodyOf } from '../../shared/contract/index.ts';
import { itemValue, LATER, pagesOf, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

type Page = BodyOf<typeof saveCasePages>['pages'][number];
const REASON = 'Three pages at once';

const saveAll = (caseKey: number, pages: Page[], token = world.editor) =>
  world.server.call(saveCasePages, { params: { caseKey }, body: { reason: REASON, pages }, token });
const form = (page: string, changes: Page['changes'], retrievedAt = LATER): Page => ({
  page,
  rowNo: null,
  retrievedAt,
  changes,
});
const row = (page: string, rowNo: number, changes: Page['changes'], retrievedAt = LATER): Page => ({
  ...form(page, changes, retrievedAt),
  rowNo,
});
const initials = (text: string) => itemValue('D.1', [], text);
const valueOn = async (caseKey: number, page: string, itemId: string): Promise<string | null> => {
  const { values } = (await world.page(caseKey, page)).data;
  return values.find((value) => value.itemId === itemId)?.value ?? null;
};

describe('a save of several pages', () => {
  it('stores all of them with one time and one reason', async () => {
    const { caseKey } = await world.aCase();
    const answer = await saveAll(caseKey, [
      form('DM', [initials('A.B.')]),
      form('NR', [itemValue('H.1', [], 'Story')]),
      row('DG', 0, [itemValue('G.k.2.2', [0], 'Velanorix')]),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.data.pages).toMatchObject([{ rowNo: 0 }, { rowNo: 0 }, { rowNo: 1 }]);
    const written = (await world.audit(caseKey)).filter(({ reason }) => reason === REASON);
    expect(new Set(written.map(({ time }) => time)).size).toBe(1);
    expect(new Set(written.map(({ itemId }) => itemId))).toEqual(new Set(['D.1', 'H.1', 'G.k', 'G.k.2.2']));
    const { pages } = await pagesOf(world, caseKey);
    const saved = pages.filter(({ saved: flag }) => flag === 'Y').map(({ page }) => page);
    expect(saved).toEqual(expect.arrayContaining(['DM', 'NR', 'DG']));
  });

  it('stores nothing of any page where an item of one of them is stale', async () => {
    const { caseKey } = await world.aCase();
    const readAt = (await world.page(caseKey, 'DM')).data.retrievedAt;
    await world.save(caseKey, 'DM', [initials('Theirs')], { token: world.second });
    const answer = await saveAll(caseKey, [
      form('NR', [itemValue('H.1', [], 'Story')], readAt),
      form('DM', [initials('Mine')], readAt),
    ]);
    expect(answer).toMatchObject({ status: 409, errCode: 'CASE_CHANGED' });
    expect(await valueOn(caseKey, 'NR', 'H.1')).toBeNull();
    expect(await valueOn(caseKey, 'DM', 'D.1')).toBe('Theirs');
  });

  it('stores nothing of any page where an item of one of them is refused', async () => {
    const { caseKey } = await world.aCase();
    const answer = await saveAll(caseKey, [
      form('NR', [itemValue('H.1', [], 'Story')]),
      form('DM', [itemValue('D.5', [], 'no code of this list')]),
    ]);
    expect(answer.status).toBe(422);
    expect(await valueOn(caseKey, 'NR', 'H.1')).toBeNull();
  });

  it('adds several rows of a page that have ids', async () => {
    const { caseKey } = await world.aCase();
    const added = { group: 'G.k', rowNo: 0, rowNo2: 0, rowNo3: 0, sort: 1, deleted: false };
    const pages = ['A', 'B'].map((name) => ({
      ...row('DG', 0, [itemValue('G.k.2.2', [0], name)]),
      rows: [{ ...added, rowId: randomUUID() }],
    }));
    const answer = await saveAll(caseKey, pages);
    expect(answer.data.pages.map(({ rowNo }) => rowNo)).toEqual([1, 2]);
  });

  it('takes what a later part of it changes in an earlier one for no change of another user', async () => {
    const { caseKey } = await world.aCase();
    await saveAll(caseKey, [row('AE', 0, [itemValue('E.i.1.1a', [0], 'Headache')])]);
    await saveAll(caseKey, [row('DG', 0, [itemValue('G.k.2.2', [0], 'Aspirin')])]);
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    const interval = (text: string) => [itemValue('G.k.9.i.3.1a', [1, 1], text)];
    const answer = await saveAll(caseKey, [
      row('DG', 1, interval('5'), retrievedAt),
      { ...form('DG', interval('7'), retrievedAt), matrix: 'G.k.9.i' },
    ]);
    expect(answer.data.pages).toMatchObject([{ changed: 1 }, { changed: 1 }]);
    const { values } = (await world.row(caseKey, 'DG', 1)).data;
    expect(values).toContainEqual(expect.objectContaining({ itemId: 'G.k.9.i.3.1a', value: '7' }));
  });

  it('refuses a case that may not be edited, and two new rows of one page without ids', async () => {
    const { caseKey } = await world.aCase();
    const twice = [
      row('DG', 0, [itemValue('G.k.2.2', [0], 'A')]),
      row('DG', 0, [itemValue('G.k.2.2', [0], 'B')]),
    ];
    expect((await saveAll(caseKey, twice)).status).toBe(400);
    await world.status(caseKey, 'LOCK', 'Y');
    expect((await saveAll(caseKey, [form('DM', [initials('X')])])).status).toBe(409);
  });

  it('writes every change exactly once, whatever pages are in it', async () => {
    const { caseKey } = await world.aCase();
    const pageOf = { DM: initials, NR: (text: string) => itemValue('H.1', [], text) };
    const names = fc.uniqueArray(fc.constantFrom('DM' as const, 'NR' as const), { minLength: 1 });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(names, async (pages) => {
        count += 1;
        const text = `Text ${count}`;
        const before = (await world.audit(caseKey)).length;
        const answer = await saveAll(
          caseKey,
          pages.map((page) => form(page, [pageOf[page](text)])),
        );
        expect(answer.data.pages.map(({ changed }) => changed)).toEqual(pages.map(() => 1));
        expect((await world.audit(caseKey)).length - before).toBe(pages.length);
        // the same again changes nothing
        const again = await saveAll(
          caseKey,
          pages.map((page) => form(page, [pageOf[page](text)])),
        );
        expect(again).toMatchObject({ status: 422, errCode: 'NO_MODIFIED_DATA' });
      }),
      { numRuns: 8 },
    );
  });
});

describe('a new row that is sent again', () => {
  const REACTION = 'E.i.1.1a';
  const newRow = (rowId: string, text: string, retrievedAt = LATER): Page => ({
    ...row('AE', 0, [itemValue(REACTION, [0], text)], retrievedAt),
    rows: [{ group: 'E.i', rowNo: 0, rowNo2: 0, rowNo3: 0, rowId, sort: 1, deleted: false }],
  });

  it('is stored once, answers its number, and takes what its author has typed since', async () => {
    const { caseKey } = await world.aCase();
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    const rowId = randomUUID();
    await saveAll(caseKey, [newRow(randomUUID(), 'Headache')]);
    for (const [text, changed] of [
      ['Dizzy', 2],
      ['Dizzy', 0],
      ['Very dizzy', 1],
    ] as const) {
      const answer = await saveAll(caseKey, [newRow(rowId, text, retrievedAt)]);
      expect(answer.data.pages).toMatchObject([{ rowNo: 2, changed }]);
    }
    expect((await pagesOf(world, caseKey)).pages).toContainEqual({ page: 'AE', rows: 2, saved: 'Y' });
  });

  it('overwrites nothing that another user has stored in it, which is named by the number of the request', async () => {
    const { caseKey } = await world.aCase();
    const { retrievedAt } = (await world.page(caseKey, 'DM')).data;
    const rowId = randomUUID();
    await saveAll(caseKey, [newRow(rowId, 'Dizzy', retrievedAt)]);
    await saveAll(caseKey, [row('AE', 1, [itemValue(REACTION, [1], 'Vertigo')])], world.second);
    const answer = await saveAll(caseKey, [newRow(rowId, 'Very dizzy', retrievedAt)]);
    expect(answer).toMatchObject({ status: 409, errCode: 'CASE_CHANGED' });
    expect(answer.details).toMatchObject([{ itemId: REACTION, rowNo: 0, value: 'Vertigo' }]);
  });
});
