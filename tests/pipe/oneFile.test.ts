/**
 * One file adds a region: a text with a notation, a code of a list of its own, and a group of two levels, published to
 * a running server. Each thing that is made of an item has to follow from that file alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyFiles } from '../../.storybook/storyFiles.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { toJsonSchema, toUiSchema } from '../../schemas/compile/rjsfSchemas.ts';
import { schemaCheckIn } from '../../server/messages/schemaCheck.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import {
  addCase,
  downloadReport,
  exportCases,
  importFile,
  listCases,
  listVersions,
  publishSchemas,
  readCaseAudit,
  readCatalogue,
  readCodeList,
  readColumns,
  readFindings,
  readPage,
  saveColumnFilter,
  saveColumns,
  savePage,
  savePageRow,
} from '../../shared/contract/index.ts';
import { lintSchemas } from '../../shared/schemas/lintSchemas.ts';
import { addressOfLink, linkTo } from '../../src/engine/page/deepLink.ts';
import { createPageSession } from '../../src/engine/session/pageSession.ts';
import { wordsIn } from '../../src/catalogue/words.ts';
import { PRODUCT_EDITING, putEditing } from '../api/putEditing.ts';
import { startTestServer, type TestServer } from '../api/harness.ts';
import { demoDataDir, ownData } from '../demoData.ts';
import { referenceDir } from '../conformance/reference.ts';

const FILE = 'appendices/XX.appendix.json';
const text = readFileSync(join(import.meta.dirname, 'one-file', 'XX.appendix.json'), 'utf8');
const sources = readSourceTexts();
const withXX = [...sources, { file: FILE, text }];

const NOTE = 'C.1.XX.1';
const SETTING = 'E.i.XX.1';
const PLACE = 'D.XX.r.1';
const SCORE = 'D.XX.r.s.1';
const LATER = '2999-01-01T00:00:00.000Z';
const xsdDir = process.env['CASEWRIGHT_XSD_DIR'] ?? join(referenceDir, 'schemas-xsd');
const validate = schemaCheckIn(xsdDir);

let server: TestServer;
let editor: string;
let catalogue: Catalogue;
let caseKey: number;
let xml: string;

const xx = { appendix: 'XX' };
const valueAt = (itemId: string, path: number[], value: string, notation: string | null = null) => ({
  ...addressAt(itemId, path),
  value,
  nullFlavor: null,
  notation,
});
const row = (group: string, rowNo: number, rowNo2: number) => ({
  group,
  rowNo,
  rowNo2,
  rowNo3: 0,
  rowId: crypto.randomUUID(),
  sort: rowNo2 || rowNo,
  deleted: false,
});
const pageOf = async (page: string, key = caseKey) =>
  (await server.call(readPage, { params: { caseKey: key, page }, query: xx, token: editor })).data;

beforeAll(async () => {
  server = await startTestServer({ data: ownData(demoDataDir()) });
  await putEditing(server, PRODUCT_EDITING);
  editor = await server.token('case.editor');
  const before = await server.call(readCatalogue, { params: xx, token: editor });
  expect((before.data as unknown as Catalogue).items[NOTE]).toBeUndefined();
  const body = { changes: [{ file: FILE, text }], reason: 'New guidance of Examplia', basedOn: 0 };
  const published = await server.call(publishSchemas, { body, token: await server.token('sponsor.admin') });
  expect(published).toMatchObject({ status: 200, data: { versionNo: 1, changed: [FILE] } });
  catalogue = (await server.call(readCatalogue, { params: xx, token: editor })).data as unknown as Catalogue;
  caseKey = (await server.call(addCase, { body: {}, token: editor })).data.caseKey;
});
afterAll(() => server.stop());

it('holds no mistake', () => {
  expect(lintSchemas(withXX).filter(({ file }) => file === FILE)).toEqual([]);
});

describe('the form', () => {
  it('has the items at their places, for this region only', async () => {
    expect(catalogue.items[NOTE]).toMatchObject({ page: 'CI', appendix: 'XX', notation: true });
    expect(catalogue.items[SCORE]?.groups).toEqual(['D.XX.r', 'D.XX.r.s']);
    for (const [page, itemId] of [
      ['CI', NOTE],
      ['AE', SETTING],
      ['DM', SCORE],
    ] as const) {
      const key = catalogue.items[itemId]?.formKey ?? '';
      expect(JSON.stringify(toJsonSchema(catalogue, page))).toContain(key);
      expect(JSON.stringify(toUiSchema(catalogue, page))).toContain(key);
    }
    const us = await server.call(readCatalogue, { params: { appendix: 'US' }, token: editor });
    expect((us.data as unknown as Catalogue).items[NOTE]).toBeUndefined();
  });

  it('shows what the file changes of ICH', () => {
    expect(catalogue.items['D.1']).toMatchObject({ nullFlavors: ['MSK', 'UNK'], maxLength: 20 });
    expect(catalogue.items['C.1.7']).toBeUndefined();
    expect(catalogue.items['D.5']?.required).toMatchObject({ 'XXA/clinic': 'M' });
  });

  it('offers the codes of its list in the language of the user; without a word the English one is taken', async () => {
    const codes = await server.call(readCodeList, {
      params: { itemId: SETTING },
      query: { ...xx, language: 'ko' },
      token: editor,
    });
    expect(codes.data.codeList.map(({ codeLabel }) => codeLabel)).toEqual(['자택', '직장']);
    const { label } = catalogue.items[NOTE] ?? { label: { en: '', ko: '', ja: '', zh: '' } };
    expect(wordsIn({ ...label, zh: '' }, 'zh')).toBe(label.en);
  });

  it('has a story of each item', () => {
    const stories = storyFiles(compileCatalogue(withXX))
      .map((file) => file.text)
      .join('\n');
    for (const itemId of [NOTE, SETTING, PLACE, SCORE]) expect(stories).toContain(`"itemId":"${itemId}"`);
  });
});

describe('an edit', () => {
  it('stands in the change map, with its rows', () => {
    const session = createPageSession({
      content: { values: [], rows: [] },
      catalogue,
      page: 'DM',
      rowNo: 0,
      readOnly: false,
    });
    const visit = session.addRow('D.XX.r', []);
    const measure = session.addRow('D.XX.r.s', [visit.rowNo]);
    session.setValue(addressAt(SCORE, [measure.rowNo, measure.rowNo2]), '7');
    const { items, rows } = session.changes();
    expect(items).toMatchObject([{ itemId: SCORE, rowNo: 1, rowNo2: 1, value: '7' }]);
    expect(rows.map(({ group }) => group)).toEqual(['D.XX.r', 'D.XX.r.s']);
  });

  it('is saved and read again', async () => {
    const save = (page: string, body: object) =>
      server.call(savePage, {
        params: { caseKey, page },
        query: xx,
        body: { reason: 'New', retrievedAt: LATER, ...body },
        token: editor,
      });
    const ci = await save('CI', { changes: [valueAt(NOTE, [], '4711', '사칠일일')] });
    expect(ci.status).toBe(200);
    const dm = await save('DM', {
      changes: [valueAt(PLACE, [1], 'North'), valueAt(SCORE, [1, 1], '7'), valueAt(SCORE, [1, 2], '9')],
      rows: [row('D.XX.r', 1, 0), row('D.XX.r.s', 1, 1), row('D.XX.r.s', 1, 2)],
    });
    expect(dm.status).toBe(200);
    const ae = await server.call(savePageRow, {
      params: { caseKey, page: 'AE', rowNo: 0 },
      query: xx,
      body: {
        reason: 'New',
        retrievedAt: LATER,
        changes: [valueAt('E.i.1.1a', [0], 'Itchy rash'), valueAt(SETTING, [0], 'W')],
      },
      token: editor,
    });
    expect(ae.status).toBe(200);
    expect((await pageOf('CI')).values).toContainEqual(
      expect.objectContaining({ itemId: NOTE, notation: '사칠일일' }),
    );
    expect((await pageOf('DM')).values).toContainEqual(
      expect.objectContaining({ itemId: SCORE, rowNo: 1, rowNo2: 2, value: '9' }),
    );
  });

  it('is audited under its label', async () => {
    const { data } = await server.call(readCaseAudit, {
      params: { caseKey },
      query: { ...xx, language: 'ko', rowCount: 100 },
      token: editor,
    });
    const labels = data.listInfo.map(({ itemLabel }) => itemLabel).join('\n');
    for (const label of ['부처 참조 번호', '이상사례 발생 장소', '조치 점수'])
      expect(labels).toContain(label);
  });

  it('marks the version of the case with the schema version it was made with', async () => {
    const { data } = await server.call(listVersions, { params: { caseKey }, token: editor });
    expect(data.listInfo[0]).toMatchObject({ catalogueVersion: catalogue.version });
  });
});

describe('its rules', () => {
  const findings = async () =>
    (
      await server.call(readFindings, {
        params: { caseKey },
        query: { ...xx, receiver: 'XXA' },
        token: editor,
      })
    ).data.findings;

  it('find what is wrong, at the item that the finding leads to', async () => {
    const found = (await findings()).find(({ ruleId }) => ruleId === 'XX.1');
    expect(found).toMatchObject({ itemId: NOTE, severity: 'error' });
    const link = new URL(linkTo(addressAt(NOTE, []), 'http://localhost/case/1/detail/CI'));
    expect(addressOfLink(link.searchParams)).toEqual(addressAt(NOTE, []));
  });

  it('ask for what the authority demands', async () => {
    const another = (await server.call(addCase, { body: {}, token: editor })).data.caseKey;
    const { data } = await server.call(readFindings, {
      params: { caseKey: another },
      query: { ...xx, receiver: 'XXA' },
      token: editor,
    });
    const missing = data.findings.filter(({ ruleId }) => ruleId === 'item.missing');
    expect(missing.map(({ itemId }) => itemId)).toContain(NOTE);
  });
});

describe('the list', () => {
  it('has the items as columns with the filter of their kind, and takes them along when it is exported', async () => {
    const menu = { menuId: 'MU-CS' };
    const { data } = await server.call(readColumns, { params: menu, query: xx, token: editor });
    const column = (id: string) => data.listInfo.find(({ columnId }) => columnId === id);
    expect(column(NOTE)).toMatchObject({
      filterType: 'LIKE',
      visible: 'Y',
      columnLabel: 'Reference of the ministry',
    });
    expect(column(SETTING)).toMatchObject({ filterType: 'CHECK', visible: 'N' });
    expect(column(SCORE)).toMatchObject({ filterType: 'BETWEEN_NUMERIC' });

    const visible = ['caseNo', NOTE, SETTING, SCORE];
    await server.call(saveColumns, { params: menu, query: xx, body: { visible }, token: editor });
    const filters = [{ filterType: 'BETWEEN_NUMERIC', valueCode: '8', valueCode2: '9' }];
    await server.call(saveColumnFilter, {
      params: { ...menu, columnId: SCORE },
      query: xx,
      body: { filters },
      token: editor,
    });
    const list = await server.call(listCases, { query: xx, token: editor });
    expect(list.data.listInfo.map(({ rowKey }) => rowKey)).toEqual([String(caseKey)]);
    expect(list.data.listInfo[0]?.cells).toMatchObject({
      [NOTE]: '4711 (사칠일일)',
      [SETTING]: 'Workplace',
      [SCORE]: '7; 9',
    });
    const file = (
      await server.call(exportCases, { query: { ...xx, format: 'CSV' }, token: editor })
    ).bytes.toString('utf8');
    expect(file).toContain('Reference of the ministry,Setting of the reaction,Score of the measure');
    expect(file).toContain('4711 (사칠일일),Workplace,7; 9');
  });
});

describe('the message', () => {
  it('holds the values at the places the file names', async () => {
    const answer = await server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      query: { ...xx, receiver: 'XXA' },
      token: editor,
    });
    xml = answer.bytes.toString('utf8');
    for (const value of ['>4711<', 'code="W"', '>North<', 'value="7"', 'value="9"'])
      expect(xml).toContain(value);
  });

  it('has the notation where it is asked for', async () => {
    const params = { caseKey, reportId: 'XML' };
    const query = { ...xx, receiver: 'XXA', notation: 'Y' };
    const answer = await server.call(downloadReport, { params, query, token: editor });
    expect(answer.bytes.toString('utf8')).toContain('>사칠일일<');
  });

  it.skipIf(validate === null)('keeps to the ICH schema', () => {
    expect(validate?.(xml)).toEqual([]);
  });

  it('is read again with all of them', async () => {
    const file = { name: 'again.xml', type: 'application/xml', bytes: xml.replaceAll('4711', '4712') };
    const { data } = await server.call(importFile, {
      params: { sponsorKey: 1 },
      query: xx,
      file,
      token: editor,
    });
    const again = data.cases[0]?.caseKey ?? 0;
    const values = (await pageOf('DM', again)).values;
    expect(values).toContainEqual(expect.objectContaining({ itemId: PLACE, rowNo: 1, value: 'North' }));
    expect(values).toContainEqual(
      expect.objectContaining({ itemId: SCORE, rowNo: 1, rowNo2: 2, value: '9' }),
    );
    expect((await pageOf('CI', again)).values).toContainEqual(
      expect.objectContaining({ itemId: NOTE, value: '4712' }),
    );
  });
});
