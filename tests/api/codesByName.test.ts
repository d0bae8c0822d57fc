/** Look-ups under the names and parameters of the specification. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listIdfCodes,
  listSenderCodes,
  listSenders,
  listWhoddCodes,
  listWhoddCountries,
} from '../../shared/contract/index.ts';
import { entry, releasesIn, searchesIn } from './dictionaryReleases.ts';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.reader');
  const { bring } = releasesIn(() => server);
  const drug = (code: string, country: string, columns: Record<string, string> = {}) =>
    entry(code, `Velanorix ${code}`, { columns: { country, whoddType: 'MPID', ...columns } });
  await bring('WHODD', '2026 MAR', [drug('0', 'USA')]);
  await bring('WHODD', '2026 SEP', [
    drug('1', 'KOR', { generic: 'Y' }),
    drug('2', 'JPN', { generic: 'Y', preferred: 'Y' }),
    drug('3', 'JPN', { whoddType: 'PHPID' }),
  ]);
  await bring('IDF', '202604', [entry('1111111', 'Cordaplen')]);
  await bring('IDF', '202610', [entry('2222222', 'Cordaplen')]);
});
afterAll(() => server.stop());

const { ask } = searchesIn(() => ({ server, token }));

describe('WHODD_CODE', () => {
  const found = async (query: Record<string, unknown>) => {
    const answer = await server.call(listWhoddCodes, { token, query });
    expect(answer).toMatchObject({ status: 200, success: true, errMsg: null });
    return answer.data.map((row) => row['medicinalProductId']);
  };

  it.each([
    [{ searchText: 'velanorix' }, ['1', '2']],
    [{ searchText: 'velanorix', whoddType: 'MPID' }, ['1', '2']],
    [{ searchText: 'velanorix', whoddType: 'PHPID' }, ['3']],
    [{ searchText: 'velanorix', countryCode: 'JPN' }, ['2']],
    [{ searchText: 'velanorix', genOrPre: 'Y' }, ['1', '2']],
    [{ searchText: 'velanorix', genAndPre: 'Y' }, ['2']],
    [{ searchText: 'velanorix', exactMatch: 'Y' }, []],
    [{ searchText: 'velanorix 1', exactMatch: 'Y' }, ['1']],
    [{ searchText: 'velanorix', version: '2026 MAR' }, ['0']],
    [{}, []],
  ])('answers the rows of %j', async (query, codes) => {
    expect(await found(query)).toEqual(codes);
  });

  it.each([
    { searchText: 'velanorix', genOrPre: 'Y', genAndPre: 'Y' },
    { searchText: 'velanorix', whoddType: 'XXX' },
  ])('refuses %j', async (query) => {
    expect(await server.call(listWhoddCodes, { token, query })).toMatchObject({
      status: 400,
      errCode: 'DICTIONARY_FIELDS_REFUSED',
    });
  });
});

it.each([
  ['2026 SEP', ['JPN Japan', 'KOR South Korea']],
  ['2026 MAR', ['USA United States of America']],
  ['any', ['JPN Japan', 'KOR South Korea']],
  ['1999', []],
])('WHODD_COUNTRY of version %s answers its countries', async (version, countries) => {
  const { data } = await server.call(listWhoddCountries, { token, params: { version } });
  expect(data.codeList.map(({ codeValue, codeLabel }) => `${codeValue} ${codeLabel}`)).toEqual(countries);
});

it.each([
  [{}, '2222222'],
  [{ idfVersion: '202604' }, '1111111'],
])('IDF_CODE answers the rows of a text, in version %j', async (version, code) => {
  const query = { searchText: 'cordaplen', ...version };
  const { data } = await server.call(listIdfCodes, { token, query });
  expect(data).toMatchObject([{ drugCode: code, drugName: 'Cordaplen' }]);
});

it('SENDER_LIST answers the senders that the user may work on behalf of', async () => {
  const { data } = await server.call(listSenderCodes, { token });
  const userKey = await userKeyOf();
  const { senderList } = (await server.call(listSenders, { token, params: { sponsorKey: 1, userKey } })).data;
  expect(data.codeList).toEqual(
    senderList.map(({ SENDER_KEY, SND_ORGAN }) => ({ codeValue: String(SENDER_KEY), codeLabel: SND_ORGAN })),
  );
  expect(data.codeList.length).toBeGreaterThan(0);
});

const userKeyOf = async (): Promise<number> =>
  (
    await server.db
      .selectFrom('app_user')
      .select('user_key')
      .where('user_id', '=', 'case.reader')
      .executeTakeFirstOrThrow()
  ).user_key;

it.each([
  ['DPC', 'MEDICAL_DEVICE_PROBLEM_CODE', 'problem'],
  ['DCC', 'DEVICE_COMPONENT', 'valve'],
])('%s answers what %s answers', async (alias, dictionary, keyword) => {
  const [answer, own] = await Promise.all([ask(alias, { keyword }), ask(dictionary, { keyword })]);
  expect(answer.status).toBe(200);
  expect(answer.data.listInfo.length).toBeGreaterThan(0);
  expect(answer.data.listInfo).toEqual(own.data.listInfo);
});

it.each(['PROBC', 'CIC_TYPE', 'CIC_CON'])('%s answers Korean device codes of that kind', async (alias) => {
  const { bring } = releasesIn(() => server);
  const kinds = ['PROBC', 'CIC_TYPE', 'CIC_CON'];
  await bring(
    'KR_DEVICE_PROBLEM',
    `for ${alias}`,
    kinds.map((problemType) => entry(problemType, `Fracture ${problemType}`, { columns: { problemType } })),
  );
  const { data } = await ask(alias, { keyword: 'fracture' });
  expect(data.listInfo.map(({ code }) => code)).toEqual([alias]);
});
