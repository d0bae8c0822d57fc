/** Requests whose numbers and names are chosen to break the code that looks them up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('sponsor.admin');
});
afterAll(() => server.stop());

const statusOf = async (path: string): Promise<number> =>
  (await fetch(server.url + path, { headers: { authorization: token } })).status;

describe('a page number that no list has', () => {
  it.each(['1e309', '1e300', '9007199254740993', '10000001'])('is refused: %s', async (pageNo) => {
    const dictionary = `/1.1/dictionaries/MEDDRA/versions/${encodeURIComponent('99.0 SAMPLE')}`;
    for (const path of ['/1.0/cases', '/1.0/sponsors/1/notices', dictionary])
      expect([path, await statusOf(`${path}?pageNo=${pageNo}`)]).toEqual([path, 400]);
  });

  it('is an empty page if it is only large', async () => {
    expect(await statusOf('/1.0/cases?pageNo=10000000')).toBe(200);
  });
});

describe('a name that every JavaScript object has', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  it.each(NAMES)('is refused or not found: %s', async (name) => {
    const paths = [
      `/1.1/items/${name}/null-flavor-list`,
      `/1.1/items/${name}/code-list`,
      `/1.1/codes/${name}`,
      `/1.1/cases/1/pages/${name}`,
      `/1.1/cases/1/pages/DG/1/items/${name}`,
      `/1.1/dictionaries/${name}/versions`,
      `/1.1/dictionaries/${name}/versions/1.0`,
      `/1.0/menus/${name}/columns`,
    ];
    for (const path of paths) expect([path, [400, 404].includes(await statusOf(path))]).toEqual([path, true]);
  });

  it('is in no table of the compiled catalogue', () => {
    const { whole, codeLists, lists, dictionaries, forAppendix } = server.deps.catalogue;
    const tables = (catalogue: typeof whole) => [
      catalogue.items,
      catalogue.groups,
      catalogue.pages,
      catalogue.roles,
      catalogue.groupRoles,
      catalogue.reports,
      catalogue.overlays,
      catalogue.records,
    ];
    const all = [...tables(whole), ...tables(forAppendix('KR')), codeLists, lists, dictionaries];
    for (const name of NAMES)
      expect(all.map((table) => (table as Record<string, unknown>)[name])).toEqual(all.map(() => undefined));
  });
});
