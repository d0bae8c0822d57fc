/** Spreadsheets: several sheets, spaces around a text, and what fails or ends while they are written. */
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { Decimal, xlsxStream, type XlsxCell } from './xlsx.ts';

async function* portionsOf(...portions: XlsxCell[][][]): AsyncGenerator<XlsxCell[][]> {
  for (const portion of portions) yield await Promise.resolve(portion);
}

async function sheetsOf(rows: AsyncIterable<XlsxCell[][]>, maxRows?: number): Promise<string[]> {
  const parts = await partsOf(rows, maxRows);
  return [...parts].filter(([path]) => path.startsWith('xl/worksheets/')).map(([, text]) => text);
}

/** The parts of a workbook of these rows, by path. */
async function partsOf(
  rows: AsyncIterable<XlsxCell[][]>,
  maxRows?: number,
): Promise<ReadonlyMap<string, string>> {
  const bytes = await buffer(xlsxStream({ name: 'Cases', header: ['No'], rows }, 'en', maxRows));
  const zip = await yauzl.fromBufferPromise(bytes, { validateEntrySizes: true });
  const parts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    parts.set(entry.fileName, Buffer.concat(await stream.toArray()).toString('utf8'));
  }
  return parts;
}

const textsIn = (sheet: string): string[] =>
  [...sheet.matchAll(/<t[^>]*>([^<]*)<\/t>|<v>([^<]*)<\/v>/g)].map(
    ([, text, number]) => text ?? number ?? '',
  );

describe('a spreadsheet', () => {
  it('goes on in another sheet, in the middle of a portion, under the same heading', async () => {
    const sheets = await sheetsOf(portionsOf([['a'], [1]], [], [['b'], ['c'], ['d']]), 4);
    expect(sheets.map(textsIn)).toEqual([
      ['No', 'a', '1', 'b'],
      ['No', 'c', 'd'],
    ]);
  });

  it.each(['96.0', '-0.25', '0.12345678901234'])('shows %s with all its decimals', async (text) => {
    const parts = await partsOf(portionsOf([[new Decimal(text)]]));
    const [, style = ''] = /<c s="(\d+)"><v>/.exec(parts.get('xl/worksheets/sheet1.xml') ?? '') ?? [];
    const styles = parts.get('xl/styles.xml') ?? '';
    const [cells = ''] = /<cellXfs.*<\/cellXfs>/.exec(styles) ?? [];
    const [, format] =
      /numFmtId="(\d+)"/.exec([...cells.matchAll(/<xf [^>]*>/g)][Number(style)]?.[0] ?? '') ?? [];
    expect(styles).toContain(
      `numFmtId="${format}" formatCode="${text.replace(/^-?\d+/, '0').replaceAll(/\d/g, '0')}"`,
    );
    expect(textsIn(parts.get('xl/worksheets/sheet1.xml') ?? '')).toEqual(['No', text]);
  });

  it('keeps the space around a text', async () => {
    const [sheet = ''] = await sheetsOf(portionsOf([[' a'], ['b\n'], ['c d']]));
    expect(sheet).toContain('<t xml:space="preserve"> a</t>');
    expect(sheet).toContain('<t xml:space="preserve">b\n</t>');
    expect(sheet).toContain('<t>c d</t>');
  });

  it('has no sign that XML forbids, in any script', async () => {
    const [sheet = ''] = await sheetsOf(portionsOf([['a\u0000b\uD800<&>'], ['환자 😀']]));
    expect(textsIn(sheet)).toEqual(['No', 'a b\uFFFD&lt;&amp;&gt;', '환자 😀']);
  });

  it.each(['a', '😀'])(
    'ends a text of %s for which a cell has no room with a sentence about it',
    async (sign) => {
      const text = sign.repeat(40_000);
      const [sheet = ''] = await sheetsOf(portionsOf([[text, `${'b'.repeat(32_766)}c`]]));
      const [, cut = '', whole = ''] = textsIn(sheet);
      expect(cut.length).toBeGreaterThan(32_760);
      expect(cut.length).toBeLessThanOrEqual(32_767);
      expect(cut).toMatch(new RegExp(`^(?:${sign})+\n\\[Cut here: .* The CSV file has all of it\\.\\]$`));
      expect(whole).toBe(`${'b'.repeat(32_766)}c`);
    },
  );

  it('fails where the reading of its rows fails', async () => {
    async function* rows(): AsyncGenerator<XlsxCell[][]> {
      yield* portionsOf([['a']]);
      throw new Error('no more rows');
    }
    await expect(buffer(xlsxStream({ name: 'Cases', header: ['No'], rows: rows() }, 'en'))).rejects.toThrow(
      'no more rows',
    );
  });

  it('reads no further when nobody takes it any more', async () => {
    let isEnded = false;
    async function* rows(): AsyncGenerator<XlsxCell[][]> {
      try {
        for (;;) yield* portionsOf([['a']]);
      } finally {
        isEnded = true;
      }
    }
    const stream = xlsxStream({ name: 'Cases', header: ['No'], rows: rows() }, 'en');
    stream.resume();
    await new Promise((resolve) => setTimeout(resolve, 5));
    stream.destroy();
    await expect.poll(() => isEnded).toBe(true);
  });
});
