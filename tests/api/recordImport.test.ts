/** Records from spreadsheets: previewed cell by cell, and stored all together. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloadRecordTemplate,
  importRecords,
  listRecordAudit,
  listRecords,
  readRecord,
  saveRecord,
} from '../../shared/contract/index.ts';
import { verifyChain } from '../../server/audit/verifyChain.ts';
import { workbookStream } from '../../server/files/xlsx.ts';
import type { Trx } from '../../server/storage/database.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { untilWaitedFor } from './harness.ts';

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

const params = (kind: string) => ({ sponsorKey: 1, kind });
const REASON = 'Taken over from the former system';

type Sheets = Readonly<Record<string, readonly (readonly string[])[]>>;
const workbook = async (sheets: Sheets) => {
  const written = Object.entries(sheets).map(([name, [header = [], ...lines]]) => ({
    name,
    header,
    rows: Readable.from([lines], { objectMode: true }),
  }));
  return new Uint8Array(await buffer(workbookStream(written, 'en')));
};
const send = (
  kind: string,
  bytes: Uint8Array<ArrayBuffer> | string,
  query: Record<string, unknown> = {},
  token = admin,
) =>
  world.server.call(importRecords, {
    params: params(kind),
    query: { language: 'en', ...query },
    file: { name: 'records.xlsx', bytes },
    token,
  });
/** Confirms what a preview shows. */
async function imported(kind: string, sheets: Sheets) {
  const bytes = await workbook(sheets);
  const preview = await send(kind, bytes);
  const { fingerprint } = preview.data;
  return { preview, answer: await send(kind, bytes, { fingerprint, reason: REASON }) };
}
const listed = async (kind: string, keyword: string) =>
  (await world.server.call(listRecords, { params: params(kind), query: { keyword }, token: admin })).data
    .listInfo;
const read = async (kind: string, page: string, recordKey: number) =>
  (await world.server.call(readRecord, { params: { ...params(kind), recordKey, page }, token: admin })).data;

/** Keys of new products with these names. */
async function addedProducts(names: readonly string[]): Promise<number[]> {
  const lines = [['PRD_NAME'], ...names.map((name) => [name])];
  await imported('product', { Product: lines });
  const { data } = await send(
    'product',
    await workbook({ Product: [['PRD_NAME', 'PRD_CODE'], ...names.map((name) => [name, 'X'])] }),
  );
  return data.records.map(({ recordKey }) => recordKey ?? 0);
}
/** Answers what goes on while a transaction of the owner of the tables holds its locks. */
async function whileHeld<T>(begin: (trx: Trx) => Promise<T>): Promise<T> {
  let begun: T | undefined;
  await asSuperuser(world, async (trx) => {
    begun = await begin(trx);
  });
  if (begun === undefined) throw new Error('nothing was begun');
  return begun;
}
/** Whether a transaction waits for one that waits for this one. */
const isWaitedForInTurn = async (trx: Trx): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks l, unnest(pg_blocking_pids(l.pid)) other
    where not l.granted and pg_backend_pid() = any(pg_blocking_pids(other))`.execute(trx);
  return rows.length > 0;
};

describe('a spreadsheet of records', () => {
  it('does not take back what has changed since it was made, unless its version is emptied', async () => {
    const [recordKey = 0] = await addedProducts(['Oldtabol']);
    const template = await world.server.call(downloadRecordTemplate, {
      params: params('product'),
      query: { format: 'CSV', filled: 'Y' },
      token: admin,
    });
    const lines = new TextDecoder().decode(template.bytes).split('\r\n');
    const [headings = ''] = lines;
    const line = lines.find((one) => one.includes('Oldtabol')) ?? '';
    const brand = (name: string) =>
      imported('product', {
        Product: [
          ['PRD_KEY', 'BRAND_NAME'],
          [String(recordKey), name],
        ],
      });
    await brand('Newer brand');

    const same = await send('product', `${headings}\r\n${line}`);
    expect(same.data.counts).toMatchObject({ unchanged: 1, findings: 0 });
    const edited = line.replace('Oldtabol', 'Oldtabol forte');
    const old = await send('product', `${headings}\r\n${edited}`);
    expect(old.data.findings).toMatchObject([
      { row: 2, column: 2, message: expect.stringContaining('another version') },
    ]);
    const withoutVersion = edited.replace(`"${recordKey}","1"`, `"${recordKey}",""`);
    expect(withoutVersion).not.toBe(edited);
    const taken = await send('product', `${headings}\r\n${withoutVersion}`);
    expect(taken.data.counts).toMatchObject({ changed: 1, findings: 0 });
  });

  it('adds records with their rows, and changes those that it names, with reason and audit', async () => {
    const { preview, answer } = await imported('product', {
      Product: [
        [
          'Key [PRD_KEY]',
          'Product name [PRD_NAME]',
          'Kind of product',
          'PRD_CODE',
          'Brand name [BRAND_NAME]',
        ],
        ['', 'Importol 10 mg', 'Vaccine', '0042', ''],
        ['', 'velanorix 20 mg tablet', '', 'V-20', '[-]'],
        ['', ' ', '\u00a0', '', ''],
      ],
      Substances: [
        [
          'Product name [PRD_NAME]',
          'Substance [SUBSTANCE]',
          'Substance (second language) [SUBSTANCE/2]',
          'Strength [SUBSTANCE_STRENGTH]',
        ],
        ['Importol 10 mg', 'importol', '임포톨', '10'],
        ['Importol 10 mg', 'importol base', '', '2.5'],
        ['Velanorix 20 mg tablet', 'velanorixine hydrate', '', ''],
      ],
      Notes: [['Anything'], ['else']],
    });
    expect(preview.data).toMatchObject({
      stored: false,
      counts: { new: 1, changed: 1, unchanged: 0, refused: 0, findings: 0 },
      records: [
        { sheet: 'Product', row: 2, decision: 'new', name: 'Importol 10 mg', recordKey: null },
        {
          row: 3,
          decision: 'changed',
          recordKey: 1,
          changes: 3,
          values: [
            { label: 'Product code of the sponsor', row: null, before: '', after: 'V-20' },
            { label: 'Brand name', row: null, before: 'Velanorix', after: '' },
            { label: 'Substance', row: 1, before: 'velanorixine', after: 'velanorixine hydrate' },
          ],
        },
      ],
    });
    expect(answer.data.stored).toBe(true);
    const [added] = await listed('product', 'Importol');
    expect(added).toMatchObject({
      codes: { PRD_KIND: ['vaccine'] },
      cells: { SUBSTANCE: 'importol (임포톨); importol base' },
    });
    const changed = await read('product', 'PD', 1);
    const valueOf = (itemId: string, rowNo = 0) =>
      changed.values.find((value) => value.itemId === itemId && value.rowNo === rowNo)?.value;
    expect([valueOf('PRD_CODE'), valueOf('BRAND_NAME'), valueOf('SUBSTANCE', 1)]).toEqual([
      'V-20',
      undefined,
      'velanorixine hydrate',
    ]);
    // the strength was not in the file
    expect(valueOf('SUBSTANCE_STRENGTH', 1)).toBe('20');
    const recordKey = Number(added?.rowKey);
    const audit = await world.server.call(listRecordAudit, {
      params: { ...params('product'), recordKey },
      token: admin,
    });
    expect(audit.data.listInfo[0]?.cells['reason']).toBe(REASON);
    const chain = { sponsorKey: 1, scope: 'record/product', scopeKey: recordKey } as const;
    const report = await world.query((trx) =>
      verifyChain(trx, chain, { keys: world.server.deps.auditKeys, anchored: null }),
    );
    expect(report).toMatchObject({ whole: true, saves: 1 });
  });

  it('is a template filled with the records there are, and changes nothing when it comes back', async () => {
    for (const kind of ['product', 'sender', 'study']) {
      const template = await world.server.call(downloadRecordTemplate, {
        params: params(kind),
        query: { filled: 'Y', language: 'ko' },
        token: admin,
      });
      expect(template.headers.get('content-disposition')).toContain('.xlsx');
      const { data } = await send(kind, new Uint8Array(template.bytes));
      expect(data.findings).toEqual([]);
      expect(data.counts).toMatchObject({ new: 0, changed: 0, refused: 0 });
      expect(data.counts.unchanged).toBeGreaterThan(1);
    }
    const csv = await world.server.call(downloadRecordTemplate, {
      params: params('sender'),
      query: { filled: 'Y', format: 'CSV', language: 'en' },
      token: admin,
    });
    expect((await send('sender', csv.bytes.toString('utf8'))).data.counts).toMatchObject({ unchanged: 3 });
  });

  it('is refused cell by cell, and nothing of it is stored', async () => {
    const sheets = {
      Product: [
        ['PRD_KEY', 'PRD_NAME', 'PRD_KIND', 'PRD_STUDY_DRUG', 'Colour'],
        ['', 'Halfway', 'vehicle', 'perhaps', 'red', 'below no heading'],
        ['4711', 'Of another key', '', '', ''],
        ['', 'Doubled', '', '', ''],
        ['', 'DOUBLED', '', '', ''],
        ['x', '', '', '', ''],
        ['', `${'n'.repeat(251)}`, '', '', ''],
      ],
    };
    const { preview, answer } = await imported('product', sheets);
    const found = preview.data.findings.map(({ row, column, label, problem, message }) => [
      row,
      column,
      label,
      problem?.kind ?? message,
    ]);
    expect(found).toEqual([
      [1, 5, null, 'unknownColumn'],
      [2, 6, null, 'unknownColumn'],
      [2, 3, 'Kind of product', 'notInList'],
      [2, 4, 'Study drug', 'noYesOrNo'],
      [6, 1, null, 'keyMalformed'],
      [7, 2, 'Product name', 'tooLong'],
      [3, 1, null, 'there is no record with this key or name'],
      [4, 1, null, 'the record is in the file twice'],
    ]);
    expect(answer).toMatchObject({ status: 422, errCode: 'IMPORT_REFUSED' });
    expect(await listed('product', 'Halfway')).toEqual([]);
  });

  it('names what cannot be used in a template, with its place', async () => {
    const template = 'Reported by {C.2.r.4}.\nThe reaction was {X.99}.';
    const bytes = await workbook({
      Narrative: [
        ['NAME', 'NR_LANGUAGE', 'NR_TEXT'],
        ['Unknown item', 'eng', template],
      ],
    });
    const { data } = await send('narrative', bytes);
    expect(data.findings).toMatchObject([{ row: 2, column: 3 }]);
    expect(data.findings[0]?.message).toMatch(/^line \d, column \d+: “\{/);
    expect(data.counts).toMatchObject({ new: 0, refused: 1 });
  });

  it('is stored as it was previewed, or not at all', async () => {
    const bytes = await workbook({
      Product: [
        ['PRD_NAME', 'PRD_CODE'],
        ['Overtaken', '1'],
      ],
    });
    const { fingerprint } = (await send('product', bytes)).data;
    await imported('product', { Product: [['PRD_NAME'], ['Overtaken']] });
    expect(await send('product', bytes, { fingerprint, reason: REASON })).toMatchObject({
      status: 409,
      errCode: 'IMPORT_CHANGED',
    });
  });

  it('and a save of the form that begins while it is stored both have their effect', async () => {
    const [first = 0, second = 0] = await addedProducts(['Stored first', 'Stored second']);
    const bytes = await workbook({
      Product: [
        ['PRD_KEY', 'PRD_CODE'],
        [String(first), 'S-1'],
        [String(second), 'S-2'],
      ],
    });
    const { fingerprint } = (await send('product', bytes)).data;
    const { retrievedAt } = await read('product', 'PD', second);
    const { storing, saving } = await whileHeld(async (trx) => {
      await sql`
        select from audit_head where sponsor_key = 1 and scope = 'record/product' and scope_key = ${first}
        for update`.execute(trx);
      const storing = send('product', bytes, { fingerprint, reason: REASON });
      await untilWaitedFor(trx);
      let isSaved = false;
      const saving = world.server
        .call(saveRecord, {
          params: { ...params('product'), recordKey: second, page: 'PD' },
          body: { reason: REASON, retrievedAt, changes: [itemValue('BRAND_NAME', [], 'New name')] },
          token: admin,
        })
        .finally(() => {
          isSaved = true;
        });
      while (!isSaved && !(await isWaitedForInTurn(trx)));
      return { storing, saving };
    });
    expect(await storing).toMatchObject({ status: 200, data: { counts: { changed: 2 } } });
    expect(await saving).toMatchObject({ status: 200 });
    const values = new Map(
      (await read('product', 'PD', second)).values.map((one) => [one.itemId, one.value]),
    );
    expect(values.get('PRD_CODE')).toBe('S-2');
    expect(values.get('BRAND_NAME')).toBe('New name');
  });

  it('changes no record that is deleted meanwhile', async () => {
    const [product = 0] = await addedProducts(['Deleted meanwhile']);
    const bytes = await workbook({
      Product: [
        ['PRD_KEY', 'PRD_CODE'],
        [String(product), 'D-1'],
      ],
    });
    const { fingerprint } = (await send('product', bytes)).data;
    const { storing } = await whileHeld(async (trx) => {
      await sql`
        update record set del_flag = 'Y' where sponsor_key = 1 and kind = 'product' and record_key = ${product}`.execute(
        trx,
      );
      const storing = send('product', bytes, { fingerprint, reason: REASON });
      await untilWaitedFor(trx);
      return { storing };
    });
    expect(await storing).toMatchObject({ status: 422, errCode: 'IMPORT_REFUSED' });
  });

  it('changes the records that the user may see, and adds none for a user with limits', async () => {
    const limited = await world.limitedUser('importing', { productKeys: [2] }, 1);
    const bytes = await workbook({
      Product: [
        ['PRD_KEY', 'PRD_NAME', 'PRD_CODE'],
        ['2', '', 'C-5'],
        ['1', '', 'V-1'],
        ['', 'New for me', ''],
      ],
    });
    const { data } = await send('product', bytes, {}, limited);
    expect(data.counts).toMatchObject({ changed: 1, refused: 2 });
    expect((await send('product', bytes, {}, world.reader)).errCode).toBe('NO_PRIVILEGE');
  });

  it('has to be a table', async () => {
    expect((await send('product', 'PK but nothing else')).errCode).toBe('UNREADABLE_REQUEST');
    expect((await send('product', Uint8Array.of(255, 254, 0))).errCode).toBe('UNREADABLE_REQUEST');
    expect((await send('product', '')).data.counts).toMatchObject({ new: 0, findings: 1 });
  });

  it('holds a thousand products', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => [
      `Product of many ${index}`,
      'Drug',
      `M-${index}`,
    ]);
    const substances = lines.map(([name = '']) => [name, 'substance', '5']);
    const { answer } = await imported('product', {
      Product: [['PRD_NAME', 'PRD_KIND', 'PRD_CODE'], ...lines],
      Substances: [['PRD_NAME', 'SUBSTANCE', 'SUBSTANCE_STRENGTH'], ...substances],
    });
    expect(answer.data.counts).toMatchObject({ new: 1000 });
  });
});
