/** From master to case: what records fill, what a case remembers of it, and where values came from. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changeRecordLife,
  createFollowUp,
  listCaseMasters,
  readAuthor,
  readMaster,
  readPageRow,
  readRecordUses,
  saveRecord,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import type { CaseRow } from '../../shared/case/caseContent.ts';
import { provenanceText } from '../../shared/provenance/provenance.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { setItemRights } from './setItemRights.ts';

const DRUG = 'G.k.2.2';

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

const saveProduct = async (recordKey: number, changes: readonly unknown[], rows: readonly CaseRow[] = []) => {
  const { data, status } = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'product', recordKey, page: 'PD' },
    body: { reason: 'Entered', retrievedAt: LATER, changes, rows } as never,
    token: admin,
  });
  expect(status).toBe(200);
  return data.recordKey;
};
const master = (recordKey: number, token = world.editor, kind = 'product') =>
  world.server.call(readMaster, { params: { sponsorKey: 1, kind, recordKey }, token });
const masters = async (caseKey: number, token = world.editor) =>
  (await world.server.call(listCaseMasters, { params: { caseKey }, token })).data.listInfo;
const from = (recordKey: number, version: number, kind = 'product') =>
  provenanceText({ by: 'master', kind, recordKey, version });
const filled = (name: string, provenance: string, row = 0) => ({
  ...itemValue(DRUG, [row], name),
  properties: { provenance },
});
const author = async (caseKey: number, row = 1) =>
  (
    await world.server.call(readAuthor, {
      params: { caseKey },
      query: { itemId: DRUG, rowNo: row },
      token: world.editor,
    })
  ).data.last;

describe('a record that fills a case', () => {
  it('is given in full, with its version, while it can be selected', async () => {
    const recordKey = await saveProduct(0, [
      itemValue('PRD_NAME', [], { value: 'Fillorin', notation: '필로린' }),
    ]);
    expect(await master(recordKey)).toMatchObject({
      status: 200,
      data: {
        kind: 'product',
        recordKey,
        name: 'Fillorin',
        version: 1,
        values: { PRD_NAME: { value: 'Fillorin', nullFlavor: null, notation: '필로린' } },
      },
    });
    for (const other of [
      await master(recordKey + 1000),
      await master(1, world.editor, 'nothing'),
      await master(recordKey, await world.limitedUser('of.product.1', { productKeys: [1] })),
    ])
      expect(other).toMatchObject({ status: 404, errCode: 'RECORD_NOT_FOUND' });
    await world.server.call(changeRecordLife, {
      params: { sponsorKey: 1, kind: 'product', recordKey },
      body: { action: 'retire', reason: 'Old' },
      token: admin,
    });
    expect(await master(recordKey)).toMatchObject({ status: 404 });
  });

  it('is remembered with its version, found for the value, and kept by the next version of the case', async () => {
    const recordKey = await saveProduct(0, [itemValue('PRD_NAME', [], 'Rememberol')]);
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DG', [filled('Rememberol', from(recordKey, 1))], { rowNo: 0 });
    expect(await author(caseKey)).toMatchObject({
      provenance: { by: 'master', kind: 'product', recordKey, version: 1, name: 'Rememberol' },
    });
    const next = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: '' },
      token: world.editor,
    });
    const page = await world.server.call(readPageRow, {
      params: { caseKey: next.data.caseKey, page: 'DG', rowNo: 1 },
      token: world.editor,
    });
    expect(page.data.values).toContainEqual(
      expect.objectContaining({ itemId: DRUG, properties: { provenance: from(recordKey, 1) } }),
    );
    const verified = await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.editor });
    expect(verified.data).toMatchObject({ whole: true, differences: [] });
    // typed again: a person's
    await world.save(next.data.caseKey, 'DG', [itemValue(DRUG, [1], 'By hand')], { rowNo: 1 });
    expect(await author(next.data.caseKey)).toMatchObject({ provenance: { by: 'person' } });
    expect(await masters(next.data.caseKey)).toEqual([]);
  });

  it('is found where it filled a case, also under another name', async () => {
    const kind = 'reporter';
    const saveReporter = (recordKey: number, name: string) =>
      world.server.call(saveRecord, {
        params: { sponsorKey: 1, kind, recordKey, page: 'RT' },
        body: { reason: 'Entered', retrievedAt: LATER, changes: [itemValue('RPT_ORGAN', [], name)] },
        token: admin,
      });
    const { recordKey } = (await saveReporter(0, 'Elm Clinic')).data;
    const { caseKey, caseNo } = await world.aCase();
    const organisation = {
      ...itemValue('C.2.r.2.1', [0], 'Elm Clinic'),
      properties: { provenance: from(recordKey, 1, kind) },
    };
    await world.save(caseKey, 'RP', [organisation], { rowNo: 0 });
    expect((await saveReporter(recordKey, 'Oak Clinic')).status).toBe(200);
    const params = { sponsorKey: 1, kind, recordKey };
    const uses = await world.server.call(readRecordUses, { params, token: admin });
    expect(uses.data.cases).toEqual({ total: 1, hidden: 0, some: [{ caseKey, caseNo }] });
  });

  it('is not told to a user from whom a role hides what it filled', async () => {
    const recordKey = await saveProduct(0, [itemValue('PRD_NAME', [], 'Secretol')]);
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DG', [filled('Secretol', from(recordKey, 1))], { rowNo: 0 });
    const roleId = 77;
    await world.query((trx) => insertRole(trx, 1, { roleId, name: 'Without drugs', privileges: PRIVILEGES }));
    const limited = await world.limitedUser('without.drugs', {}, roleId);
    expect(await masters(caseKey, limited)).toMatchObject([{ name: 'Secretol' }]);
    const rights = [{ itemId: DRUG, right: 'hidden' as const }];
    await setItemRights(world.server, { token: admin, roleId, rights });
    expect(await masters(caseKey, limited)).toEqual([]);
  });

  it('and was changed since is given as it was and as it is', async () => {
    const recordKey = await saveProduct(0, [
      itemValue('PRD_NAME', [], 'Changerol'),
      itemValue('BRAND_NAME', [], 'One'),
    ]);
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DG', [filled('Changerol', from(recordKey, 1))], { rowNo: 0 });
    expect(await masters(caseKey)).toMatchObject([{ recordKey, version: 1, earlier: [] }]);
    await saveProduct(recordKey, [itemValue('PRD_NAME', [], 'Changerol forte')]);
    await saveProduct(recordKey, [
      itemValue('PRD_NAME', [], 'Changerol ultra'),
      itemValue('BRAND_NAME', [], ''),
    ]);
    const value = (text: string) => expect.objectContaining({ value: text });
    const [found] = await masters(caseKey);
    expect(found).toMatchObject({ name: 'Changerol ultra', version: 3, state: 'active', deleted: false });
    expect(found?.values).toEqual({ PRD_NAME: value('Changerol ultra') });
    expect(found?.earlier).toEqual([
      { version: 1, values: { PRD_NAME: value('Changerol'), BRAND_NAME: value('One') }, rows: {} },
    ]);
    await world.save(caseKey, 'DG', [filled('Changerol forte', from(recordKey, 2))], { rowNo: 0 });
    const both = (await masters(caseKey))[0]?.earlier.toSorted((a, b) => a.version - b.version);
    expect(both?.map(({ values }) => values['PRD_NAME']?.value)).toEqual(['Changerol', 'Changerol forte']);
    // nothing changed by itself
    const page = await world.server.call(readPageRow, {
      params: { caseKey, page: 'DG', rowNo: 1 },
      token: world.editor,
    });
    expect(page.data.values).toContainEqual(expect.objectContaining({ itemId: DRUG, value: 'Changerol' }));
  });
});

describe('rows of a record', () => {
  const substance = (rowNo: number, deleted = false): CaseRow => ({
    group: 'SUBSTANCES',
    rowNo,
    rowNo2: 0,
    rowNo3: 0,
    rowId: `00000000-0000-4000-8000-00000000000${rowNo}`,
    sort: rowNo,
    deleted,
  });

  it('fill rows of a case, and are given as each version had them', async () => {
    const names = [itemValue('SUBSTANCE', [1], 'rowine'), itemValue('SUBSTANCE', [2], 'rowal')];
    const name = itemValue('PRD_NAME', [], 'Rowol');
    const recordKey = await saveProduct(0, [name, ...names], [substance(1), substance(2)]);
    const { caseKey } = await world.aCase();
    const ofDrug = (rowNo: number, text: string, row?: number) => ({
      ...itemValue('G.k.2.3.r.1', [0, rowNo], text),
      properties: {
        provenance: provenanceText({
          by: 'master',
          kind: 'product',
          recordKey,
          version: 1,
          ...(row && { row }),
        }),
      },
    });
    const save = (changed: readonly unknown[]) =>
      world.save(caseKey, 'DG', [filled('Rowol', from(recordKey, 1)), ...changed] as never, {
        rowNo: 0,
        rows: [{ ...substance(1), group: 'G.k.2.3.r', rowNo: 0, rowNo2: 1 }],
      });
    // of another row, of no row, another text
    for (const untrue of [ofDrug(1, 'rowine', 2), ofDrug(1, 'rowine'), ofDrug(1, 'rowin', 1)])
      expect(await save([untrue])).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
    expect(await save([ofDrug(1, 'rowine', 1)])).toMatchObject({ status: 200 });

    await saveProduct(
      recordKey,
      [itemValue('SUBSTANCE', [1], 'rowine besylate'), itemValue('SUBSTANCE', [3], 'rowex')],
      [substance(2, true), substance(3)],
    );
    const [found] = await masters(caseKey);
    const namesOf = (rows = found?.rows) =>
      rows?.['SUBSTANCES']?.map(({ rowNo, values }) => [rowNo, values['SUBSTANCE']?.value]);
    expect(namesOf()).toEqual([
      [1, 'rowine besylate'],
      [3, 'rowex'],
    ]);
    expect(namesOf(found?.earlier[0]?.rows)).toEqual([
      [1, 'rowine'],
      [2, 'rowal'],
    ]);
  });

  it('and itself fill codes of a regional dictionary, and each dosage', async () => {
    const recordKey = await saveProduct(0, [
      itemValue('PRD_NAME', [], 'Dosol'),
      itemValue('PRD_NDC', [], '0001-0001'),
      itemValue('DOSE_FORM', [], 'Syrup'),
    ]);
    const { caseKey } = await world.aCase();
    const provenance = from(recordKey, 1);
    const ofDrug = (itemId: string, path: number[], text: string) => ({
      ...itemValue(itemId, path, text),
      properties: { provenance },
    });
    const dosage = { ...substance(1), group: 'G.k.4.r', rowNo: 0, rowNo2: 1 };
    const save = (form: string) =>
      world.save(
        caseKey,
        'DG',
        [
          filled('Dosol', provenance),
          ofDrug('G.k.2.1.1b', [0], '0001-0001'),
          ofDrug('G.k.4.r.9.1', [0, 1], form),
        ],
        { rowNo: 0, rows: [dosage] },
      );
    expect(await save('Tablet')).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
    expect(await save('Syrup')).toMatchObject({ status: 200 });
  });
});

describe('an origin that is not true', () => {
  it.each<[string, (recordKey: number) => string]>([
    ['a record that does not exist', (recordKey) => from(recordKey + 1000, 1)],
    ['a version that does not exist', (recordKey) => from(recordKey, 9)],
    ['a kind that does not exist', (recordKey) => from(recordKey, 1, 'constructor')],
    ['another kind', () => from(1, 1, 'reporter')],
    ['something else', () => 'import/file.xml/1'],
  ])('is refused: %s', async (_, claim) => {
    const recordKey = await saveProduct(0, [itemValue('PRD_NAME', [], `Truth ${crypto.randomUUID()}`)]);
    const { caseKey } = await world.aCase();
    const saved = await world.save(caseKey, 'DG', [filled('Truth', claim(recordKey))], { rowNo: 0 });
    expect(saved).toMatchObject({ status: 422, errCode: 'ITEM_REFUSED' });
  });

  it('is refused: another value than the one the record filled in', async () => {
    const recordKey = await saveProduct(0, [itemValue('PRD_NAME', [], 'Trusted')]);
    const { caseKey } = await world.aCase();
    expect(
      await world.save(caseKey, 'DG', [filled('Trusted!', from(recordKey, 1))], { rowNo: 0 }),
    ).toMatchObject({
      status: 422,
    });
    expect(
      await world.save(caseKey, 'DG', [filled('Trusted', from(recordKey, 1))], { rowNo: 0 }),
    ).toMatchObject({
      status: 200,
    });
  });
});
