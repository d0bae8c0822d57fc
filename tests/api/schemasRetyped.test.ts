/** Another type for an item that stored cases or records have values of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveRecord } from '../../shared/contract/index.ts';
import { caseWorldOn, itemValue, LATER, type CaseWorld } from './caseWorld.ts';
import type { TestServer } from './harness.ts';
import { analystOf, KR, startSchemaWorld, withItem, type Analyst, type SchemaWorld } from './schemaWorld.ts';

let world: SchemaWorld;
let here: TestServer;
let cases: CaseWorld;
let analyst: Analyst;
let kr: string;
beforeAll(async () => {
  world = await startSchemaWorld();
  here = await world.start();
  cases = await caseWorldOn(here);
  analyst = await analystOf(here);
  kr = world.read(KR);
});
afterAll(() => world.stop());

const label = { en: 'Other', ko: '기타', ja: 'その他', zh: '其他' };
const listOf = (codeList: string, codes: Record<string, string>) => ({
  codeList,
  codes: Object.entries(codes).map(([code, word]) => ({ code, label: { ...label, en: word } })),
});
/** Two lists that mean different things by the code 1, and one that means the same as the first. */
const LISTS = [
  listOf('one', { 1: 'Yellow', 2: 'Purple' }),
  listOf('other', { 1: 'Round', 2: 'Square' }),
  listOf('more', { 1: 'Yellow', 2: 'Purple', 3: 'Brown' }),
];

type Typed = readonly [itemId: string, type: object];

/** The region with these items, beside the lists. */
function withTypes(typed: readonly Typed[], lists: readonly object[] = LISTS): string {
  const text = typed.reduce(
    (appendix, [itemId, type]) => withItem(appendix, itemId, { maxLength: undefined, ...type }),
    kr,
  );
  const source = JSON.parse(text) as { codeLists?: object[] };
  return JSON.stringify({ ...source, codeLists: [...(source.codeLists ?? []), ...lists] });
}

/** Publishes the items with their first types, and stores the values in one case. */
async function stored(rows: readonly Retyping[]): Promise<number> {
  const text = withTypes(rows.map(({ itemId, was }) => [itemId, was]));
  expect(await analyst.publish([{ file: KR, text }])).toMatchObject({ status: 200 });
  const { caseKey } = await cases.aCase();
  const changes = rows.map(({ itemId, value }) => itemValue(itemId, [], value));
  expect((await cases.save(caseKey, 'DM', changes)).status).toBe(200);
  return caseKey;
}

interface Retyping {
  itemId: string;
  was: object;
  value: string;
  is: object;
}

const retyping = (
  prefix: string,
  table: Record<string, readonly [was: object, value: string, is: object]>,
): Retyping[] =>
  Object.values(table).map(([was, value, is], at) => ({ itemId: `${prefix}.${at}`, was, value, is }));

const TEXT = { control: 'text', maxLength: 60 };
const LONG = { control: 'longText', maxLength: 900 };
const NUMBER = { control: 'number', maxLength: 8 };
const DATE = { control: 'date', precision: { min: 'year', max: 'day' } };
const BOOLEAN = { control: 'yesNo' };
const TRUE = { control: 'trueOnly' };
const code = (codeList: string, control = 'codeList') => ({ control, codeList, maxLength: 2 });
const TERM = { control: 'codedTerm', dictionary: 'MEDDRA', maxLength: 8 };

const REFUSED = retyping('KR.retyped', {
  'a text that is no number': [TEXT, 'abc', NUMBER],
  'a text that is no date': [TEXT, 'last week', DATE],
  'a day that there is not': [TEXT, '20240230', DATE],
  'a text that is no code': [TEXT, 'Yellow', code('one')],
  'a text that is no answer': [TEXT, 'perhaps', BOOLEAN],
  'a text that is no term': [TEXT, '10019211', TERM],
  'a No where only Yes can be said': [BOOLEAN, 'false', TRUE],
  'an answer as a text': [BOOLEAN, 'true', TEXT],
  'a code as a text': [code('one'), '1', TEXT],
  'a code as a number': [code('one'), '1', NUMBER],
  'a code that means something else': [code('one'), '1', code('other')],
  'a code that the list does not have': [code('more'), '3', code('one')],
  'a term as a text': [TERM, '10019211', TEXT],
});

const ALIKE = retyping('KR.alike', {
  'a text of digits as a number': [TEXT, '12', NUMBER],
  'a text of digits as a date': [TEXT, '2024', DATE],
  'a number as a text': [NUMBER, '12', TEXT],
  'a date as a text': [DATE, '20240102', TEXT],
  'a text as a long one': [TEXT, 'abc', LONG],
  'a text that is a code': [TEXT, '1', code('one')],
  'a code of a list with more': [code('one'), '1', code('more')],
  'a code as one of buttons': [code('one'), '1', code('one', 'radio')],
  'a Yes where only that can be said': [BOOLEAN, 'true', TRUE],
});

it('refuses each type that would read a stored value as something else, or not at all', async () => {
  await stored(REFUSED);
  const text = withTypes(REFUSED.map(({ itemId, is }) => [itemId, is]));
  const refusedIn = async () => {
    const { errCode, details } = await analyst.publish([{ file: KR, text }]);
    expect(errCode).toBe('SCHEMAS_REFUSED');
    return (details as { rule: string; file: string; message: string }[]).map(
      ({ rule, file, message }) => `${rule} ${file} ${message}`,
    );
  };
  const expected = REFUSED.map(
    ({ itemId }) =>
      expect.stringMatching(`item.retyped ${KR} ${itemId} is of the type .*: 1 of its`) as string,
  );
  expect(await refusedIn()).toEqual(expected);
  // nor through a version without the items
  expect(await analyst.publish([{ file: KR, text: kr }])).toMatchObject({ status: 200 });
  expect((await refusedIn()).toSorted()).toHaveLength(REFUSED.length);
});

it('lets an item have another type that reads its values alike, which stay', async () => {
  const caseKey = await stored(ALIKE);
  const text = withTypes(ALIKE.map(({ itemId, is }) => [itemId, is]));
  expect(await analyst.publish([{ file: KR, text }])).toMatchObject({ status: 200 });
  const { data } = await cases.page(caseKey, 'DM');
  expect(data.values).toEqual(
    expect.arrayContaining(
      ALIKE.map(({ itemId, value }) => expect.objectContaining({ itemId, value }) as object),
    ),
  );
});

it('takes any type while it is empty', async () => {
  await analyst.publish([{ file: KR, text: withTypes([['KR.empty', TEXT]]) }]);
  const { caseKey } = await cases.aCase();
  await cases.save(caseKey, 'DM', [itemValue('KR.empty', [], 'abc')]);
  await cases.save(caseKey, 'DM', [itemValue('KR.empty', [], {})]);
  expect(await analyst.publish([{ file: KR, text: withTypes([['KR.empty', TERM]]) }])).toMatchObject({
    status: 200,
  });
});

describe('a code of stored values', () => {
  const LIST = 'code-lists/sex.codes.json';
  const US = 'appendices/US.appendix.json';

  it('does not get the label of another code of its list, but may be worded otherwise', async () => {
    const { caseKey } = await cases.aCase();
    await cases.save(caseKey, 'DM', [itemValue('D.5', [], '2')]);
    const list = world.read(LIST);
    const exchanged = list.replace('"en": "Male"', '"en": "X"').replace('"en": "Female"', '"en": "Male"');
    const { errCode, details } = await analyst.publish([{ file: LIST, text: exchanged }]);
    expect(errCode).toBe('SCHEMAS_REFUSED');
    expect(details).toContainEqual(expect.objectContaining({ rule: 'code.exchanged', file: LIST }));
    const worded = list.replace('"en": "Male"', '"en": "Male sex"');
    expect(await analyst.publish([{ file: LIST, text: worded }])).toMatchObject({ status: 200 });
    expect(await analyst.rollBack(0)).toMatchObject({ status: 200 });
  });

  it('comes back with the label that it had when it left its list', async () => {
    const publish = (codes: Record<string, string>) =>
      analyst.publish([{ file: KR, text: withTypes([['KR.left', code('left')]], [listOf('left', codes)]) }]);
    expect(await publish({ 1: 'Yellow', 2: 'Purple' })).toMatchObject({ status: 200 });
    const { caseKey } = await cases.aCase();
    await cases.save(caseKey, 'DM', [itemValue('KR.left', [], '2')]);
    expect(await publish({ 1: 'Yellow' })).toMatchObject({ status: 200 });
    expect(await publish({ 1: 'Yellow', 3: 'Brown' })).toMatchObject({ status: 200 });
    const refused = { errCode: 'SCHEMAS_REFUSED', details: [{ rule: 'code.exchanged', file: KR }] };
    expect(await publish({ 1: 'Yellow', 2: 'Brown' })).toMatchObject(refused);
    expect(await publish({ 1: 'Yellow', 2: 'Purple' })).toMatchObject({ status: 200 });
  });

  it('means the same in a region that names another list, which may lack it', async () => {
    const { caseKey } = await cases.aCase();
    await cases.save(caseKey, 'DM', [itemValue('D.5', [], '2')]);
    const overlaid = (codeList: string): string => {
      const source = JSON.parse(world.read(US)) as { overlays: Record<string, object>; codeLists?: object[] };
      const lists = [listOf('fewer', { 1: 'Male' }), listOf('turned', { 1: 'Female', 2: 'Male' })];
      const overlays = { ...source.overlays, 'D.5': { ...source.overlays['D.5'], codeList } };
      return JSON.stringify({ ...source, overlays, codeLists: [...(source.codeLists ?? []), ...lists] });
    };
    expect(await analyst.publish([{ file: US, text: overlaid('turned') }])).toMatchObject({
      errCode: 'SCHEMAS_REFUSED',
      details: [{ rule: 'item.retyped', file: US, message: expect.stringContaining('D.5') as unknown }],
    });
    expect(await analyst.publish([{ file: US, text: overlaid('fewer') }])).toMatchObject({ status: 200 });
  });
});

it('keeps its type where records have a value of it, too', async () => {
  const file = 'records/product/PD.page.json';
  const pageWith = (type: object): string => {
    const page = JSON.parse(world.read(file)) as { content: object[] };
    const item = { itemId: 'PRD_RETYPED', label, ...type };
    return JSON.stringify({ ...page, content: [...page.content, item] });
  };
  expect(await analyst.publish([{ file, text: pageWith(TEXT) }])).toMatchObject({ status: 200 });
  const changes = [itemValue('PRD_NAME', [], 'A'), itemValue('PRD_RETYPED', [], 'blue')];
  await here.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'product', recordKey: 0, page: 'PD' },
    body: { reason: 'Entered', retrievedAt: LATER, changes },
    token: await here.token('sponsor.admin'),
  });
  expect(await analyst.publish([{ file, text: pageWith(NUMBER) }])).toMatchObject({
    errCode: 'SCHEMAS_REFUSED',
    details: [{ rule: 'item.retyped', file }],
  });
});
