/** What a publication of schema files does to records that are stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshSummaries } from '../../server/records/refreshSummaries.ts';
import { listRecordOptions, listRecords, readRecord, saveRecord } from '../../shared/contract/index.ts';
import { itemValue, LATER } from './caseWorld.ts';
import type { TestServer } from './harness.ts';
import { analystOf, startSchemaWorld, type Analyst, type SchemaWorld } from './schemaWorld.ts';

const file = 'records/product/PD.page.json';

let world: SchemaWorld;
let here: TestServer;
let analyst: Analyst;
let admin: string;
beforeAll(async () => {
  world = await startSchemaWorld();
  here = await world.start();
  analyst = await analystOf(here);
  admin = await here.token('sponsor.admin');
});
afterAll(() => world.stop());

const of = (recordKey: number) => ({ sponsorKey: 1, kind: 'product', recordKey, page: 'PD' });
const added = async (changes: object[]): Promise<number> => {
  const body = { reason: 'Entered', retrievedAt: LATER, changes };
  return (await here.call(saveRecord, { params: of(0), body, token: admin })).data.recordKey;
};

const label = { en: 'Colour', ko: '색', ja: '色', zh: '颜色' };
const colour = (more: object = {}) => ({
  itemId: 'PRD_COLOUR',
  label,
  control: 'text',
  maxLength: 60,
  ...more,
});
/** The page of products with more at its end. */
const pageWith = (content: object): string => {
  const page = JSON.parse(world.read(file)) as { content: object[] };
  return JSON.stringify({ ...page, content: [...page.content, content] }, null, 2);
};

describe('an item of records that hold values of it', () => {
  it('cannot move into rows, where nobody would find them', async () => {
    await analyst.publish([{ file, text: pageWith(colour()) }]);
    const recordKey = await added([itemValue('PRD_NAME', [], 'A'), itemValue('PRD_COLOUR', [], 'blue')]);
    const rows = { group: 'COLOURS', label, rowLabel: label, summary: ['PRD_COLOUR'], content: [colour()] };
    expect(await analyst.publish([{ file, text: pageWith(rows) }])).toMatchObject({
      errCode: 'SCHEMAS_REFUSED',
      details: [{ rule: 'item.moved', file, message: expect.stringContaining('PD › COLOURS') as string }],
    });
    const { data } = await here.call(readRecord, { params: of(recordKey), token: admin });
    expect(data.values).toContainEqual(expect.objectContaining({ itemId: 'PRD_COLOUR', value: 'blue' }));
  });
});

describe('an item of records that was taken out', () => {
  it('does not come back in other rows than those that hold its values, and shows them where it was', async () => {
    const item = colour({ itemId: 'PRD_TONE' });
    await analyst.publish([{ file, text: pageWith(item) }]);
    const recordKey = await added([itemValue('PRD_NAME', [], 'Toned'), itemValue('PRD_TONE', [], 'warm')]);
    await analyst.publish([{ file, text: world.read(file) }]);
    await analyst.publish([{ file, text: pageWith(colour({ itemId: 'PRD_OTHER' })) }]);
    const rows = { group: 'TONES', label, rowLabel: label, summary: ['PRD_TONE'], content: [item] };
    expect(await analyst.publish([{ file, text: pageWith(rows) }])).toMatchObject({
      errCode: 'SCHEMAS_REFUSED',
      details: [{ rule: 'item.moved', file, message: expect.stringContaining('PD › TONES') as string }],
    });
    expect((await analyst.publish([{ file, text: pageWith(item) }])).status).toBe(200);
    const { data } = await here.call(readRecord, { params: of(recordKey), token: admin });
    expect(data.values).toContainEqual(expect.objectContaining({ itemId: 'PRD_TONE', value: 'warm' }));
  });
});

describe('what the product relies on in records', () => {
  const refusalOf = async (changed: string, change: (source: string) => string | null) => {
    const answer = await analyst.publish([{ file: changed, text: change(world.read(changed)) }]);
    return {
      errCode: answer.errCode,
      details: answer.details as { rule: string; file: string; message: string }[],
    };
  };

  it('is not lost: a receiver whose masks nobody finds would be sent everything', async () => {
    const receiver = 'records/receiver/RV.page.json';
    const { errCode, details } = await refusalOf(receiver, (text) =>
      text.replace('"role": "receiverMasked",', ''),
    );
    expect(errCode).toBe('SCHEMAS_REFUSED');
    expect(details).toMatchObject([{ rule: 'role.lost', file: receiver }]);
    expect(details[0]?.message).toContain('receiverMasked');
  });

  it('is open to the same users', async () => {
    const user = 'records/user/user.record.json';
    const { errCode, details } = await refusalOf(user, (text) =>
      text.replace('"privilege": "ADMIN"', '"privilege": "CASE_INFO"'),
    );
    expect(errCode).toBe('SCHEMAS_REFUSED');
    expect(details).toMatchObject([{ rule: 'record.privilege', file: user }]);
  });

  it('is limited to the same users', async () => {
    const product = 'records/product/product.record.json';
    const { errCode, details } = await refusalOf(product, (text) =>
      text.replace('"scope": "productKeys",', ''),
    );
    expect(errCode).toBe('SCHEMAS_REFUSED');
    expect(details).toMatchObject([{ rule: 'record.scope', file: product }]);
  });
});

describe('an item that becomes a column of the list', () => {
  it('is shown and found for records that were saved before, which stay the version they are', async () => {
    await analyst.publish([{ file, text: pageWith(colour({ itemId: 'PRD_SHADE' })) }]);
    const recordKey = await added([itemValue('PRD_NAME', [], 'Shady'), itemValue('PRD_SHADE', [], 'pale')]);
    const column = { itemId: 'PRD_SHADE', list: { column: true, select: true } };
    await analyst.publish([{ file, text: pageWith(colour(column)) }]);
    await refreshSummaries(here.deps);
    const params = { sponsorKey: 1, kind: 'product' };
    const { data } = await here.call(listRecords, { params, query: { rowCount: 100 }, token: admin });
    expect(data.listInfo).toContainEqual(
      expect.objectContaining({
        rowKey: String(recordKey),
        cells: expect.objectContaining({ PRD_SHADE: 'pale', recordVersion: '1' }) as unknown,
      }),
    );
    const options = await here.call(listRecordOptions, { params, query: { keyword: 'pale' }, token: admin });
    expect(options.data.listInfo).toHaveLength(1);
  });
});
