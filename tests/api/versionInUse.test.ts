/** Terms, classes and levels of codes where the operator has activated a release that the sponsor does not use yet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewExport, readExpectedness, saveRecord, type DataQuery } from '../../shared/contract/index.ts';
import { tabulatedRows } from '../../server/data-export/caseRows.ts';
import { tabulatedItems } from '../../server/data-export/tabulation.ts';
import { findSessionUser } from '../../server/http/session.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { entry, releasesIn } from './dictionaryReleases.ts';

const [LISTED, MOVING] = ['90000001', '90000002'];
let world: CaseWorld;
let caseKey: number;
const { bring } = releasesIn(() => world.server);
const below = (code: string, organClass: string) => ({
  parents: [
    { code, term: { en: `Preferred ${code}` } },
    { code: '93', term: { en: 'High level' } },
    { code: '94', term: { en: 'High level group' } },
    { code: '95', term: { en: organClass } },
  ],
});
const row = (group: string) => ({
  group,
  rowNo: 1,
  rowNo2: 0,
  rowNo3: 0,
  sort: 1,
  deleted: false,
  rowId: `00000000-0000-4000-8000-00000000000${group === 'RSI_TERMS' ? 1 : 2}`,
});
const uses = (versions: Record<string, string>) =>
  world.query((trx) =>
    trx
      .updateTable('sponsor')
      .set({ dictionary_versions: JSON.stringify(versions) })
      .where('sponsor_key', '=', 1)
      .execute(),
  );
beforeAll(async () => {
  world = await startCaseWorld();
  await bring('MEDDRA', '90.0', [
    entry(LISTED, 'Listed term', below('91', 'Cardiac disorders')),
    entry(MOVING, 'Moving term', below('92', 'Cardiac disorders')),
  ]);
  await bring('MEDDRA', '90.1', [
    entry(LISTED, 'Listed term', below('91', 'Vascular disorders')),
    entry(MOVING, 'Moving term', below('91', 'Vascular disorders')),
  ]);
  const { status } = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'product', recordKey: 0, page: 'PD' },
    body: {
      reason: 'Entered',
      retrievedAt: LATER,
      changes: [
        itemValue('PRD_NAME', [], 'Movorin'),
        itemValue('RSI_VERSION', [1], 'Core'),
        itemValue('RSI_FROM', [1], '20240101'),
        itemValue('RSI_TERM', [1], LISTED),
        itemValue('RSI_TERM_VERSION', [1], 'core'),
      ],
      rows: [row('RSI_VERSIONS'), row('RSI_TERMS')],
    },
    token: await world.server.token('sponsor.admin'),
  });
  expect(status).toBe(200);
  ({ caseKey } = await world.aCase());
  const drug = [itemValue('G.k.2.2', [0], 'MOVORIN'), itemValue('G.k.1', [0], '1')];
  await world.save(caseKey, 'DG', drug, { rowNo: 0 });
  const reaction = [itemValue('E.i.2.1b', [0], MOVING), itemValue('E.i.2.1a', [0], '90.0')];
  await world.save(caseKey, 'AE', [...reaction, itemValue('E.i.4', [0], '20250615')], { rowNo: 0 });
});
afterAll(() => world.server.stop());

describe.each<{
  versions: Record<string, string>;
  conclusion: string;
  organClass: string;
  preferred: string;
}>([
  {
    versions: { MEDDRA: '90.0' },
    conclusion: 'unexpected',
    organClass: 'Cardiac disorders',
    preferred: 'Preferred 92',
  },
  {
    versions: {},
    conclusion: 'expected',
    organClass: 'Vascular disorders',
    preferred: 'Preferred 91',
  },
])('with the versions $versions of the sponsor', ({ versions, conclusion, organClass, preferred }) => {
  beforeAll(() => uses(versions));

  it('a reaction is expected by the hierarchy of the version in use', async () => {
    const { data } = await world.server.call(readExpectedness, { params: { caseKey }, token: world.editor });
    const found = data.listInfo.find(({ itemId }) => itemId === 'CW.expectedness');
    expect(found?.conclusion).toBe(conclusion);
  });

  it('a listing names the preferred term of the version in use, and its code where codes are chosen', async () => {
    const termIn = async (codes: DataQuery['codes']) => {
      const tests = [{ itemId: 'E.i.2.1b', operator: 'EQ' as const, values: [MOVING], nullFlavors: [] }];
      const body: DataQuery = {
        condition: {
          kind: 'group',
          joined: 'and',
          conditions: [{ kind: 'rows', tests, rows: { of: 'any', min: null, max: null } }],
        },
        items: ['E.i.2.1b'],
        layout: 'case',
        block: '',
        repeats: 'joined',
        codes,
      };
      const { data } = await world.server.call(previewExport, { body, token: world.editor });
      return data.rows.map(({ cells }) => cells.at(-1));
    };
    expect(await termIn('label')).toEqual([`${preferred} (Moving term)`]);
    expect(await termIn('code')).toEqual([MOVING]);
  });

  it('the tabulation counts by the classes of the version in use', async () => {
    const { deps, db, clock } = world.server;
    const user = await findSessionUser(db, world.editor, null, clock.now());
    const catalogue = deps.catalogue.whole;
    const options = {
      catalogue,
      items: tabulatedItems(catalogue, () => true),
      language: 'en',
      labelOf: () => undefined,
      layout: 'tabulation',
      block: '',
      repeats: 'joined',
      codes: 'label',
    } as const;
    const { signal } = new AbortController();
    const reading = { deps, user, options, caseKeys: [caseKey], signal };
    const { rows } = await tabulatedRows(deps, reading, () => {});
    expect(rows[0]?.[0]).toBe(organClass);
  });
});
