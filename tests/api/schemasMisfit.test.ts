/** Files of a newer release, or of the folder of the operator, that stored values would be misread by. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { readCatalogue } from '../../shared/contract/index.ts';
import { PRODUCT } from '../../server/catalogue/snapshots.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { caseWorldOn, itemValue } from './caseWorld.ts';
import type { TestServer } from './harness.ts';
import { activeVersion, analystOf, KR, startSchemaWorld, withItem, type SchemaWorld } from './schemaWorld.ts';

const LIST = 'code-lists/sex.codes.json';

let world: SchemaWorld;
beforeAll(async () => {
  world = await startSchemaWorld();
});
afterAll(() => world.stop());

/** A process of a release with these texts, which are taken out again. */
async function released(texts: Record<string, string>): Promise<TestServer> {
  const before = Object.keys(texts).map((file) => [file, world.read(file)] as const);
  for (const [file, text] of Object.entries(texts)) world.write(file, text);
  try {
    return await world.start();
  } finally {
    for (const [file, text] of before) world.write(file, text);
  }
}

const exchanged = (): string =>
  world.read(LIST).replace('"en": "Male"', '"en": "X"').replace('"en": "Female"', '"en": "Male"');

const refusedIn = async (server: TestServer) =>
  (await (await analystOf(server)).files()).problems.map(({ file, rule }) => `${rule} ${file}`);

const itemsOf = async (server: TestServer) => {
  const token = await server.token('case.reader');
  const { data } = await server.call(readCatalogue, { params: { appendix: 'KR' }, token });
  return (data as Catalogue).items;
};

it('takes them while nothing would be misread', async () => {
  await world.start();
  const worded = world.read(LIST).replace('"en": "Male"', '"en": "Male sex"');
  const server = await released({ [LIST]: worded });
  expect(await (await analystOf(server)).file(LIST)).toMatchObject({ active: worded });
});

it('keeps the files that the values of a sponsor without versions were chosen by, and says which do not fit', async () => {
  const before = await released({ [KR]: withItem(world.read(KR), 'KR.moving.1') });
  const { caseKey, ...cases } = await aCase(before);
  await cases.save(caseKey, 'DM', [itemValue('D.5', [], '2'), itemValue('KR.moving.1', [], 'A')]);
  const later = await released({
    [LIST]: exchanged(),
    [KR]: withItem(world.read(KR), 'KR.moving.1', { page: 'SD', after: 'C.3.2' }),
  });
  expect(await refusedIn(later)).toEqual(
    expect.arrayContaining([`code.exchanged ${LIST}`, `item.moved ${KR}`]),
  );
  expect(later.deps.catalogue.codeLists).toEqual(before.deps.catalogue.codeLists);
  expect((await itemsOf(later))['KR.moving.1']).toMatchObject({ page: 'DM' });
});

it('refuses to start in words where it cannot work with the files that were used before', async () => {
  const before = await world.start();
  const { caseKey, ...cases } = await aCase(before);
  await cases.save(caseKey, 'DM', [itemValue('D.5', [], '2')]);
  const { db, catalogues, clock } = before.deps;
  const inUse = await catalogues.inUse(PRODUCT, 0);
  // those of a release that knew no companies
  const sources = inUse.sources.filter(({ file }) => !file.startsWith('records/company/'));
  await inSponsor(db, PRODUCT, (trx) =>
    catalogues.bringIntoUse(trx, { sponsorKey: PRODUCT, versionNo: 0, sources, at: clock.now() }),
  );
  await expect(released({ [LIST]: exchanged() })).rejects.toThrow(
    /schema files in .* cannot come into use \(code-lists\/sex.codes.json:.*set CASEWRIGHT_SCHEMAS_DIR/s,
  );
});

it('keeps them for a sponsor with a version of its own, whose values alone speak against newer ones', async () => {
  const before = await world.start();
  const analyst = await analystOf(before);
  expect((await analyst.publish([{ file: KR, text: withItem(world.read(KR), 'KR.own.1') }])).status).toBe(
    200,
  );
  const later = await released({ [LIST]: exchanged() });
  expect(await refusedIn(later)).toEqual([`code.exchanged ${LIST}`]);
  expect(later.deps.catalogue.codeLists).not.toEqual(before.deps.catalogue.codeLists);
  const { codeLists } = await later.deps.catalogues.of(1, await activeVersion(later));
  expect(codeLists).toEqual(before.deps.catalogue.codeLists);
  // and there the analyst corrects it
  const corrected = await (await analystOf(later)).publish([{ file: LIST, text: world.read(LIST) }]);
  expect(corrected.status).toBe(200);
  expect(await refusedIn(later)).toEqual([]);
});

async function aCase(server: TestServer) {
  const cases = await caseWorldOn(server);
  const { caseKey } = await cases.aCase();
  return { ...cases, caseKey };
}
