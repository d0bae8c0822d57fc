import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { buffer, text } from 'node:stream/consumers';
import type { XlsxCell } from '../files/xlsx.ts';
import { writeDatasetJson } from './fileWriters.ts';

async function* portion(rows: XlsxCell[][]): AsyncGenerator<XlsxCell[][]> {
  yield await Promise.resolve(rows);
}

/** `data.json` of a file with one column of numbers. */
async function datasetOf(cells: XlsxCell[]): Promise<string> {
  const file = writeDatasetJson(
    {
      titles: { data: 'Data', about: 'About' },
      columns: [{ name: 'dose', label: 'Dose', isNumber: true }],
      rows: portion(cells.map((cell) => [cell])),
      about: () => [],
      language: 'en',
    },
    {
      name: 'CASES',
      label: 'Cases',
      at: new Date(0),
      originator: 'Hanbit',
      catalogueVersion: '1',
    },
  );
  const zip = await yauzl.fromBufferPromise(await buffer(file));
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'data.json') return text(await zip.openReadStreamPromise(entry));
  throw new Error('the file has no data');
}

it('says how many rows a Dataset-JSON has when they are written', async () => {
  const { records, rows } = JSON.parse(await datasetOf([1, 2, 3])) as { records: number; rows: unknown[] };
  expect([records, rows.length]).toEqual([3, 3]);
});

describe('a column of numbers in Dataset-JSON', () => {
  it('has the digits of numbers that are too long for a spreadsheet', async () => {
    expect(await datasetOf([5, '1234567890123456789', '-0.12345678901234567890'])).toContain(
      '"rows":[\n[5],\n[1234567890123456789],\n[-0.12345678901234567890]\n]',
    );
  });

  it('is empty where there is no number', async () => {
    expect(await datasetOf(['', 'UNK'])).toContain('"rows":[\n[null],\n[null]\n]');
  });

  it('has numbers that JSON writes in another way', async () => {
    expect(await datasetOf(['007', '+5', '-00.50', '000'])).toContain(
      '"rows":[\n[7],\n[5],\n[-0.50],\n[0]\n]',
    );
  });
});
