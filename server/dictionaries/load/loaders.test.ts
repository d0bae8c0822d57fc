import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { LoadedEntry } from '../entry.ts';
import { previewFiles } from './readFiles.ts';
import { doubts, makeTestFiles, mistakes, read, SAMPLES } from './testFiles.ts';

const MEDDRA = join(SAMPLES, 'MEDDRA');
const { folder, copyOf, remove } = makeTestFiles();
afterAll(remove);

/** So many lines, numbered from 1. */
const lines = (count: number, line: (no: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at + 1)}\r\n`).join('');

/** Takes away the last lines of a file. */
function cutLines(file: string, count: number): void {
  const lines = readFileSync(file, 'utf8').split('\r\n');
  writeFileSync(file, `${lines.slice(0, -1 - count).join('\r\n')}\r\n`);
}

const byCode = (entries: readonly LoadedEntry[], code: string) =>
  entries.find((entry) => entry.code === code);

describe('MedDRA', () => {
  it('has each lowest level term with its primary path, in all languages there are', async () => {
    const { entries, first, errors } = await read('MEDDRA', MEDDRA);
    expect([entries, errors.count]).toEqual([80, 0]);
    expect(byCode(first, '99021141')).toEqual({
      code: '99021141',
      term: { en: 'Bleeding from the stomach', ko: '위 출혈', ja: '胃からの出血' },
      current: true,
      parents: [
        { code: '99021140', term: { en: 'Bleeding from the stomach', ko: '위 출혈', ja: '胃からの出血' } },
        { code: '99021100', term: { en: 'Nausea and bowel complaints', ko: '메스꺼움과 배변 증상' } },
        { code: '99021000', term: { en: 'Upset of the digestive tract', ko: '소화관의 이상' } },
        {
          code: '99020000',
          term: { en: 'Stomach and bowel problems', ko: '위와 장의 문제', ja: '胃と腸の問題' },
        },
      ],
      columns: { lltCode: '99021141', imeFlag: 'Y', synoName: 'イカラノシュッケツ' },
    });
    expect(byCode(first, '99011111')?.columns.synoName).toBe('頭が痛い; アタマノイタミ');
  });

  it.each(['medra-important-medical-event-terms-list-version-990_en.xlsx', 'EMA_IME_99.0.xlsx'])(
    'does not pass over %s, the list of important events as it is published',
    async (name) => {
      const path = copyOf(MEDDRA);
      rmSync(join(path, 'SAMPLE-ime.csv'));
      writeFileSync(join(path, name), 'PK\u0003\u0004\u0000');
      expect(await mistakes('MEDDRA', path)).toEqual([
        `${name}:1: is a binary file, not a text; save a spreadsheet as CSV (UTF-8), unpack an archive`,
      ]);
    },
  );

  it('takes the primary path of several, and keeps terms that are not current', async () => {
    const path = copyOf(MEDDRA);
    const mdhier = join(path, 'en', 'mdhier.asc');
    const second = '99011110$99021100$99021000$99020000$a$b$c$d$e$$99010000$N$\r\n';
    writeFileSync(mdhier, second + readFileSync(mdhier, 'utf8'));
    const llt = join(path, 'en', 'llt.asc');
    writeFileSync(llt, readFileSync(llt, 'utf8').replace('$Y$', '$N$'));
    const { first } = await read('MEDDRA', path);
    expect(first[0]).toMatchObject({ code: '99011111', current: false });
    expect(first[0]?.parents.at(-1)?.code).toBe('99010000');
  });

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'a line with a field too few',
      'llt.asc',
      (t) => t.replace('$99011110', ''),
      /llt.asc:1: has 10 fields, expected 11/,
    ],
    ['a line that is not ended', 'llt.asc', (t) => t.replace('$Y$$', '$Y$x'), /llt.asc:1: the line must end/],
    [
      'a code that is none',
      'pt.asc',
      (t) => t.replace('99011110', '9901111X'),
      /pt_code is '9901111X', expected 8 digits/,
    ],
    [
      'a term twice',
      'llt.asc',
      (t) => t.replace('99011112', '99011111'),
      /llt.asc:2: llt_code 99011111 stands/,
    ],
    [
      'a preferred term twice',
      'pt.asc',
      (t) => `${t}${t.split('\r\n')[0]?.replace(/\$[^$]+\$/, '$Another name$') ?? ''}\r\n`,
      /pt.asc:41: pt_code 99011110 stands in a line before/,
    ],
    [
      'a preferred term that is not there',
      'llt.asc',
      (t) => t.replace('99011110', '99999999'),
      /llt.asc:1: pt_code 99999999 has no row/,
    ],
    [
      'a group that is not there',
      'hlgt.asc',
      (t) => t.replace('99011000', '99999999'),
      /mdhier.asc:1: hlgt_code 99011000 is not in hlgt.asc/,
    ],
    ['another version', 'meddra_release.asc', (t) => t.replace('99.0', '98.1'), /versions 98.1, 99.0/],
    [
      'a language nobody knows',
      'meddra_release.asc',
      (t) => t.replace('English', 'Elvish'),
      /the language is 'Elvish'/,
    ],
    [
      'terms that are cut off between two lines',
      'llt.asc',
      (t) => `${t.split('\r\n').slice(0, -20).join('\r\n')}\r\n`,
      /llt.asc:\d+: no line has pt_code \d+; is the file cut off\?/,
    ],
    [
      'terms that are cut off within the last line',
      'llt.asc',
      (t) => t.slice(0, -20),
      /llt.asc:80: has 2 fields, expected 11/,
    ],
    ['no byte', 'soc.asc', () => '', /soc.asc: is empty/],
    ['a spreadsheet', 'llt.asc', () => 'PK\u0003\u0004\u0000', /llt.asc:1: is a binary file/],
  ])('refuses %s', async (_what, name, change, expected) => {
    const path = copyOf(MEDDRA);
    const file = join(path, 'en', name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    expect(await mistakes('MEDDRA', path)).toContainEqual(expect.stringMatching(expected));
  });

  it('doubts a further language that has fewer codes', async () => {
    const path = copyOf(MEDDRA);
    rmSync(join(path, 'ja'), { recursive: true });
    cutLines(join(path, 'ko', 'llt.asc'), 5);
    cutLines(join(path, 'ko', 'hlt.asc'), 1);
    expect(await doubts('MEDDRA', path)).toEqual([
      expect.stringMatching(/^ko: hlt.asc:9: has no line for 1 of the 10 codes in English, .*cut off/),
      expect.stringMatching(/^ko: llt.asc:75: has no line for 5 of the 80 codes in English, .*cut off/),
    ]);
  });

  it('doubts Japanese words beside the English files that are fewer', async () => {
    const path = copyOf(MEDDRA);
    rmSync(join(path, 'ja'), { recursive: true });
    const inJapanese = (level: string, lines: number) =>
      readFileSync(join(path, 'en', `${level}.asc`), 'utf8')
        .split('\r\n')
        .slice(0, lines)
        .map((line) => `${line.slice(0, 8)}$語$Y$$\r\n`)
        .join('');
    writeFileSync(join(path, 'en', 'llt_j.asc'), inJapanese('llt', 80));
    expect(await doubts('MEDDRA', path)).toEqual([]);
    // as of a version before
    writeFileSync(join(path, 'en', 'llt_j.asc'), inJapanese('llt', 78));
    expect(await doubts('MEDDRA', path)).toEqual([
      expect.stringMatching(
        /^ja: llt_j.asc:78: has no line for 2 of the 80 codes in English, .*of a version before/,
      ),
    ]);
  });

  it('refuses a folder of another version than the one asked for', async () => {
    const preview = previewFiles({ dictionary: 'MEDDRA', version: '98.0', paths: [MEDDRA] }, 1);
    await expect(preview).rejects.toThrow('the files are of version 99.0, not 98.0');
  });

  it('names the line that is in no known encoding', async () => {
    const path = copyOf(MEDDRA);
    const file = join(path, 'en', 'llt.asc');
    const [first = '', ...rest] = readFileSync(file, 'latin1').split('\r\n');
    const broken = [first, (rest[0] ?? '').replace('pain', 'p\xe4in'), ...rest.slice(1)];
    writeFileSync(file, broken.join('\r\n'), 'latin1');
    expect(await mistakes('MEDDRA', path)).toEqual(['llt.asc:2: is not in utf-8']);
  });

  it('names what is missing', async () => {
    const path = copyOf(MEDDRA);
    rmSync(join(path, 'en', 'mdhier.asc'));
    expect(await mistakes('MEDDRA', path)).toEqual([`${path}: meddra-ascii needs mdhier.asc`]);
  });
});

describe('WHODrug', () => {
  it('joins a product of C3 with its names, substances, forms and ATC codes', async () => {
    const { entries, first, errors } = await read('WHODD', join(SAMPLES, 'WHODD'));
    expect([entries, errors.count]).toEqual([46, 0]);
    const dorvaplus = first.find(({ term }) => term.en === 'Dorvaplus');
    expect(dorvaplus?.columns).toEqual({
      medicinalProductId: dorvaplus?.code,
      drugCode: '99000301002',
      ingredients: 'dorvantil; pravuxolum',
      generic: 'N',
      preferred: 'N',
      country: 'USA',
      mah: '예시제약 (SAMPLE)',
      pharmForm: 'Invented gel',
      strength: '1 %',
      preferredName: 'Dorvantil',
      atcCode: 'Z99AB01; Z99AA02',
      atcName: 'dorvantil, combinations; pravuxol',
      whoddType: 'MPID',
    });
    expect(first.find(({ term }) => term.en === 'Oltra Kids')?.columns.bgColor).toBe('GRAY');
    expect(first.filter(({ columns }) => columns.whoddType === 'PHPID').map(({ term }) => term.en)).toContain(
      'Ketavorin',
    );
  });

  it.each(['WHODD', 'WHODD_CAS'])(
    '%s tells what to load instead of tables of fixed width',
    async (dictionary) => {
      const path = folder({ 'MP.txt': 'x', 'DD.txt': 'x', 'ATC.txt': 'x' });
      const [mistake] = await mistakes(dictionary, path);
      expect(mistake).toMatch(/needs .*; the \.txt files of fixed width are not read: load the CSV files/);
      expect(mistake?.match(/fixed width/g)).toHaveLength(1);
      expect((await mistakes(dictionary, folder({ 'readme.txt': 'x' }))).join()).not.toContain('fixed width');
    },
  );

  it('reads B3', async () => {
    const path = folder({
      'DD.csv':
        '"990001","01","001","1","","","","","1","","","Zalomerin"\r\n"990001","01","002","1","","","","MA1","1","","","Zalmer, ""forte"""\r\n',
      'DDA.csv': '"990001","01","002","1","Z99AA01"\r\n',
      'INA.csv': '"Z99AA01","5","zalomerin"\r\n',
      'MAN.csv': '"MA1","Invented Pharma"\r\n',
    });
    const { first } = await read('WHODD', path);
    expect(first[1]).toEqual({
      code: '99000101002',
      term: { en: 'Zalmer, "forte"' },
      current: true,
      parents: [],
      columns: {
        medicinalProductId: '99000101002',
        drugCode: '99000101002',
        preferred: 'N',
        mah: 'Invented Pharma',
        preferredName: 'Zalomerin',
        atcCode: 'Z99AA01',
        atcName: 'zalomerin',
        selAtcCode: 'Z99AA01',
        selAtcName: 'zalomerin',
        whoddType: 'MPID',
      },
    });
  });

  it('refuses products that are cut off between two lines', async () => {
    const path = copyOf(join(SAMPLES, 'WHODD'));
    cutLines(join(path, 'MP.csv'), 3);
    const found = await mistakes('WHODD', path);
    for (const file of ['ING.csv', 'THG.csv'])
      expect(found).toContainEqual(
        expect.stringMatching(
          new RegExp(`^MP.csv:\\d+: no line has the number \\d+; 3 lines of ${file} belong .* cut off`),
        ),
      );
  });

  it('refuses a product that has two lines', async () => {
    const path = copyOf(join(SAMPLES, 'WHODD'));
    const file = join(path, 'MP.csv');
    const products = readFileSync(file, 'utf8');
    writeFileSync(file, `${products}${products.split('\r\n')[0] ?? ''}\r\n`);
    expect(await mistakes('WHODD', path)).toEqual([
      expect.stringMatching(/^MP.csv:\d+: 1 numbers stand in more than one line, the first of them \d+$/),
    ]);
  });

  it('takes C3 without the file of forms, and doubts it', async () => {
    const path = copyOf(join(SAMPLES, 'WHODD'));
    const { entries } = await read('WHODD', path);
    rmSync(join(path, 'PP.csv'));
    const found = await read('WHODD', path);
    expect([found.format, found.entries]).toEqual(['whodrug-c3', entries]);
    expect(found.first.some(({ columns }) => 'pharmForm' in columns)).toBe(false);
    expect(found.first.some(({ columns }) => 'ingredients' in columns)).toBe(true);
    expect(await doubts('WHODD', path)).toEqual([
      expect.stringMatching(/^MP.csv:\d+: PP.csv is not there, so no product has a dose form/),
    ]);
  });

  it('refuses ATC codes of drugs of B3 that are not there', async () => {
    const path = folder({
      'DD.csv': '"990001","01","001","1","","","","","1","","","Zalomerin"\r\n',
      'DDA.csv': '"990001","01","001","1","Z99AA01"\r\n"990002","01","001","1","Z99AA01"\r\n',
      'INA.csv': '"Z99AA01","5","zalomerin"\r\n',
    });
    expect(await mistakes('WHODD', path)).toEqual([
      expect.stringMatching(/^DD.csv:1: no line has the number 99000201001; 1 lines of DDA.csv/),
    ]);
  });

  it('doubts substances that end long before the products', async () => {
    const files = (linked: number) =>
      folder({
        'MP.csv': lines(400, (id) => `${id},1,990001,01,002,,,N,Zalmer,,,,,KOR,,,,,,,,`),
        'PP.csv': '1,1,1,100,1\r\n',
        'ING.csv': lines(linked, (id) => `${id},,1,,,,1,${id}`),
        'THG.csv': lines(400, (id) => `${id},Z99,,Y,${id}`),
        'SUN.csv': '1,1-0-0,1,zalomerin\r\n',
        'ATC.csv': 'Z99,1,various\r\n',
      });
    expect(await doubts('WHODD', files(395))).toEqual([]);
    expect(await doubts('WHODD', files(360))).toEqual([
      expect.stringMatching(
        /^ING.csv:360: no line belongs to the last 40 of 400 numbers of MP.csv: .*cut off/,
      ),
    ]);
  });

  it('refuses a substance and an ATC code that are not there', async () => {
    const path = copyOf(join(SAMPLES, 'WHODD'));
    cutLines(join(path, 'SUN.csv'), 1);
    cutLines(join(path, 'ATC.csv'), 1);
    const expected = await mistakes('WHODD', path);
    expect(expected).toContainEqual(expect.stringMatching(/ING.csv:\d+: substance 990011 is not in SUN.csv/));
    expect(expected).toContainEqual(
      expect.stringMatching(/MP.csv:\d+: has the ATC code Z99DA01, which is not in ATC.csv/),
    );
  });
});
