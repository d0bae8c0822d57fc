/** What selection dialogs offer of the sponsor's masters. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listProductOptions,
  listRoleOptions,
  listSenderOptions,
  listStudyOptions,
  readColumns,
  readProduct,
  readStudy,
} from '../../shared/contract/index.ts';
import { insertSponsor } from '../../server/accounts/tenants.store.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const OFFERS = {
  senders: listSenderOptions,
  studies: listStudyOptions,
  products: listProductOptions,
} as const;
const ask = (of: keyof typeof OFFERS, query: Record<string, unknown> = {}, token = world.editor) =>
  world.server.call(OFFERS[of], { params: { sponsorKey: 1 }, query, token });
const products = async (query: Record<string, unknown> = {}, token = world.editor) =>
  (await ask('products', query, token)).data.listInfo.map((row) => 'PRD_NAME' in row && row.PRD_NAME);

describe('what is offered', () => {
  it('comes in pages of ten, sorted, with how many there are', async () => {
    const whole = await products();
    expect(whole).toEqual(whole.toSorted());
    const { data } = await ask('products', { rowCount: 2, pageNo: 2 });
    expect(data.pageInfo).toEqual({
      menuId: 'MU-CI-PD',
      pageNo: 2,
      rowCount: 2,
      totalCount: whole.length,
      totalPage: Math.ceil(whole.length / 2),
    });
    expect((await ask('products')).data.pageInfo.rowCount).toBe(10);
    expect(await products({ rowCount: 2, pageNo: 2 })).toEqual(whole.slice(2, 4));
  });

  it('holds the keyword as it is written, and no character of it stands for others', async () => {
    const [first = ''] = await products();
    expect(await products({ keyword: String(first).toUpperCase() })).toContain(first);
    for (const wildcard of ['%', '_', '\\']) expect(await products({ keyword: wildcard })).toEqual([]);
  });

  it('is what is left of those that were chosen before', async () => {
    const { data } = await ask('senders', { keys: '2,1,999' });
    expect(data.listInfo.map((row) => 'SENDER_KEY' in row && row.SENDER_KEY).toSorted()).toEqual([1, 2]);
    await world.query((trx) =>
      trx
        .updateTable('record')
        .set({ del_flag: 'Y' })
        .where('sponsor_key', '=', 1)
        .where('kind', '=', 'study')
        .where('record_key', '=', 2)
        .execute(),
    );
    const studies = (await ask('studies', { keys: '1,2' })).data.listInfo;
    expect(studies.map((row) => 'STD_KEY' in row && row.STD_KEY)).toEqual([1]);
  });

  it('is within the scope of who asks', async () => {
    const token = await world.limitedUser('chooser', { senderKeys: [2], productKeys: [1] });
    expect((await ask('senders', {}, token)).data.listInfo).toEqual([
      expect.objectContaining({ SENDER_KEY: 2 }),
    ]);
    expect((await ask('products', {}, token)).data.pageInfo.totalCount).toBe(1);
    expect((await ask('products', { keys: '2' }, token)).data.listInfo).toEqual([]);
  });

  it('of a case is what the case names, if the caller may see it', async () => {
    const { caseKey } = await world.aCase(2);
    expect((await ask('senders', { caseKey })).data.listInfo).toEqual([
      expect.objectContaining({ SENDER_KEY: 2 }),
    ]);
    const token = await world.userOfSender('of.the.first', 1);
    expect(await ask('senders', { caseKey }, token)).toMatchObject({
      status: 404,
      errCode: 'CASE_NOT_FOUND',
    });
  });

  it('is everything if that is asked for, and of no case with the key -1', async () => {
    const keysOf = async (query: Record<string, unknown>) =>
      (await ask('studies', { rowCount: 100, ...query })).data.listInfo.map((row) => row['STD_KEY']);
    // deleted above
    expect(await keysOf({ caseKey: -1 })).not.toContain(2);
    expect(await keysOf({ deleteFilter: 'N' })).not.toContain(2);
    expect(await keysOf({ caseKey: -1, deleteFilter: 'Y' })).toContain(2);
  });

  it('belongs to what is chosen beside it: senders of products and studies, products of senders and a study', async () => {
    const keysOf = async (of: 'senders' | 'products', query: Record<string, unknown>) => {
      const column = of === 'senders' ? 'SENDER_KEY' : 'PRD_KEY';
      return (await ask(of, { rowCount: 100, ...query })).data.listInfo.map((row) => Number(row[column]));
    };
    const all = (await ask('products', { rowCount: 100 })).data.listInfo;
    const ofSender = (name: unknown) =>
      all.filter((row) => row['PRD_SENDER'] === name).map((row) => row['PRD_KEY']);
    const [first, second] = (await ask('senders')).data.listInfo;
    for (const sender of [first, second]) {
      const products = await keysOf('products', { selectedSenderKeys: String(sender?.['SENDER_KEY']) });
      expect(products).toEqual(expect.arrayContaining(ofSender(sender?.['SND_ORGAN'])));
      const names = all
        .filter((row) => products.includes(Number(row['PRD_KEY'])))
        .map((row) => row['PRD_SENDER']);
      expect(names.every((name) => name === '' || name === sender?.['SND_ORGAN'])).toBe(true);
      const [one] = ofSender(sender?.['SND_ORGAN']);
      expect(await keysOf('senders', { selectedProductKeys: String(one) })).toEqual([sender?.['SENDER_KEY']]);
    }
    const ofStudy = await keysOf('products', { studyKey: 1 });
    const { data: study } = await world.server.call(readStudy, {
      params: { sponsorKey: 1, recordKey: 1 },
      token: world.editor,
    });
    expect(
      all.filter((row) => ofStudy.includes(Number(row['PRD_KEY']))).map((row) => row['PRD_NAME']),
    ).toEqual(String(study['PRODUCT']).split('; ').toSorted());
    expect(await keysOf('senders', { selectedStudyKeys: '1' })).toEqual(
      await keysOf('senders', { selectedProductKeys: ofStudy.join() }),
    );
  });

  it('is nothing of another sponsor', async () => {
    const made = { companyName: 'Other', clientType: 'SPO', country: 'KR', name: 'Other' } as const;
    await world.server.db.transaction().execute(async (trx) => {
      const key = await insertSponsor(trx, {
        ...made,
        timeZone: 'UTC',
        useWorkflow: true,
        defaultAppendix: 'ICH',
      });
      await trx
        .insertInto('record')
        .values({
          sponsor_key: key,
          kind: 'product',
          record_key: 1,
          name: 'Zzz of another',
          columns: '{}',
          search: 'zzz of another',
        })
        .execute();
    });
    expect(await products({ keyword: 'Zzz' })).toEqual([]);
  });
});

it('roles are offered to administrators, without those that are deleted', async () => {
  const request = { params: { sponsorKey: 1 }, query: { rowCount: 100 } };
  const administrator = await world.server.token('sponsor.admin');
  const { data } = await world.server.call(listRoleOptions, { ...request, token: administrator });
  expect(data.listInfo.length).toBeGreaterThan(1);
  expect(await world.server.call(listRoleOptions, { ...request, token: world.editor })).toMatchObject({
    status: 403,
  });
});

describe('a product, and a study', () => {
  const one = (call: typeof readProduct | typeof readStudy, recordKey: number, token = world.editor) =>
    world.server.call(call, { params: { sponsorKey: 1, recordKey }, token });

  it('is read by its key, with the columns of selections', async () => {
    expect((await one(readProduct, 1)).data).toMatchObject({
      PRD_KEY: 1,
      PRD_NAME: 'Velanorix 20 mg tablet',
      BRAND_NAME: 'Velanorix',
      PRD_BRAND_NAME: 'Velanorix 20 mg tablet, Velanorix',
      SND_ORGAN: 'Hanbit Pharma, Seoul',
    });
    expect((await one(readStudy, 1)).data).toMatchObject({
      STD_KEY: 1,
      STD_SPN_NO: 'HB-VEL-301',
      PRODUCT: 'Velanorix 20 mg tablet',
    });
  });

  it('is unknown outside of the scope of the user', async () => {
    const token = await world.limitedUser('of.product.2', { productKeys: [2], studyKeys: [1] });
    expect(await one(readProduct, 1, token)).toMatchObject({ status: 404, errCode: 'RECORD_NOT_FOUND' });
    expect((await one(readStudy, 2, token)).status).toBe(404);
    expect((await one(readProduct, 2, token)).status).toBe(200);
  });

  it('is offered under the column names of the specification', async () => {
    const [sender] = (await ask('senders', { keys: '1' })).data.listInfo;
    expect(sender).toMatchObject({
      SENDER_KEY: 1,
      RPT_KEY: 1,
      SND_ORGAN: 'Hanbit Pharma, Seoul',
      SND_GIV_NAME: 'Ha-neul',
    });
    const columns = await Promise.all(
      ['SD', 'ST', 'SR', 'MF', 'PD', 'NR'].map(async (menu) => {
        const answer = await world.server.call(readColumns, {
          params: { menuId: `MU-CI-${menu}` },
          token: await world.server.token('sponsor.admin'),
        });
        return answer.data.listInfo.map(({ columnId }) => columnId);
      }),
    );
    expect(columns.map(([first]) => first)).toEqual([
      'SND_ORGAN',
      'STD_SPN_NO',
      'RPT_ORGAN',
      'receiverName',
      'PRD_NAME',
      'NAME',
    ]);
  });
});
