/** Records of case info: described by schema files, saved and audited like pages of cases. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { toJsonSchema } from '../../schemas/compile/compileCatalogue.ts';
import {
  changeRecordLife,
  copyRecord,
  exportRecords,
  listProductOptions,
  listRecordAudit,
  listRecordOptions,
  listRecords,
  publishSchemas,
  readCatalogue,
  readCodeList,
  readColumns,
  readRecord,
  readRecordItemAudit,
  readRecordUses,
  saveRecord,
} from '../../shared/contract/index.ts';
import { SCHEMAS_DIR } from '../../server/catalogue/readSourceTexts.ts';
import { verifyChain } from '../../server/audit/verifyChain.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

const of = (recordKey: number) => ({ sponsorKey: 1, kind: 'product', recordKey });
const read = (recordKey: number, token = admin) =>
  world.server.call(readRecord, { params: { ...of(recordKey), page: 'PD' }, token });
const save = (recordKey: number, body: Record<string, unknown>, token = admin) =>
  world.server.call(saveRecord, {
    params: { ...of(recordKey), page: 'PD' },
    body: { reason: 'Entered', retrievedAt: LATER, changes: [], ...body },
    token,
  });
const named = (name: string) => save(0, { changes: [itemValue('PRD_NAME', [], name)] });
const row = (group: string, rowNo: number) => ({
  group,
  rowNo,
  rowNo2: 0,
  rowNo3: 0,
  rowId: crypto.randomUUID(),
  sort: rowNo,
  deleted: false,
});
const receiver = async () =>
  (
    await world.server.call(saveRecord, {
      params: { sponsorKey: 1, kind: 'receiver', recordKey: 0, page: 'RV' },
      body: { reason: 'Entered', retrievedAt: LATER, changes: [itemValue('receiverName', [], 'Partner')] },
      token: admin,
    })
  ).data.recordKey;
const listed = async (query: Record<string, unknown> = {}, token = admin) =>
  (await world.server.call(listRecords, { params: { sponsorKey: 1, kind: 'product' }, query, token })).data
    .listInfo;

describe('a record', () => {
  it('is added with its rows, read again, and found in list and dialog', async () => {
    const saved = await save(0, {
      changes: [
        itemValue('PRD_NAME', [], { value: 'Aldorine 5 mg', notation: '알도린 5 mg' }),
        itemValue('SUBSTANCE', [1], 'aldorine'),
        itemValue('AUTH_COUNTRY', [1], 'KR'),
        itemValue('AUTH_NUMBER', [1], { nullFlavor: 'UNK' }),
      ],
      rows: [row('SUBSTANCES', 1), row('AUTHORISATIONS', 1)],
    });
    expect(saved).toMatchObject({ status: 200, data: { changed: 6, rows: [{ rowNo: 1 }, { rowNo: 1 }] } });
    const { recordKey } = saved.data;
    const { data } = await read(recordKey);
    expect(data).toMatchObject({ name: 'Aldorine 5 mg', versionNo: 1, saved: 'Y', readOnly: null });
    expect(data.values).toContainEqual(
      expect.objectContaining({ itemId: 'AUTH_NUMBER', rowNo: 1, nullFlavor: 'UNK' }),
    );
    expect(await listed({ keyword: '알도린' })).toMatchObject([
      {
        name: 'Aldorine 5 mg',
        link: `caseinfo/product/${recordKey}/detail`,
        cells: { SUBSTANCE: 'aldorine', AUTH_COUNTRY: expect.stringContaining('Korea'), recordVersion: '1' },
        codes: { AUTH_COUNTRY: ['KR'], recordState: ['active'] },
      },
    ]);
    const options = { params: { sponsorKey: 1 }, query: { keyword: 'aldor' }, token: world.editor };
    expect((await world.server.call(listProductOptions, options)).data.listInfo).toMatchObject([
      { PRD_KEY: recordKey, PRD_NAME: 'Aldorine 5 mg (알도린 5 mg)', SUBSTANCE: 'aldorine' },
    ]);
  });

  it('has neighbours in the order of names', async () => {
    const all = await listed({ rowCount: 100 });
    const [first, second] = all.map(({ rowKey }) => Number(rowKey));
    expect((await read(first ?? 0)).data).toMatchObject({ previousKey: null, nextKey: second });
    expect((await read(second ?? 0)).data.previousKey).toBe(first);
  });

  it('is not added with the name of another one, whatever its case', async () => {
    await named('Twice');
    const again = await named('TWICE');
    expect(again).toMatchObject({
      status: 422,
      errCode: 'ITEM_REFUSED',
      details: [{ itemId: 'PRD_NAME', message: 'value already exists' }],
    });
    const both = await Promise.all([named('At once'), named('at once')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('keeps what two users save, item by item, and refuses what one of them has not seen', async () => {
    const { recordKey } = (await named('Shared')).data;
    const { retrievedAt } = (await read(recordKey)).data;
    const mine = { retrievedAt, changes: [itemValue('PRD_CODE', [], 'A-1')] };
    expect((await save(recordKey, mine)).status).toBe(200);
    const theirs = { retrievedAt, changes: [itemValue('BRAND_NAME', [], 'Shared brand')] };
    expect((await save(recordKey, theirs)).status).toBe(200);
    const stale = { retrievedAt, changes: [itemValue('PRD_CODE', [], 'A-2')] };
    expect(await save(recordKey, stale)).toMatchObject({
      errCode: 'CASE_CHANGED',
      details: [{ itemId: 'PRD_CODE', value: 'A-1', changedByName: 'Seo Ha-neul' }],
    });
    expect((await read(recordKey)).data.versionNo).toBe(3);
  });

  it('takes no item of cases, no wrong structure and no unchanged save', async () => {
    const { recordKey } = (await named('Refusing')).data;
    const refused = async (change: object) => (await save(recordKey, { changes: [change] })).errCode;
    expect(await refused(itemValue('D.1', [], 'x'))).toBe('ITEM_REFUSED');
    expect(await refused(itemValue('PRD_NAME', [], 'x'.repeat(251)))).toBe('ITEM_REFUSED');
    expect(await refused(itemValue('SUBSTANCE', [7], 'no such row'))).toBe('ITEM_REFUSED');
    expect(await refused(itemValue('PRD_NAME', [], 'Refusing'))).toBe('NO_MODIFIED_DATA');
    expect((await read(recordKey)).data.versionNo).toBe(1);
  });

  it('is read by readers and changed by nobody without the privilege', async () => {
    const { recordKey } = (await named('Read only')).data;
    expect((await read(recordKey, world.reader)).data.readOnly).toBe('noPrivilege');
    const change = { changes: [itemValue('PRD_CODE', [], '1')] };
    expect((await save(recordKey, change, world.reader)).errCode).toBe('NO_PRIVILEGE');
  });

  it('is found by users within their limits alone, who add none', async () => {
    const { recordKey } = (await named('Limited')).data;
    const limited = await world.limitedUser('of.one.product', { productKeys: [recordKey] }, 1);
    expect((await listed({}, limited)).map(({ name }) => name)).toEqual(['Limited']);
    expect((await read(1, limited)).errCode).toBe('RECORD_NOT_FOUND');
    expect((await read(recordKey, limited)).data.nextKey).toBeNull();
    const added = await save(0, { changes: [itemValue('PRD_NAME', [], 'Unseen')] }, limited);
    expect(added.errCode).toBe('NO_PRIVILEGE');
    const uses = await world.server.call(readRecordUses, { params: of(recordKey), token: admin });
    expect(uses.data.users).toMatchObject({ total: 1, some: [{ userId: 'of.one.product' }] });
  });

  it('is unknown without its kind, or without the record', async () => {
    const kind = { sponsorKey: 1, kind: 'nothing' };
    expect((await world.server.call(listRecords, { params: kind, token: admin })).status).toBe(404);
    expect((await read(9999)).errCode).toBe('RECORD_NOT_FOUND');
  });
});

describe('every kind that schema files describe', () => {
  it('is added, read, listed, offered and audited by the same calls', async () => {
    const all = Object.values(world.server.deps.catalogue.whole.records);
    const kinds = all.filter(({ privilege }) => privilege === 'CASE_INFO');
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'narrative',
      'product',
      'receiver',
      'reporter',
      'sender',
      'study',
      'synonym',
    ]);
    for (const { kind, nameItem, keyColumn, approval, catalogue } of kinds) {
      const page = catalogue.pageOrder[0] ?? '';
      const ofKind = { sponsorKey: 1, kind };
      const body = {
        reason: 'Entered',
        retrievedAt: LATER,
        changes: [itemValue(nameItem, [], `Common ${kind}`)],
      };
      const params = { ...ofKind, recordKey: 0, page };
      const saved = await world.server.call(saveRecord, { params, body, token: admin });
      expect(saved.status, kind).toBe(200);
      const { recordKey } = saved.data;
      const read = await world.server.call(readRecord, { params: { ...params, recordKey }, token: admin });
      expect(read.data.name).toBe(`Common ${kind}`);
      const query = { keyword: 'common' };
      const list = await world.server.call(listRecords, { params: ofKind, query, token: admin });
      expect(list.data.listInfo).toMatchObject([{ name: `Common ${kind}`, rowKey: String(recordKey) }]);
      const options = await world.server.call(listRecordOptions, { params: ofKind, query, token: admin });
      // what another user has to approve first is not offered yet
      const offered = approval ? [] : [{ [keyColumn]: recordKey, [nameItem]: `Common ${kind}` }];
      expect(options.data.listInfo).toMatchObject(offered);
      const audit = { ...ofKind, recordKey };
      const trail = await world.server.call(listRecordAudit, { params: audit, token: admin });
      expect(trail.data.listInfo).toHaveLength(1);
    }
  });
});

describe('the life of a record', () => {
  const act = (recordKey: number, action: string) =>
    world.server.call(changeRecordLife, {
      params: of(recordKey),
      body: { action, reason: 'No longer sold' },
      token: admin,
    });
  const offered = async (keyword: string) =>
    (
      await world.server.call(listRecordOptions, {
        params: { sponsorKey: 1, kind: 'product' },
        query: { keyword },
        token: world.editor,
      })
    ).data.listInfo.length;

  it('offers it to cases while it is in use', async () => {
    const { recordKey } = (await named('Mortal')).data;
    expect(await offered('Mortal')).toBe(1);
    expect((await act(recordKey, 'retire')).data).toEqual({ state: 'retired', deleted: false });
    expect(await offered('Mortal')).toBe(0);
    expect((await act(recordKey, 'retire')).errCode).toBe('RECORD_ACTION_REFUSED');
    await act(recordKey, 'release');
    expect(await offered('Mortal')).toBe(1);
    await act(recordKey, 'delete');
    expect(await offered('Mortal')).toBe(0);
    const change = { changes: [itemValue('PRD_CODE', [], '1')] };
    expect((await save(recordKey, change)).errCode).toBe('RECORD_READ_ONLY');
    expect((await listed({ keyword: 'Mortal' })).length).toBe(0);
    expect(await listed({ keyword: 'Mortal', deleted: 'Y' })).toMatchObject([{ delFlag: 'Y' }]);
    expect((await act(recordKey, 'restore')).data).toEqual({ state: 'active', deleted: false });
    expect((await read(recordKey)).data.versionNo).toBe(5);
  });

  it('does not go on under a name that another record has by now, also in other letters', async () => {
    const { recordKey } = (await named('Reborn')).data;
    await act(recordKey, 'delete');
    const other = (await named('REBORN')).data.recordKey;
    expect(await act(recordKey, 'restore')).toMatchObject({
      status: 409,
      errCode: 'RECORD_NAME_TAKEN',
      errMsg: expect.stringContaining('Reborn') as string,
    });
    await save(other, { changes: [itemValue('PRD_NAME', [], 'Another')] });
    expect((await act(recordKey, 'restore')).status).toBe(200);
    const copy = await world.server.call(copyRecord, {
      params: of(recordKey),
      body: { reason: 'New' },
      token: admin,
    });
    expect((await act(copy.data.recordKey, 'release')).errCode).toBe('RECORD_NAME_TAKEN');
  });

  it('begins anew as a draft in a copy, with all values and rows', async () => {
    const copied = await world.server.call(copyRecord, {
      params: of(1),
      body: { reason: 'New strength' },
      token: admin,
    });
    const [source, copy] = [(await read(1)).data, (await read(copied.data.recordKey)).data];
    expect(copy).toMatchObject({ name: source.name, life: { state: 'draft' } });
    expect([copy.values, copy.rows]).toEqual([source.values, source.rows]);
    expect(copy.values.length).toBeGreaterThan(5);
  });

  it('names the cases and records that use it, and counts those that the user may not see', async () => {
    const usesFor = async (kind: string, recordKey: number, token: string) =>
      (await world.server.call(readRecordUses, { params: { sponsorKey: 1, kind, recordKey }, token })).data;
    const all = await usesFor('product', 1, admin);
    expect(all.cases.total).toBeGreaterThan(0);
    expect(all.cases.some[0]?.caseNo).toMatch(/^CASE-/);
    expect(all.records).toEqual([
      { kind: 'study', total: 1, hidden: 0, some: [{ recordKey: 1, name: 'HB-VEL-301' }] },
    ]);
    const ofSender2 = await world.limitedUser('of.sender.2', { senderKeys: [2], studyKeys: [2] }, 1);
    const seen = await usesFor('product', 1, ofSender2);
    expect(seen.cases.total).toBeLessThan(all.cases.total);
    expect(seen.cases.total + seen.cases.hidden).toBe(all.cases.total);
    expect(seen.records).toEqual([{ kind: 'study', total: 0, hidden: 1, some: [] }]);
    const sender = await usesFor('sender', 1, admin);
    expect(sender.records).toMatchObject([{ kind: 'product', total: 3 }]);
    expect((await usesFor('receiver', await receiver(), admin)).cases).toEqual({
      total: 0,
      hidden: 0,
      some: [],
    });
  });

  it('does not end for the last sender in use', async () => {
    const end = (recordKey: number, action: string) =>
      world.server.call(changeRecordLife, {
        params: { sponsorKey: 1, kind: 'sender', recordKey },
        body: { action, reason: 'Closed' },
        token: admin,
      });
    const own = (
      await world.server.call(listRecords, {
        params: { sponsorKey: 1, kind: 'sender' },
        token: admin,
      })
    ).data.listInfo
      .map(({ rowKey }) => Number(rowKey))
      .filter((key) => key !== 1);
    for (const key of own) expect((await end(key, 'retire')).status).toBe(200);
    for (const action of ['retire', 'delete'])
      expect(await end(1, action)).toMatchObject({ status: 409, errCode: 'LAST_RECORD' });
    for (const key of own) await end(key, 'release');
    expect((await end(1, 'retire')).status).toBe(200);
    await end(1, 'release');
  });
});

describe('the audit trail of a record', () => {
  it('has every change with its reason, as a list and of one item, in a chain that holds', async () => {
    const { recordKey } = (await named('Audited')).data;
    await save(recordKey, { reason: 'Corrected', changes: [itemValue('PRD_KIND', [], 'vaccine')] });
    await save(recordKey, { reason: 'Corrected again', changes: [itemValue('PRD_KIND', [], 'drug')] });
    const query = { language: 'en', itemId: 'PRD_KIND', rowNo: 0, rowNo2: 0, rowNo3: 0 };
    const item = await world.server.call(readRecordItemAudit, { params: of(recordKey), query, token: admin });
    expect(item.data.listInfo).toMatchObject([
      { no: 2, itemLabel: 'Kind of product', oldValue: 'vaccine', value: 'drug', reason: 'Corrected again' },
      { no: 1, action: 'add', value: 'vaccine', reason: 'Corrected' },
    ]);
    const audit = await world.server.call(listRecordAudit, { params: of(recordKey), token: admin });
    expect(audit.data.listInfo.map(({ cells }) => [cells['item'], cells['after']])).toEqual([
      ['Kind of product', 'Drug'],
      ['Kind of product', 'Vaccine'],
      ['Product name', 'Audited'],
    ]);
    const chain = { sponsorKey: 1, scope: 'record/product', scopeKey: recordKey } as const;
    const checks = { keys: world.server.deps.auditKeys, anchored: null };
    const report = await world.query((trx) => verifyChain(trx, chain, checks));
    expect(report).toMatchObject({ whole: true, saves: 3 });
  });
});

describe('a field that an analyst adds to products in one file', () => {
  const FILE = 'records/product/PD.page.json';
  const FIELD = {
    itemId: 'PRD_SHELF_LIFE',
    label: { en: 'Shelf life', ko: '유효 기간', ja: '有効期間', zh: '有效期' },
    control: 'codeList',
    codeList: 'units-duration',
    list: { column: true, select: true },
  };

  it('is in form, codes, list, filter, audit, dialog and file', async () => {
    const page = JSON.parse(readFileSync(join(SCHEMAS_DIR, FILE), 'utf8')) as { content: object[] };
    const text = JSON.stringify({ ...page, content: [...page.content, FIELD] });
    const body = { changes: [{ file: FILE, text }], reason: 'Asked for by quality', basedOn: 0 };
    const published = await world.server.call(publishSchemas, { body, token: admin });
    expect(published).toMatchObject({ status: 200, data: { changed: [FILE] } });

    const read = await world.server.call(readCatalogue, { params: { appendix: 'KR' }, token: admin });
    const { records } = read.data as unknown as Catalogue;
    const form = records['product']?.catalogue as Catalogue;
    expect(JSON.stringify(toJsonSchema(form, 'PD'))).toContain('PRD_SHELF_LIFE');
    const codes = await world.server.call(readCodeList, {
      params: { itemId: 'PRD_SHELF_LIFE' },
      query: { language: 'en' },
      token: admin,
    });
    expect(codes.data.codeList.map(({ codeValue }) => codeValue)).toContain('mo');

    const saved = await save(0, {
      changes: [itemValue('PRD_NAME', [], 'Shelved'), itemValue('PRD_SHELF_LIFE', [], 'mo')],
    });
    const { recordKey } = saved.data;
    expect(await listed({ keyword: 'Shelved', language: 'en' })).toMatchObject([
      { cells: { PRD_SHELF_LIFE: 'month' }, codes: { PRD_SHELF_LIFE: ['mo'] } },
    ]);
    const columns = await world.server.call(readColumns, { params: { menuId: 'MU-CI-PD' }, token: admin });
    expect(JSON.stringify(columns.data)).toContain('PRD_SHELF_LIFE');
    const audit = await world.server.call(listRecordAudit, { params: of(recordKey), token: admin });
    expect(audit.data.listInfo.map(({ cells }) => cells['item'])).toContain('Shelf life');
    const options = await world.server.call(listRecordOptions, {
      params: { sponsorKey: 1, kind: 'product' },
      query: { keyword: 'Shelved' },
      token: world.editor,
    });
    // as the row of a dialog shows it
    expect(options.data.listInfo).toMatchObject([{ PRD_SHELF_LIFE: 'month' }]);
    const file = await world.server.call(exportRecords, {
      params: { sponsorKey: 1, kind: 'product' },
      query: { format: 'CSV', language: 'en', keyword: 'Shelved' },
      token: admin,
    });
    expect(file.bytes.toString('utf8')).toContain('Shelf life');
    expect(file.bytes.toString('utf8')).toContain('month');
  });
});
