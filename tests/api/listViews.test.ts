/** A user's settings of a list: saved views, own and shared ones, and the rows of a page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addListView,
  dropListView,
  listCases,
  readColumns,
  readListInfo,
  readListViews,
  saveColumns,
  saveFullText,
  saveListView,
  saveRowCount,
} from '../../shared/contract/index.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import { startCaseWorld, itemValue, type CaseWorld } from './caseWorld.ts';
import { setItemRights } from './setItemRights.ts';

const MENU = { menuId: 'MU-CS' };
/** a role that may not see cases */
const NO_CASES = 9;

let world: CaseWorld;
let first: { caseKey: number; caseNo: string };
let blinded: string;

beforeAll(async () => {
  world = await startCaseWorld();
  await world.query(async (trx) => {
    await trx.insertInto('role').values({ sponsor_key: 1, role_id: NO_CASES, name: 'Nothing' }).execute();
  });
  first = await world.aCase();
  await world.aCase();
  await world.save(first.caseKey, 'CI', [itemValue('C.1.8.1', [], 'KR-VIEW-1')]);
  const { items } = world.server.deps.catalogue.whole;
  blinded = Object.values(items).find((item) => item.blinded)?.itemId ?? '';
});
afterAll(() => world.server.stop());

const VIEW = {
  name: 'Mine',
  shared: 'N',
  columns: [
    { columnId: 'country', width: null },
    { columnId: 'caseNo', width: 300 },
  ],
  filters: [{ columnId: 'worldwideId', filters: [{ filterType: 'LIKE', valueCode: 'kr-view' }] }],
  sort: 'caseNo',
  direction: 'asc',
};
const US = { appendix: 'US' };
const add = (view: object, token = world.editor) =>
  world.server.call(addListView, { params: MENU, query: US, body: { ...VIEW, ...view }, token });
const allViews = async (token = world.editor) =>
  (await world.server.call(readListViews, { params: MENU, query: US, token })).data.listInfo;
/** saved ones */
const views = async (token = world.editor) =>
  (await allViews(token)).filter(({ builtIn }) => builtIn === 'N');
const list = (query: Record<string, unknown>, token = world.editor) =>
  world.server.call(listCases, { query, token });

const shown = async (query: Record<string, unknown>) =>
  (await world.server.call(readColumns, { params: MENU, query, token: world.editor })).data.listInfo;

describe('a view that comes with the list', () => {
  const keyOf = async (name: string) => {
    const found = (await allViews()).find((view) => view.name === name);
    return found?.viewKey ?? 0;
  };

  it('is offered to everybody, in the language asked for, and belongs to nobody', async () => {
    const named = { params: MENU, query: { ...US, language: 'ko' }, token: world.reader };
    const { data } = await world.server.call(readListInfo, named);
    const builtIn = data.views.filter((view) => view.builtIn === 'Y');
    expect(builtIn.map(({ name }) => name)).toContain('기한 임박');
    expect(builtIn.every(({ viewKey, own }) => viewKey < 0 && own === 'N')).toBe(true);
  });

  it('shows its columns after the first, its rows alone and in its order', async () => {
    const view = await keyOf('Due soon');
    const seen = (await shown({ ...US, view })).filter(({ visible }) => visible === 'Y');
    expect(seen.slice(0, 3).map(({ columnId }) => columnId)).toEqual(['caseNo', 'dueDate', 'daysLeft']);
    const { data } = await list({ ...US, view, pageNo: 1, rowCount: 100 });
    const left = data.listInfo.map(({ cells }) => Number(cells['daysLeft']));
    expect(left.length).toBeGreaterThan(0);
    expect(left).toEqual(left.toSorted((a, b) => a - b));
    expect(Math.max(...left)).toBeLessThanOrEqual(14);
  });

  it('is of the user who reads it where it says so', async () => {
    const view = await keyOf('Assigned to me');
    const mine = await list({ ...US, view, pageNo: 1, rowCount: 100 });
    const theirs = await list({ ...US, view, pageNo: 1, rowCount: 100 }, world.reader);
    const keys = ({ data }: typeof mine) => data.listInfo.map(({ rowKey }) => rowKey);
    expect(keys(mine).length).toBeGreaterThan(0);
    expect(keys(mine).filter((key) => keys(theirs).includes(key))).toEqual([]);
  });

  it('shows the cases with a term that has no code', async () => {
    const view = await keyOf('Not coded');
    const { data } = await list({ ...US, view, pageNo: 1, rowCount: 100 });
    expect(data.listInfo.length).toBeGreaterThan(0);
    expect(data.listInfo.every(({ cells }) => cells['warnings']?.includes('Term not coded'))).toBe(true);
  });

  it('is left out where a role hides what it finds its cases by, since it would show all of them', async () => {
    const roleId = 91;
    await world.query((trx) => insertRole(trx, 1, { roleId, name: 'Hides', privileges: PRIVILEGES }));
    const token = await world.limitedUser('hides.seriousness', {}, roleId);
    const name = 'Seriousness not assessed';
    const view = (await allViews(token)).find((one) => one.name === name)?.viewKey;
    expect((await list({ view }, token)).status).toBe(200);
    const itemId = world.server.deps.catalogue.whole.roles['seriousOther'] ?? '';
    const admin = await world.server.token('sponsor.admin');
    await setItemRights(world.server, { token: admin, roleId, rights: [{ itemId, right: 'hidden' }] });
    expect((await allViews(token)).map((one) => one.name)).not.toContain(name);
    expect((await list({ view }, token)).errCode).toBe('VIEW_NOT_FOUND');
  });

  it('cannot be changed or removed', async () => {
    const viewKey = await keyOf('Overdue');
    const call = { params: { ...MENU, viewKey }, query: US, token: world.editor };
    expect((await world.server.call(dropListView, call)).status).toBe(400);
    expect((await world.server.call(saveListView, { ...call, body: VIEW })).status).toBe(400);
  });
});

describe('a saved view', () => {
  it('applies its columns, filters and order, and leaves what the user has set', async () => {
    const { viewKey } = (await add({})).data;
    const { data } = await list({ view: viewKey });
    expect(data.listInfo.map(({ rowKey }) => rowKey)).toEqual([String(first.caseKey)]);
    expect(Object.keys(data.listInfo[0]?.cells ?? {})).toEqual(['caseNo']);
    expect((await shown({ view: viewKey })).slice(0, 2)).toMatchObject([
      { columnId: 'country', visible: 'Y' },
      { columnId: 'caseNo', visible: 'Y', width: 300 },
    ]);
    expect((await shown({ view: viewKey })).find(({ columnId }) => columnId === 'worldwideId')).toMatchObject(
      {
        filtered: 'Y',
        filterText: 'kr-view',
      },
    );
    expect((await shown({})).some(({ filtered }) => filtered === 'Y')).toBe(false);
    expect((await list({})).data.pageInfo.totalCount).toBeGreaterThan(1);
  });

  it('is of its own user until it is shared; only he changes it', async () => {
    const { viewKey } = (await add({ name: 'Ours' })).data;
    expect((await views(world.second)).map(({ name }) => name)).not.toContain('Ours');
    expect(await list({ view: viewKey }, world.second)).toMatchObject({
      status: 404,
      errCode: 'VIEW_NOT_FOUND',
    });

    const change = (token: string, body: object) =>
      world.server.call(saveListView, {
        params: { ...MENU, viewKey },
        body: { ...VIEW, name: 'Ours', ...body },
        token,
      });
    expect((await change(world.editor, { shared: 'Y' })).status).toBe(200);
    expect(await views(world.second)).toMatchObject([
      { viewKey, name: 'Ours', shared: 'Y', own: 'N', ownerName: 'Mina Park', changedBy: 'Mina Park' },
    ]);
    const info = await world.server.call(readListInfo, { params: MENU, token: world.second });
    expect(info.data.views.filter(({ builtIn }) => builtIn === 'N')).toMatchObject([
      { viewKey, name: 'Ours', own: 'N' },
    ]);
    expect((await list({ view: viewKey }, world.second)).status).toBe(200);
    const refused = await change(world.second, { name: 'Theirs' });
    expect(refused).toMatchObject({ status: 403, errCode: 'VIEW_NOT_YOURS' });
    expect(refused.errMsg).toContain('Mina Park');
    const drop = (token: string) => world.server.call(dropListView, { params: { ...MENU, viewKey }, token });
    expect(await drop(world.second)).toMatchObject({ status: 403 });
    expect((await drop(world.editor)).status).toBe(200);
    expect(await list({ view: viewKey })).toMatchObject({ status: 404, errCode: 'VIEW_NOT_FOUND' });
  });

  it.each([
    [{ name: 'Mine' }, 409, 'VIEW_NAME_TAKEN'],
    [{ name: '  ' }, 400, 'INVALID_REQUEST'],
    [{ name: 'A', columns: [{ columnId: 'nothing', width: null }] }, 404, 'COLUMN_NOT_FOUND'],
    [{ name: 'B', sort: 'status' }, 400, 'COLUMN_NOT_SORTABLE'],
    [
      {
        name: 'C',
        filters: [{ columnId: 'daysLeft', filters: [{ filterType: 'BETWEEN_NUMERIC', valueCode: 'x' }] }],
      },
      400,
      'FILTER_REFUSED',
    ],
  ])('is refused as %j', async (view, status, errCode) => {
    expect(await add(view)).toMatchObject({ status, errCode });
  });

  it('works without what a user may not see, and says so', async () => {
    const columns = [
      { columnId: blinded, width: null },
      { columnId: 'caseNo', width: null },
    ];
    const { viewKey } = (await add({ name: 'Unblinded', shared: 'Y', columns, filters: [] }, world.second))
      .data;
    const seen = (await views()).find((view) => view.viewKey === viewKey);
    expect(seen).toMatchObject({
      columns: [{ columnId: 'caseNo' }],
      leftOut: [{ columnId: blinded, part: 'column' }],
    });
    expect((await views(world.second)).find((view) => view.viewKey === viewKey)?.leftOut).toEqual([]);
    const { status, data } = await list({ view: viewKey });
    expect(status).toBe(200);
    expect(data.listInfo.flatMap(({ cells }) => Object.keys(cells))).not.toContain(blinded);
  });
});

describe('what a user wants of the page', () => {
  it('is kept, and is told with the sizes there are', async () => {
    const info = () => world.server.call(readListInfo, { params: MENU, token: world.editor });
    expect((await info()).data).toMatchObject({
      menuId: 'MU-CS',
      rowCount: 20,
      fullText: 'N',
      rowCounts: [10, 15, 20, 25, 30, 50, 100],
      sort: 'priority',
      direction: 'asc',
      searchable: true,
      deletable: true,
    });
    const token = world.editor;
    await world.server.call(saveRowCount, { params: { ...MENU, rowCount: 50, fullText: 'Y' }, token });
    expect((await info()).data).toMatchObject({ rowCount: 50, fullText: 'Y' });
    await world.server.call(saveFullText, { params: { ...MENU, fullText: 'N' }, token });
    expect((await info()).data).toMatchObject({ rowCount: 50, fullText: 'N' });
    expect((await world.server.call(readListInfo, { params: MENU, token: world.second })).data.rowCount).toBe(
      20,
    );
  });

  it('keeps the width of a column with its place', async () => {
    const body = { visible: ['caseNo', 'updatedAt'], widths: { caseNo: 222 } };
    await world.server.call(saveColumns, { params: MENU, body, token: world.editor });
    await world.server.call(saveColumns, {
      params: MENU,
      body: { visible: ['updatedAt', 'caseNo'] },
      token: world.editor,
    });
    expect((await shown({})).slice(0, 2)).toMatchObject([
      { columnId: 'updatedAt', width: null },
      { columnId: 'caseNo', width: 222 },
    ]);
  });

  it.each([
    ['a menu without a list', { menuId: 'MU-XX' }, 404, 'MENU_NOT_FOUND'],
    ['a list of others', { menuId: 'MU-CS' }, 403, 'NO_PRIVILEGE'],
  ])('is refused of %s', async (_what, params, status, errCode) => {
    const noCases = status === 403 ? await world.limitedUser('no.cases', {}, NO_CASES) : world.editor;
    expect(await world.server.call(readListInfo, { params, token: noCases })).toMatchObject({
      status,
      errCode,
    });
  });

  it.each([
    [{ sort: 'nothing' }, 404, 'COLUMN_NOT_FOUND'],
    [{ sort: 'status' }, 400, 'COLUMN_NOT_SORTABLE'],
    [{ view: 999 }, 404, 'VIEW_NOT_FOUND'],
  ])('is refused as %j', async (query, status, errCode) => {
    expect(await world.server.call(listCases, { query, token: world.editor })).toMatchObject({
      status,
      errCode,
    });
  });
});
