/** What the form engine asks for. */
import Value from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readCatalogue,
  readCodeChunk,
  readCodeList,
  readCodes,
  readNullFlavors,
  readOrderingOptions,
  readOrientationOptions,
  ReportQuery,
  searchDictionary,
  translate,
} from '../../shared/contract/index.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.reader');
});
afterAll(() => server.stop());

describe('the catalogue', () => {
  const read = async (appendix: string) => {
    const answer = await server.call(readCatalogue, { token, params: { appendix } });
    return { ...answer, catalogue: answer.data as Catalogue };
  };

  it('comes as the appendix shows it', async () => {
    const { catalogue } = await read('KR');
    expect(catalogue).toEqual(JSON.parse(JSON.stringify(server.deps.catalogue.forAppendix('KR'))));
    expect(Object.keys(catalogue.items)).toContain('C.3.1.KR.1');
    const ich = (await read('ICH')).catalogue;
    expect(Object.values(ich.items).filter(({ appendix }) => appendix !== null)).toEqual([]);
    expect((await read('XX')).catalogue).toEqual(ich);
  });

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await read('KR');
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const ask = (appendix: string, tag: string, authorization = `Bearer ${token}`) =>
      fetch(`${server.url}/1.1/catalogue/${appendix}`, { headers: { authorization, 'if-none-match': tag } });

    const same = await ask('KR', `"other", ${etag}`);
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect((await ask('US', etag)).status).toBe(200);
    expect((await ask('KR', etag, 'Bearer nobody')).status).toBe(401);
  });
});

describe('a code list', () => {
  const read = async (itemId: string, query = {}) =>
    (await server.call(readCodeList, { token, params: { itemId }, query })).data;

  it('comes in the language asked for', async () => {
    expect((await read('D.5', { language: 'ko' })).codeList).toEqual([
      { codeValue: '1', codeLabel: '남성' },
      { codeValue: '2', codeLabel: '여성' },
    ]);
    expect((await read('D.5')).codeList[0]).toEqual({ codeValue: '1', codeLabel: 'Male' });
    expect(await read('D.5')).toMatchObject({ cached: true, open: false });
    expect(await read('F.r.3.3')).toMatchObject({ open: true });
  });

  it('may be one of an appendix', async () => {
    const { codeList } = await read('G.k.9.i.2.r.3.KR.1', { language: 'en', appendix: 'KR' });
    expect(codeList.length).toBeGreaterThan(3);
  });

  it('is searched by word and by code, in pages', async () => {
    const found = async (keyword: string) =>
      (await read('C.2.r.3', { keyword })).codeList.map(({ codeValue }) => codeValue);
    expect(await found('korea')).toEqual(expect.arrayContaining(['KR']));
    expect(await found('KR')).toContain('KR');
    expect(await found('no such land')).toEqual([]);
    const whole = (await read('C.2.r.3')).codeList;
    const pages = [1, 2, 3, 4].map(async (chunk) => (await read('C.2.r.3', { chunk })).codeList);
    expect((await Promise.all(pages)).flat()).toEqual(whole);
  });

  it('of the versions of a dictionary is never kept, and may be added to', async () => {
    const found = await read('E.i.2.1a');
    expect(found).toMatchObject({ cached: false, open: true });
    const { version } = (
      await server.call(searchDictionary, { token, params: { dictionary: 'MEDDRA', version: 'any' } })
    ).data;
    expect(found.codeList).toEqual([{ codeValue: version, codeLabel: '' }]);
  });

  it.each(['E.i.3.2a', 'E.i.3.2f', 'D.7.1.r.6'])(
    'of %s is never kept: it is true or not said',
    async (itemId) => {
      expect(await read(itemId, { language: 'ja' })).toEqual({
        cached: false,
        open: false,
        codeList: [{ codeValue: 'true', codeLabel: 'はい' }],
      });
      const answer = await server.call(readCodeList, { token, params: { itemId } });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(['D.1', 'X.9'])('is not there for %s', async (itemId) => {
    const answer = await server.call(readCodeList, { token, params: { itemId } });
    expect(answer).toMatchObject({ status: 404, errCode: 'ITEM_NOT_FOUND' });
  });
});

describe('a code list by its name', () => {
  it('is the one the items take', async () => {
    const named = await server.call(readCodes, {
      token,
      params: { codeName: 'sex' },
      query: { language: 'ko' },
    });
    const ofItem = await server.call(readCodeList, {
      token,
      params: { itemId: 'D.5' },
      query: { language: 'ko' },
    });
    expect(named.data).toEqual(ofItem.data);
  });

  it('is searched, in pages', async () => {
    const read = async (query: { keyword?: string; chunk?: number }) =>
      (await server.call(readCodeChunk, { token, params: { codeName: 'countries' }, query })).data.codeList;
    const whole = await read({});
    expect(whole.length).toBeGreaterThan(200);
    const pages = [1, 2, 3, 4].map((chunk) => read({ chunk }));
    expect((await Promise.all(pages)).flat()).toEqual(whole);
    expect(await read({ chunk: 9 })).toEqual([]);
    expect((await read({ keyword: 'korea' })).map(({ codeValue }) => codeValue)).toContain('KR');
  });

  it('of the ways to count days has calendar days alone', async () => {
    const { data } = await server.call(readCodes, { token, params: { codeName: 'DAY_TYPE' } });
    expect(data.codeList).toEqual([{ codeValue: 'CALENDAR', codeLabel: 'Calendar days' }]);
  });

  it.each([
    ['CIOMS_ORIENTATION', readOrientationOptions, 'ciomsOrientation'],
    ['CIOMS_DATA_ORDERING', readOrderingOptions, 'ciomsDataOrdering'],
  ] as const)('of printed forms is %s, with what the settings offer and reports take', async (...named) => {
    const [codeName, options, option] = named;
    const { codeList } = (await server.call(readCodes, { token, params: { codeName } })).data;
    expect(codeList).toEqual(
      (await server.call(options, { token, params: { sponsorKey: 1 } })).data.codeList,
    );
    expect(codeList.length).toBeGreaterThan(1);
    for (const { codeValue } of codeList)
      expect(Value.Check(ReportQuery, { [option]: codeValue })).toBe(true);
  });

  it.each(['none', 'constructor', '__proto__'])('is not there for %s', async (codeName) => {
    const answer = await server.call(readCodes, { token, params: { codeName } });
    expect(answer).toMatchObject({ status: 404, errCode: 'NOT_FOUND' });
  });
});

it('names the null flavors an item takes, and only those', async () => {
  const read = async (itemId: string, query = {}) =>
    (await server.call(readNullFlavors, { token, params: { itemId }, query })).data.codeList;
  expect(await read('C.1.7', { language: 'ko' })).toEqual([{ codeValue: 'NI', codeLabel: '정보 없음' }]);
  expect(await read('C.1.1')).toEqual([]);
});

describe('a translation', () => {
  const ask = async (language: string, appendix = 'ICH') =>
    server.call(translate, {
      token: await server.token('case.editor'),
      params: { sponsorKey: 1 },
      query: { language, appendix },
      body: { valueToTranslate: 'rash' },
    });

  it('is refused where no service is set up', async () => {
    expect(await ask('ko')).toMatchObject({ success: false, errCode: 'TRANSLATOR_NOT_CONFIGURED' });
  });

  it('is asked of the service, and its failure told', async () => {
    server.deps.translator = { translate: async (text, to) => `${text} (${to})` };
    expect((await ask('ja')).data).toEqual({ translated: 'rash (ja)' });
    expect((await ask('en', 'KR')).data).toEqual({ translated: 'rash (ko)' });
    expect((await ask('ja', 'KR')).data).toEqual({ translated: 'rash (ja)' });
    server.deps.translator = { translate: () => Promise.reject(new Error('away')) };
    expect(await ask('ja')).toMatchObject({ status: 502, errCode: 'TRANSLATION_FAILED' });
    server.deps.translator = null;
  });
});
