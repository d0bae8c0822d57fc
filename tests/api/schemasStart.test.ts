/** Schema files beside the product that are broken, dropped, removed or newer than what was published. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../server/startServer.ts';
import { readConfig } from '../../server/config.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { readCatalogue } from '../../shared/contract/index.ts';
import { caseWorldOn, itemValue } from './caseWorld.ts';
import { type TestServer } from './harness.ts';
import { testDataDir } from '../testDataDir.ts';
import { analystOf, KR, startSchemaWorld, withItem, type SchemaWorld } from './schemaWorld.ts';

const XX = 'appendices/XX.appendix.json';

let world: SchemaWorld;
let here: TestServer;
let kr: string;
beforeAll(async () => {
  world = await startSchemaWorld();
  here = await world.start();
  kr = world.read(KR);
});
afterAll(() => world.stop());

const itemsOf = async (server: TestServer, appendix = 'KR') => {
  const token = await server.token('case.reader');
  const { data } = await server.call(readCatalogue, { params: { appendix }, token });
  return (data as unknown as Catalogue).items;
};
const broken = (text: string) => text.replace('"page": "RP"', '"page": "XX"');

describe('a file put beside the running product', () => {
  const empty = { appendix: 'XX', authority: 'XX', label: { en: 'X', ko: 'X', ja: 'X', zh: 'X' }, items: [] };
  const text = () => withItem(JSON.stringify({ ...empty, groups: [] }), 'XX.1');

  it('is shown as not published, comes into use when it is, and goes when it is taken out', async () => {
    const analyst = await analystOf(here);
    world.write(XX, text());
    expect(await analyst.file(XX)).toMatchObject({
      origin: 'disk',
      active: null,
      text: text(),
      draftAt: null,
    });
    expect((await analyst.files()).problems).toEqual([]);
    expect((await itemsOf(here, 'XX'))['XX.1']).toBeUndefined();
    expect((await analyst.publish([{ file: XX, text: text() }])).status).toBe(200);
    expect(await analyst.file(XX)).toMatchObject({ origin: 'published', active: text() });
    expect((await itemsOf(here, 'XX'))['XX.1']).toBeDefined();
    world.remove(XX);
    expect((await analyst.publish([{ file: XX, text: null }])).data.changed).toEqual([XX]);
    expect((await itemsOf(here, 'XX'))['XX.1']).toBeUndefined();
    expect((await analyst.files()).files.filter(({ file }) => file === XX)).toEqual([]);
  });

  it('is named with its mistakes where it is broken, and changes nothing', async () => {
    const analyst = await analystOf(here);
    world.write(XX, '{ "appendix": "XX", ');
    world.write(KR, broken(kr));
    const { problems, files } = await analyst.files();
    expect(problems).toContainEqual(expect.objectContaining({ file: XX, line: 1, severity: 'error' }));
    expect(files.find(({ file }) => file === KR)).toMatchObject({
      origin: 'disk',
      active: kr,
      text: broken(kr),
    });
    expect((await itemsOf(here))['C.2.r.4.KR.1']).toBeDefined();
    expect(await analyst.publish([{ file: XX, text: '{ "appendix": "XX", ' }])).toMatchObject({
      errCode: 'SCHEMAS_REFUSED',
    });
    world.remove(XX);
    world.write(KR, kr);
    expect((await analyst.files()).problems).toEqual([]);
  });
});

describe('a start', () => {
  it('with broken files takes the last good ones, and says where the mistakes are', async () => {
    world.write(KR, broken(kr));
    const next = await world.start();
    expect(next.deps.catalogue.whole.version).toBe(here.deps.catalogue.whole.version);
    const { problems, files } = await (await analystOf(next)).files();
    expect(problems).toContainEqual(expect.objectContaining({ file: KR, line: 9, severity: 'error' }));
    expect(files.find(({ file }) => file === KR)).toMatchObject({ origin: 'disk', active: kr });
    expect((await itemsOf(next))['C.2.r.4.KR.1']).toBeDefined();
    world.write(KR, kr);
  });

  it('with broken files is refused where none were good before, naming the places', async () => {
    world.write(KR, broken(kr));
    const dir = testDataDir();
    const config = readConfig(
      { PORT: '0', DATA_DIR: dir, CASEWRIGHT_SCHEMAS_DIR: world.dir, LOG_LEVEL: 'silent' },
      dir,
    );
    await expect(startServer(config)).rejects.toThrow(
      /no good ones were used before: appendices\/KR.appendix.json:9:\d+ /,
    );
    world.write(KR, kr);
  });

  it('with newer files that what was published does not fit keeps what the sponsor used', async () => {
    const analyst = await analystOf(here);
    const anchored = withItem(withItem(kr, 'KR.anchor.1'), 'KR.on.1', { after: 'KR.anchor.1' });
    expect((await analyst.publish([{ file: KR, text: anchored }])).status).toBe(200);
    const used = (await itemsOf(here))['KR.on.1'];
    // the new product gives the id to an item of its own
    const page = world.read('pages/SD.page.json');
    const { content, ...rest } = JSON.parse(page) as { content: object[] };
    const item = { itemId: 'KR.on.1', label: used?.label, control: 'text', maxLength: 5 };
    world.write('pages/SD.page.json', JSON.stringify({ ...rest, content: [...content, item] }, null, 2));
    const next = await world.start();
    const files = await (await analystOf(next)).files();
    expect((await itemsOf(next))['KR.on.1']).toEqual(used);
    expect(files.problems).toContainEqual(
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('KR.on.1') as string }),
    );
    expect(files.versionNo).toBe((await analyst.files()).versionNo);
    // and there the analyst mends it
    const corrected = withItem(kr, 'KR.anchor.1');
    expect((await (await analystOf(next)).publish([{ file: KR, text: corrected }])).status).toBe(200);
    expect((await (await analystOf(next)).files()).problems).toEqual([]);
    expect((await itemsOf(next))['KR.on.1']).toMatchObject({ page: 'SD', maxLength: 5 });
    world.write('pages/SD.page.json', page);
  });

  it('without an item that cases hold values of goes on with them', async () => {
    world.write(KR, withItem(kr, 'KR.old.1'));
    const before = await world.start();
    await (await analystOf(before)).rollBack(0);
    const cases = await caseWorldOn(before);
    const { caseKey } = await cases.aCase();
    expect((await cases.save(caseKey, 'DM', [itemValue('KR.old.1', [], 'kept')])).status).toBe(200);
    world.write(KR, kr);
    const after = await world.start();
    expect((await itemsOf(after))['KR.old.1']).toBeUndefined();
    expect(after.deps.catalogue.whole.items['KR.old.1']?.label.en).toBe('Label of KR.old.1');
    const later = await caseWorldOn(after);
    expect((await later.save(caseKey, 'DM', [itemValue('D.1', [], 'A')])).status).toBe(200);
    expect((await later.page(caseKey, 'DM')).data.values).toContainEqual(
      expect.objectContaining({ itemId: 'KR.old.1', value: 'kept' }),
    );
  });
});
