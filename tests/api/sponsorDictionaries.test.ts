/** Which dictionary and which version of it a sponsor's look-ups use: the region's dictionary, the version of the settings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkSession,
  previewExactMatches,
  readDictionary,
  recommendCodes,
  searchDictionary,
} from '../../shared/contract/index.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { entry, releasesIn } from './dictionaryReleases.ts';

const [SET, ACTIVE] = ['202604', '202610'];
/** the items of Japan that the two dictionaries of IDF code, with what WHODrug codes them with elsewhere */
const PRODUCT = 'G.k.2.1.1b';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
  const { bring } = releasesIn(() => world.server);
  await bring('IDF', SET, [entry('111111122', 'Velanorix'), entry('3333333', 'Cordaplen')]);
  await bring('IDF', ACTIVE, [entry('999999988', 'Velanorix')]);
  await bring('WHODD', '2026 SEP', [
    entry('55', 'Velanorix', { columns: { whoddType: 'MPID', drugName: 'Velanorix' } }),
  ]);
});
afterAll(() => world.server.stop());

const setVersion = (version: string | null) =>
  world.query((trx) =>
    trx
      .updateTable('sponsor')
      .set({ dictionary_versions: JSON.stringify(version === null ? {} : { IDF: version }) })
      .where('sponsor_key', '=', 1)
      .execute(),
  );

async function aDrug(): Promise<number> {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Velanorix')], { rowNo: 0 });
  return caseKey;
}

async function recommended(dictionary: string, appendix: string, itemId = PRODUCT) {
  const body = { caseKey: await aDrug(), itemId, rowNo: 1, rowNo2: 0, rowNo3: 0, shouldUsePooling: false };
  const text = { searchText: 'Velanorix' };
  return world.server.call(recommendCodes, {
    params: { dictionary },
    query: { appendix },
    body: { ...body, ...text },
    token: world.editor,
  });
}
const bestOf = ({ data }: Awaited<ReturnType<typeof recommended>>) => data.recommendedCodes[0]?.code;

describe.each([
  ['the version that the settings name', SET, SET, '111111122'],
  ['the active version without a setting', null, ACTIVE, '999999988'],
])('look-ups use %s:', (_what, setting, version, code) => {
  beforeAll(() => setVersion(setting));
  const token = () => world.reader;

  it('the description of the dictionary and the session', async () => {
    const params = { dictionary: 'IDF' };
    const { data } = await world.server.call(readDictionary, { params, token: token() });
    expect(data.version).toBe(version);
    const session = await world.server.call(checkSession, { params: { id: 'me' }, token: token() });
    expect(session.data.idfVersion).toBe(version);
  });

  it('a search in any version, by keyword and by code', async () => {
    const search = async (dictionary: string, query: object) =>
      (
        await world.server.call(searchDictionary, {
          params: { dictionary, version: 'any' },
          query: { ...query },
          token: token(),
        })
      ).data;
    expect(await search('IDF', { keyword: 'velanorix' })).toMatchObject({ version, listInfo: [{ code }] });
    const cut = code.slice(0, 7);
    expect((await search('IDF_SUBSTANCE', { code: cut })).listInfo).toMatchObject([{ code: cut }]);
  });

  it('recommendations', async () => {
    const answer = await recommended('IDF', 'JP');
    expect(answer.data).toMatchObject({ version });
    expect(bestOf(answer)).toBe(code);
  });

  it('exact matches', async () => {
    const caseKey = await aDrug();
    const { data } = await world.server.call(previewExactMatches, {
      params: { menuId: 'MU-CD-IP' },
      query: { appendix: 'JP' },
      body: { rowKeys: [`${caseKey}|${PRODUCT}|1|0|0`] },
      token: world.editor,
    });
    expect(data).toMatchObject({ version, listInfo: [{ code }] });
  });
});

it('a version that is set but not loaded is not replaced by another one', async () => {
  await setVersion('209901');
  const { data } = await world.server.call(searchDictionary, {
    params: { dictionary: 'IDF', version: 'any' },
    query: { keyword: 'velanorix' },
    token: world.reader,
  });
  expect(data).toMatchObject({ version: null, listInfo: [] });
  expect((await recommended('IDF', 'JP')).errCode).toBe('1131');
  await setVersion(null);
});

describe('recommended are codes of the dictionary that the region codes the item with', () => {
  it.each([
    ['JP', 'IDF'],
    ['ICH', 'WHODD'],
    ['EU', 'WHODD'],
  ])('in %s of %s', async (appendix, dictionary) => {
    expect((await recommended(dictionary, appendix)).data).toMatchObject({ status: 'MATCHED', dictionary });
  });

  it.each([
    ['US', 'IDF', PRODUCT],
    ['US', 'WHODD', PRODUCT],
    ['JP', 'WHODD', PRODUCT],
    ['JP', 'IDF_SUBSTANCE', PRODUCT],
    ['JP', 'IDF', 'E.i.2.1b'],
  ])('in %s never of %s for %s', async (appendix, dictionary, itemId) => {
    expect(await recommended(dictionary, appendix, itemId)).toMatchObject({ errCode: '1129', data: null });
  });
});

it('what was coded with a dictionary of the region teaches recommendations', async () => {
  const { catalogue } = world.server.deps;
  const { items } = catalogue.forAppendix('JP');
  expect([items[PRODUCT]?.dictionary, items['G.k.2.3.r.2b']?.dictionary]).toEqual(['IDF', 'IDF_SUBSTANCE']);
  const caseKey = await aDrug();
  await world.save(
    caseKey,
    'DG',
    [itemValue('G.k.2.2', [1], 'VLX own word'), itemValue(PRODUCT, [1], '999999988')],
    { rowNo: 1 },
  );
  const body = { caseKey, itemId: PRODUCT, rowNo: 1, rowNo2: 0, rowNo3: 0, shouldUsePooling: false };
  world.server.clock.advance(61_000);
  const { data } = await world.server.call(recommendCodes, {
    params: { dictionary: 'IDF' },
    query: { appendix: 'JP' },
    body,
    token: world.editor,
  });
  expect(data.recommendedCodes[0]).toMatchObject({ code: '999999988', reason: { kind: 'coded' } });
});
