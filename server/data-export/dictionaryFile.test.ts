/** The item catalogue as a spreadsheet: what each item is used for. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../shared/text/table.ts';
import { readXlsx } from '../files/readXlsx.ts';
import { source } from '../reports/reportsOfTests.ts';
import { dictionaryFile } from './dictionaryFile.ts';

const world = { catalogue: source, clock: { now: () => new Date('2026-01-02T00:00:00Z') } };
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dictionary-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function rowsIn(language: 'en' | 'ja'): Promise<Table['rows']> {
  const { body } = dictionaryFile(world as never, { user: { timeZone: 'UTC' } as never, language });
  const path = join(folder, `${language}.xlsx`);
  await pipeline(Readable.from(body as Readable), createWriteStream(path));
  return (await readXlsx(path))[0]?.rows ?? [];
}

describe('the dictionary of items', () => {
  it('says what each item is used for', async () => {
    const [header = [], ...rows] = await rowsIn('en');
    const used = Object.fromEntries(rows.map((row) => [row[0], row[header.indexOf('Used for')]]));
    expect(used).toMatchObject({
      'G.k.2.2': 'Data export, Select item, Submission, Drug name',
      'D.8.r.1': 'Data export, Select item, Submission, Drug name',
      'G.k.3.3': 'Data export, Select item, Submission, Original manufacturer',
      'FDA.G.k.12.r.7.1a': 'Data export, Select item, Submission, Original manufacturer',
      'E.i.7': 'Data export, Select item, Submission',
    });
    expect(Object.values(used)).toContain('Data export, Select item');
  });

  it('says it in the language of the user', async () => {
    const rows = await rowsIn('ja');
    expect(rows.find(([item]) => item === 'G.k.2.2')?.at(-1)).toBe('データ出力, 項目の選択, 提出, 医薬品名');
  });
});
