/** Cases from spreadsheets: the template, its import, its bad cells, follow-ups, and files that are none. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmImport,
  downloadImportTemplate,
  fetchCommentedFile,
  listImportMessages,
  readImport,
  readImportFiles,
  readImportMessage,
  readImportRun,
  sendImportFile,
  type ImportRun,
} from '../../shared/contract/index.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { readCaseContent } from '../../server/cases/record/readCase.store.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { commentsIn, filledTemplate, partsOf, tablesOf, type FilledLines } from './filledTemplate.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { zipOf } from '../../shared/testing/zip.ts';

let server: TestServer;
let token: string;
let template: Uint8Array;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
  template = await templateOf({});
});
afterAll(() => server.stop());

const templateOf = async (query: { items?: string; language?: string; appendix?: string }) => {
  const { bytes, status } = await server.call(downloadImportTemplate, {
    token,
    params: { sponsorKey: 1 },
    query,
  });
  expect(status).toBe(200);
  return new Uint8Array(bytes);
};

async function read(bytes: Uint8Array<ArrayBuffer> | string, name = 'cases.xlsx'): Promise<ImportRun> {
  const params = { runKey: randomUUID() };
  await server.call(sendImportFile, { token, params, file: { name, bytes } });
  await server.call(readImportFiles, { token, params });
  return inState(params.runKey, 'deciding');
}

const inState = (runKey: string, state: ImportRun['state']): Promise<ImportRun> =>
  eventually(async () => {
    const run = (await server.call(readImportRun, { token, params: { runKey } })).data;
    expect(run.state).toBe(state);
    return run;
  });

const messagesOf = async ({ runKey }: ImportRun) =>
  (await server.call(listImportMessages, { token, params: { runKey }, query: { rowCount: 100 } })).data
    .listInfo;

async function imported(lines: FilledLines) {
  const { runKey } = await read(await filledTemplate(template, lines));
  await server.call(confirmImport, { token, params: { runKey } });
  const { files } = await inState(runKey, 'done');
  const params = { sponsorKey: 1, dataKey: files[0]?.dataKey ?? 0 };
  return (await server.call(readImport, { token, params, query: { rowCount: 100 } })).data.cases;
}

const contentOf = async (caseKey: number | null | undefined): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (await inSponsor(server.db, 1, (trx) => readCaseContent(trx, 1, caseKey ?? 0))).values.map((value) => [
      addressKey(value),
      value.value ?? value.nullFlavor,
    ]),
  );

const CASE = { case: 'A', 'C.1.1': 'KR-XL-1', 'C.1.4': '2025-01-10', 'C.1.5': '20250110', 'D.1': 'X.L.' };

describe('the template of cases', () => {
  it('has the items of the region with their choices and explanations, in the language', async () => {
    const korean = await templateOf({
      language: 'ko',
      appendix: 'KR',
      items: 'D.5,G.k.4.r.1a,G.k.KR.device.r.1',
    });
    const tables = await tablesOf(korean);
    const headings = tables.map(({ rows }) => (rows[0] ?? []).map(String));
    expect(headings.slice(0, 4)).toEqual([
      ['사례 [case]', '성별 [D.5]'],
      ['사례 [case]', expect.stringMatching(/\[row\/G\.k\]$/)],
      [
        '사례 [case]',
        expect.stringMatching(/\[row\/G\.k\]$/),
        expect.stringMatching(/\[row\/G\.k\.4\.r\]$/),
        expect.stringMatching(/\[G\.k\.4\.r\.1a\]$/),
        expect.stringMatching(/\[G\.k\.4\.r\.1b\]$/),
      ],
      [
        '사례 [case]',
        expect.anything(),
        expect.anything(),
        expect.stringMatching(/\[G\.k\.KR\.device\.r\.1\]$/),
      ],
    ]);
    expect(tables.at(-2)?.rows.flat()).toEqual(expect.arrayContaining(['1 남성', '[MSK]']));
    expect(tables.at(-1)?.rows[1]).toEqual(['region', '지역', 'KR']);
    const first = (await partsOf(korean)).get('xl/worksheets/sheet1.xml');
    expect(first).toContain(`<formula1>'_codes'!$A$2:$A$`);
    expect(first).toContain('promptTitle="성별 [D.5]"');
    const refused = await server.call(downloadImportTemplate, {
      token,
      params: { sponsorKey: 1 },
      query: { items: 'D.5,N.1.1' },
    });
    expect(refused).toMatchObject({ status: 422, errCode: 'IMPORT_ITEMS_UNKNOWN' });
  });
});

describe('a filled template', () => {
  it('becomes cases, of which those with bad cells are refused whole', async () => {
    const filled = await filledTemplate(template, {
      case: [
        { ...CASE, 'C.1.4': { serial: 45667 }, 'D.5': 'Female' },
        { ...CASE, case: 'B', 'C.1.1': 'KR-XL-2', 'C.1.4': '5/6/2025', 'D.5': { formula: '1+1' } },
      ],
      'E.i': [
        { case: 'A', 'E.i.1.1a': 'itchy rash', 'E.i.4': '2025-01-05' },
        { case: 'B', 'E.i.1.1a': 'vertigo' },
        { case: 'C', 'E.i.1.1a': 'of no case' },
      ],
      'G.k': [{ case: 'A', 'G.k.1': '1', 'G.k.2.2': 'Velanorix' }],
      'G.k.4.r': [{ case: 'A', 'G.k.4.r.1a': '5', 'G.k.4.r.1b': 'mg' }],
    });
    const run = await read(filled);
    expect(run).toMatchObject({ messages: 3, chosen: 1, proposals: { new: 1, refused: 2 } });
    expect(run.files).toMatchObject([{ hasComments: true }]);
    const [one, two, rest] = await messagesOf(run);
    expect(one).toMatchObject({ form: 'XLSX', caseNumber: 'KR-XL-1', proposal: 'new', problem: null });
    expect(two).toMatchObject({
      caseNumber: 'KR-XL-2',
      problem: expect.stringContaining('Cells cannot be read'),
    });
    const bad = await server.call(readImportMessage, {
      token,
      params: { runKey: run.runKey, seq: two?.seq ?? 0 },
    });
    expect(bad.data.cells.map(({ cell, problem }) => [cell.replace(/^[A-Z]+/, ''), problem])).toEqual([
      ['4', 'day and month are ambiguous. Start with the year.'],
      ['4', 'formulas are not evaluated; enter the value'],
    ]);
    const orphans = await server.call(readImportMessage, {
      token,
      params: { runKey: run.runKey, seq: rest?.seq ?? 0 },
    });
    expect(orphans.data.cells).toMatchObject([{ cell: 'A5', text: 'C' }]);

    const params = { runKey: run.runKey, fileNo: 1 };
    const commented = await server.call(fetchCommentedFile, { token, params, query: { language: 'ja' } });
    const copy = new Uint8Array(commented.bytes);
    expect(Object.values(await commentsIn(copy)).flat()).toEqual([
      expect.stringMatching(/^[A-Z]+4 日と月を区別できません/),
      expect.stringMatching(/^[A-Z]+4 数式は計算されません/),
      expect.stringMatching(/^A5 この行には症例シートにある症例が/),
    ]);
    // nothing else of the file has changed, and its comments are replaced where it comes once more
    expect(await tablesOf(copy)).toEqual(await tablesOf(filled));
    const again = await read(new Uint8Array(copy));
    const second = await server.call(fetchCommentedFile, {
      token,
      params: { runKey: again.runKey, fileNo: 1 },
    });
    expect(Object.values(await commentsIn(new Uint8Array(second.bytes))).flat()).toHaveLength(3);
    const parts = await partsOf(new Uint8Array(second.bytes));
    expect(parts.get('[Content_Types].xml')?.match(/comments1\.xml/g)).toHaveLength(1);
    expect(parts.get('xl/worksheets/sheet1.xml')?.match(/<legacyDrawing/g)).toHaveLength(1);

    await server.call(confirmImport, { token, params: { runKey: run.runKey } });
    await inState(run.runKey, 'done');
    const [stored] = await messagesOf(run);
    expect(await contentOf(stored?.caseKey)).toMatchObject({
      'C.1.4|0|0|0': '20250110',
      'D.5|0|0|0': '2',
      'E.i.1.1a|1|0|0': 'itchy rash',
      'G.k.4.r.1a|1|1|0': '5',
      'G.k.4.r.1b|1|1|0': 'mg',
    });
  });

  it('changes of a case that is known what it gives, and nothing else', async () => {
    await imported({
      // versions that are made in the same second have the same date of creation, and count as one
      case: [{ ...CASE, 'C.1.1': 'KR-XL-5', 'C.1.2': '20250110120000+0000', 'D.5': '1' }],
      'E.i': [
        { case: 'A', 'E.i.1.1a': 'hiccups' },
        { case: 'A', 'E.i.1.1a': 'vertigo' },
      ],
    });
    const partial = await templateOf({ items: 'C.1.1,C.1.5,E.i.7,E.i.1.1a' });
    const { runKey } = await read(
      await filledTemplate(partial, {
        case: [{ case: 'x', 'C.1.1': 'KR-XL-5', 'C.1.5': '20250301' }],
        'E.i': [
          { case: 'x', 'row/E.i': '2', 'E.i.7': 'Fatal' },
          { case: 'x', 'row/E.i': '3', 'E.i.1.1a': 'rash' },
        ],
      }),
    );
    const [message] = (await server.call(listImportMessages, { token, params: { runKey }, query: {} })).data
      .listInfo;
    expect(message).toMatchObject({ proposal: 'followUp', decision: 'followUp' });
    const nothingNew = await filledTemplate(partial, {
      case: [{ case: 'x', 'C.1.1': 'KR-XL-5', 'C.1.5': '20250110' }],
    });
    expect(await messagesOf(await read(nothingNew))).toMatchObject([
      { proposal: 'refused', problem: 'Already imported', target: { versionNo: 1 } },
    ]);
    await server.call(confirmImport, { token, params: { runKey } });
    await inState(runKey, 'done');
    const [after] = (await server.call(listImportMessages, { token, params: { runKey }, query: {} })).data
      .listInfo;
    expect(await contentOf(after?.caseKey)).toMatchObject({
      'C.1.5|0|0|0': '20250301',
      'D.1|0|0|0': 'X.L.',
      'D.5|0|0|0': '1',
      'E.i.1.1a|1|0|0': 'hiccups',
      'E.i.1.1a|2|0|0': 'vertigo',
      'E.i.7|2|0|0': '5',
      'E.i.1.1a|3|0|0': 'rash',
    });
  });
});

describe('a file that is no spreadsheet of cases', () => {
  it('is refused by its name, also within an archive, and nothing is lost', async () => {
    const empty = await filledTemplate(template, {});
    const archive = zipOf([
      {
        name: 'good.xlsx',
        bytes: await filledTemplate(template, { case: [{ ...CASE, 'C.1.1': 'KR-XL-9' }] }),
      },
      { name: 'empty.xlsx', bytes: empty },
      { name: 'broken.xlsx', bytes: 'no spreadsheet' },
    ]);
    const messages = await messagesOf(await read(archive, 'all.zip'));
    expect(messages.map(({ proposal, problem }) => [proposal, problem])).toEqual([
      ['new', null],
      ['refused', expect.stringContaining('there is no line below the headings')],
      ['refused', 'broken.xlsx: this is no spreadsheet (.xlsx)'],
    ]);
  });
});
