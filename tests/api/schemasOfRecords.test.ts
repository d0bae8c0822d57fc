/** What a publication of schema files does to records that are stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRecord, saveRecord } from '../../shared/contract/index.ts';
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
