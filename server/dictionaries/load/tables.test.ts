import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { FORMATS } from './formats/index.ts';
import { Links } from './links.ts';
import { doubts, makeTestFiles, mistakes, read, SAMPLES } from './testFiles.ts';

const { folder, remove } = makeTestFiles();
afterAll(remove);

const one = async (dictionary: string, files: Record<string, string | Uint8Array>) =>
  (await read(dictionary, folder(files))).first;

it.each(
  readdirSync(SAMPLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
)('loads the sample of %s', async (dictionary) => {
  const {
    entries,
    errors,
    doubts: { first: found },
  } = await read(dictionary, join(SAMPLES, dictionary));
  // the sample of MedDRA has Japanese words for some of its terms
  expect([...errors.first, ...found.filter(({ file }) => !file.startsWith('ja: '))]).toEqual([]);
  expect(entries).toBeGreaterThan(5);
  expect(entries).toBeLessThan(130);
});

it('gives every format a dictionary and files of its own', () => {
  expect(new Set(FORMATS.map(({ format }) => format)).size).toBe(FORMATS.length);
  for (const { tables, main } of FORMATS) expect(Object.keys(tables)).toContain(main);
});

describe('a table', () => {
  it('may be in Shift_JIS or code page 949', async () => {
    const [idf] = (await read('IDF', join(SAMPLES, 'IDF'))).first;
    expect(idf?.term.ja).toBe('ザロメリン（架空）');
    const [kcd] = (await read('KCD', join(SAMPLES, 'KCD'))).first;
    expect(kcd).toMatchObject({ code: 'X90.0', term: { en: 'Head pain (SAMPLE)', ko: '머리 통증 (가상)' } });
  });

  it('may come as JSON, XML or CSV of the open API', async () => {
    const entry = [
      {
        code: '999000001',
        term: { en: 'Zalmer', ko: '잘메르' },
        current: true,
        parents: [],
        columns: {
          mfdsCode: '999000001',
          mfdsTerm: '잘메르',
          mfdsTermEng: 'Zalmer',
          mfdsCancelStatus: '정상',
        },
      },
    ];
    const names = ['ITEM_SEQ', 'ITEM_NAME', 'ITEM_ENG_NAME', 'CANCEL_NAME', 'CANCEL_DATE'];
    const values = ['999000001', '잘메르', 'Zalmer', '정상', ''];
    const item = Object.fromEntries(names.map((name, at) => [name, values[at] === '' ? null : values[at]]));
    const elements = names.map((name, at) => `<${name}><![CDATA[${values[at] ?? ''}]]></${name}>`).join('\n');
    expect(
      await one('MFDS_PRODUCT', { 'mfds-product.json': JSON.stringify({ body: { items: [item] } }) }),
    ).toEqual(entry);
    expect(await one('MFDS_PRODUCT', { 'mfds-product.json': JSON.stringify([{ item }]) })).toEqual(entry);
    expect(
      await one('MFDS_PRODUCT', {
        'mfds-product.xml': `\uFEFF<response><items><item>${elements}</item></items></response>`,
      }),
    ).toEqual(entry);
    expect(
      await one('MFDS_PRODUCT', {
        'mfds-product.csv': `\uFEFF${names.join()}\r\n${values.map((v) => `"${v}"`).join()}\r\n`,
      }),
    ).toEqual(entry);
  });

  it('reads pages of an answer one behind the other, and a substance of many products once', async () => {
    const page = (code: string, product = 'P1') =>
      JSON.stringify([{ PRDUCT: product, MTRAL_CODE: code, MTRAL_NM: 'x', MAIN_INGR_ENG: null }]);
    const found = await one('MFDS_INGREDIENT', {
      'mfds-substance-1.json': page('M1'),
      'mfds-substance-2.json': page('M2'),
      'mfds-substance-3.json': page('M1', 'P2'),
    });
    expect(found.map(({ code }) => code)).toEqual(['M1', 'M2']);
  });

  it('takes columns from a map by position or by title', async () => {
    const data = 'zalmer|1|ザルメル|9990001\r\n';
    const map = { delimiter: '|', quoted: false, columns: { drugNameEng: 1, drugName: 3, drugCode: 4 } };
    const found = await one('IDF', { 'idf.txt': data, 'idf.map.json': JSON.stringify(map) });
    expect(found).toMatchObject([
      {
        code: '9990001',
        term: { en: 'zalmer', ja: 'ザルメル' },
        columns: { drugCode: '9990001', drugName: 'ザルメル', drugNameEng: 'zalmer' },
      },
    ]);
  });

  it.each<[string, string, Record<string, string | Uint8Array>, RegExp]>([
    [
      'a map of unknown fields',
      'IDF',
      { 'idf.txt': 'a', 'idf.map.json': '{"columns":{"colour":1}}' },
      /there is no field colour/,
    ],
    [
      'a map without the code',
      'IDF',
      { 'idf.txt': 'a', 'idf.map.json': '{"columns":{"drugName":1}}' },
      /drugCode is not mapped/,
    ],
    [
      'a map of positions and titles',
      'IDF',
      { 'idf.txt': 'a', 'idf.map.json': '{"columns":{"drugName":1,"drugCode":"x"}}' },
      /for all of them/,
    ],
    [
      'a map that is none',
      'IDF',
      { 'idf.txt': 'a', 'idf.map.json': '{"column":{}}' },
      /must be {"delimiter"/,
    ],
    [
      'a map that is no JSON',
      'IDF',
      { 'idf.txt': 'a', 'idf.map.json': '{' },
      /idf.map.json: is no valid JSON/,
    ],
    [
      'a header without a column',
      'UNII',
      { 'UNIIs.txt': 'Name\tTYPE\tDisplay Name\r\na\tof\ta\r\n' },
      /UNIIs.txt:1: no column UNII/,
    ],
    [
      'another delimiter',
      'UNII',
      { 'UNIIs.txt': 'Name,TYPE,UNII,Display Name\r\na,of,AAAAAAAAAA,a\r\n' },
      /UNIIs.txt:1: no column Name/,
    ],
    [
      'a column twice',
      'UNII',
      { 'UNIIs.txt': 'Name\tName\tTYPE\tUNII\tDisplay Name\r\n' },
      /the header has 'name' twice/,
    ],
    [
      'a header and no row',
      'UNII',
      { 'UNIIs.txt': 'Name\tTYPE\tUNII\tDisplay Name\r\n' },
      /UNIIs.txt: has no row/,
    ],
    [
      'a UNII of nine signs',
      'UNII',
      { 'UNIIs.txt': 'Name\tTYPE\tUNII\tDisplay Name\r\na\tof\tAAAAAAAAA\ta\r\n' },
      /UNIIs.txt:2: UNII is 'AAAAAAAAA', expected 10/,
    ],
    [
      'a lost character',
      'UNII',
      { 'UNIIs.txt': 'Name\tTYPE\tUNII\tDisplay Name\r\n\uFFFD\tof\tAAAAAAAAAA\ta\r\n' },
      /UNIIs.txt:2: a character was lost/,
    ],
    [
      'UTF-16',
      'UNII',
      { 'UNIIs.txt': Buffer.from('\uFEFFName', 'utf16le') },
      /is in UTF-16; save it as UTF-8/,
    ],
    [
      'a quotation mark that stays open',
      'KIMS',
      { 'kims.csv': 'kimsKor,kimsEng,manufacturer,mfdsTerm,mfdsCode\r\n"a,b,c,d,1\r\n' },
      /kims.csv:2: a quotation mark opens here/,
    ],
    [
      'text behind a quotation',
      'KIMS',
      { 'kims.csv': 'kimsKor,kimsEng,manufacturer,mfdsTerm,mfdsCode\r\n"a"x,b,c,d,1\r\n' },
      /kims.csv:2: text stands after/,
    ],
    [
      'half a JSON',
      'MFDS_PRODUCT',
      { 'mfds-product.json': '[{"ITEM_SEQ":"1",' },
      /mfds-product.json:1: is no valid JSON/,
    ],
    [
      'half an XML',
      'MFDS_PRODUCT',
      { 'mfds-product.xml': '<r><item>' },
      /mfds-product.xml:\d: is no valid XML/,
    ],
    ['a document type', 'MFDS_PRODUCT', { 'mfds-product.xml': '<!DOCTYPE r><r/>' }, /has a document type/],
    ['no file of it', 'UNII', { 'other.txt': 'x' }, /unii needs UNIIs\*.txt/],
  ])('refuses %s', async (_what, dictionary, files, expected) => {
    expect(await mistakes(dictionary, folder(files))).toContainEqual(expect.stringMatching(expected));
  });

  it('refuses answers of fewer rows than they say there are', async () => {
    const items = (codes: string[]) =>
      codes.map((code) => ({ MTRAL_CODE: code, MTRAL_NM: 'x', MAIN_INGR_ENG: null }));
    const page = (codes: string[]) => JSON.stringify({ body: { totalCount: 3, items: items(codes) } });
    const first = { 'mfds-substance-1.json': page(['M1', 'M2']) };
    const refused = /mfds-substance-1.json:1: the answer has 3 rows \(totalCount\), but 2 are here/;
    expect(await mistakes('MFDS_INGREDIENT', folder(first))).toEqual([expect.stringMatching(refused)]);
    const whole = folder({ ...first, 'mfds-substance-2.json': page(['M3']) });
    expect(await mistakes('MFDS_INGREDIENT', whole)).toEqual([]);
    const xml = (rows: string) => `<r><body><items>${rows}</items><totalCount>2</totalCount></body></r>`;
    const row = '<item><MTRAL_CODE>M1</MTRAL_CODE><MTRAL_NM>x</MTRAL_NM><MAIN_INGR_ENG/></item>';
    expect(await mistakes('MFDS_INGREDIENT', folder({ 'mfds-substance.xml': xml(row) }))).toEqual([
      expect.stringMatching(/has 2 rows \(totalCount\), but 1 are here/),
    ]);
  });

  it('refuses a product that stands in two pages, of which one is there twice instead of another one', async () => {
    const page = (at: string, code: string) => {
      const item = { ITEM_SEQ: code, ITEM_NAME: 'x', CANCEL_NAME: '정상', CANCEL_DATE: null };
      return JSON.stringify({ at, body: { totalCount: 2, items: [item] } });
    };
    const twice = folder({
      'mfds-product-1.json': page('9:00', '1'),
      'mfds-product-2.json': page('9:01', '1'),
    });
    expect(await mistakes('MFDS_PRODUCT', twice)).toEqual([
      'mfds-product-2.json:1: the code 1 stands in a row before: is a page here twice?',
    ]);
  });

  it('refuses a page under two names', async () => {
    const item = { MTRAL_CODE: 'M1', MTRAL_NM: 'x', MAIN_INGR_ENG: null };
    const page = JSON.stringify({ body: { totalCount: 2, items: [item] } });
    const files = folder({ 'mfds-substance-1.json': page, 'mfds-substance-2.json': page });
    expect(await mistakes('MFDS_INGREDIENT', files)).toEqual([
      'mfds-substance-2.json: is the same file as mfds-substance-1.json',
    ]);
  });

  it('doubts a last line without an end', async () => {
    const header = 'Name\tTYPE\tUNII\tDisplay Name\r\n';
    const path = (end: string) => folder({ 'UNIIs.txt': `${header}a\tof\tAAAAAAAAAA\ta b${end}` });
    expect(await doubts('UNII', path(''))).toEqual([
      expect.stringMatching(/UNIIs.txt:2: the last line has no line end: is the file cut off/),
    ]);
    expect(await doubts('UNII', path('\n'))).toEqual([]);
  });

  it('keeps the first 100 mistakes and counts all', async () => {
    const rows = Array.from({ length: 250 }, () => 'a\tof\tX\ta\r\n').join('');
    const { errors } = await read(
      'UNII',
      folder({ 'UNIIs.txt': `Name\tTYPE\tUNII\tDisplay Name\r\n${rows}` }),
    );
    expect([errors.count, errors.first.length]).toEqual([250, 100]);
  });

  it('takes quoted fields that hold delimiters, quotes and line ends', async () => {
    const [entry] = await one('KIMS', {
      'kims.csv': 'kimsKor,kimsEng,manufacturer,mfdsTerm,mfdsCode\r\n"가","a, ""b""\nc",,d,1\r\n',
    });
    expect(entry?.term.en).toBe('a, "b"\nc');
  });
});

/** Delimited samples, of which any may be damaged. */
const DELIMITED = [
  { dictionary: 'MEDDRA', folder: 'MEDDRA/en', file: 'llt.asc', delimiter: '$' },
  { dictionary: 'MEDDRA', folder: 'MEDDRA/en', file: 'mdhier.asc', delimiter: '$' },
  { dictionary: 'WHODD', folder: 'WHODD', file: 'MP.csv', delimiter: ',' },
  { dictionary: 'WHODD', folder: 'WHODD', file: 'THG.csv', delimiter: ',' },
  { dictionary: 'UNII', folder: 'UNII', file: 'UNIIs_SAMPLE.txt', delimiter: '\t' },
  { dictionary: 'NSDE', folder: 'NSDE', file: 'nsde-sample.csv', delimiter: ',' },
  { dictionary: 'WHOART', folder: 'WHOART', file: 'whoart-sample.csv', delimiter: ',' },
  {
    dictionary: 'KR_DEVICE_PROBLEM',
    folder: 'KR_DEVICE_PROBLEM',
    file: 'kr-device-problem-sample.csv',
    delimiter: ',',
  },
];

it('never loads a file of which a field or a delimiter was lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DELIMITED),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      async ({ dictionary, folder: from, file, delimiter }, lineSeed, fieldSeed, withText) => {
        const files = Object.fromEntries(
          readdirSync(join(SAMPLES, from)).map((name) => [name, readFileSync(join(SAMPLES, from, name))]),
        );
        const lines = (files[file] ?? Buffer.alloc(0)).toString('utf8').split('\r\n').slice(0, -1);
        const at = lineSeed % lines.length;
        const fields = (lines[at] ?? '').split(delimiter);
        const cut = fieldSeed % (fields.length - 1);
        if (withText) fields.splice(cut, 1);
        else fields.splice(cut, 2, `${fields[cut] ?? ''}${fields[cut + 1] ?? ''}`);
        lines[at] = fields.join(delimiter);
        const path = folder({ ...files, [file]: Buffer.from(`${lines.join('\r\n')}\r\n`) });
        expect(await mistakes(dictionary, path)).not.toEqual([]);
        rmSync(path, { recursive: true });
      },
    ),
    { numRuns: 150 },
  );
});

it('links owners with all that was added for them, in that order', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('a', 'b', 'c'));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 3000 }), fc.integer({ min: 0, max: 21 }), (pairs, requested) => {
      const links = new Links();
      for (const [owner, text] of pairs) links.add(owner, text);
      expect(links.of(requested)).toEqual(
        pairs.filter(([owner]) => owner === requested).map(([, text]) => text),
      );
    }),
  );
});
