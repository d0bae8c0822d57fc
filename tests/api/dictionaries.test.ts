/** Looking terms up in dictionaries: what a keyword finds, and in which order. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDictionary } from '../../shared/contract/index.ts';
import { codedTerms } from '../../server/dictionaries/codedTerms.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { fold } from '../../shared/text/fold.ts';
import { entry, releasesIn, searchesIn } from './dictionaryReleases.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.reader');
});
afterAll(() => server.stop());

const { ask, search, termsFor } = searchesIn(() => ({ server, token }));
const { bring } = releasesIn(() => server);

describe('a keyword', () => {
  beforeAll(() =>
    bring('KCD', '8', [
      entry('A1', 'Unspecified headache'),
      entry('A2', 'Headache, old', { current: false }),
      entry('A3', 'Headaches in the morning'),
      entry('A4', 'Headache'),
      entry('A5', 'Sinus-headache of winter'),
      entry('A6', 'Preheadache'),
      entry('A7', 'Headache in spring'),
      entry('P1', '100% pain'),
      entry('P2', '100 kinds of pain'),
      entry('P3', 'under_score'),
      entry('P4', 'underscore'),
      entry('P5', `it's "quoted"`),
      entry('P6', 'back\\slash'),
      entry('P7', '(brackets) [and] {braces}.*'),
      entry('C1', { en: 'Stomach ache', ko: '복통', ja: '腹痛' }),
      entry('C2', { en: 'Lower stomach ache', ko: '하복부 통증', ja: '下腹部痛' }),
      entry('C3', { en: 'Cancer', ko: '암' }),
      entry('W1', 'Ｆｕｌｌ　ｗｉｄｔｈ ﾃｽﾄ'),
    ]),
  );

  it('finds the same text first, then beginnings, words, and what holds it; old ones last, shorter ones first', async () => {
    expect(await termsFor('KCD', 'headache')).toEqual([
      'Headache',
      'Headache in spring',
      'Headaches in the morning',
      'Headache, old',
      'Unspecified headache',
      'Sinus-headache of winter',
      'Preheadache',
    ]);
  });

  it.each([
    ['100%', ['100% pain']],
    ['%', ['100% pain']],
    ['under_', ['under_score']],
    [`it's`, [`it's "quoted"`]],
    [`"quoted"`, [`it's "quoted"`]],
    ['k\\s', ['back\\slash']],
    ['].*', []],
    ['{braces}.*', ['(brackets) [and] {braces}.*']],
    [`'; drop table dictionary_entry; --`, []],
  ])('is taken literally: %s', async (keyword, found) => {
    const { listInfo, resembling } = await search('KCD', { keyword });
    expect(resembling ? [] : listInfo.map(({ term }) => term)).toEqual(found);
  });

  it('of one character is looked for where the dictionary lets it be', async () => {
    expect(await termsFor('KCD', '암')).toEqual(['Cancer']);
    expect(await termsFor('KCD', '_')).toEqual(['under_score']);
    expect(await termsFor('MEDDRA', 'h')).toEqual([]);
  });

  it('of two Korean or Japanese characters is found within words', async () => {
    expect(await termsFor('KCD', '복통', { language: 'ko' })).toEqual(['복통']);
    expect(await termsFor('KCD', '복부', { language: 'ko' })).toEqual(['하복부 통증']);
    expect(await termsFor('KCD', '腹部', { language: 'ja' })).toEqual(['下腹部痛']);
    expect(await termsFor('KCD', '腹部')).toEqual(['Lower stomach ache']);
  });

  it('is the same in full and half width, in capitals, and with more spaces', async () => {
    expect(await termsFor('KCD', ' full   WIDTH ')).toEqual(['Ｆｕｌｌ　ｗｉｄｔｈ ﾃｽﾄ']);
    expect(await termsFor('KCD', 'テスト')).toHaveLength(1);
  });

  it('in the other kana is found where nothing holds it as it is typed', async () => {
    await bring('IDF', '202603', [
      entry('K1', { en: 'Head pain', ja: '頭痛' }, { columns: { drugNameKana: 'ズツウ' } }),
      entry('K2', { en: 'Bruise', ja: 'あざ' }),
      entry('K3', { en: 'Hazard', ja: 'アザード' }),
    ]);
    // as it is typed, without a conversion
    expect(await termsFor('IDF', 'ずつう')).toEqual(['Head pain']);
    expect(await termsFor('IDF', 'ｽﾞﾂｳ')).toEqual(['Head pain']);
    expect(await termsFor('IDF', 'アザ')).toEqual(['Hazard']);
    expect(await termsFor('IDF', 'アザ', { isKeywordExact: 'Y' })).toEqual(['Bruise']);
  });

  it('that nothing holds finds what resembles it, and says so', async () => {
    const { listInfo, resembling, pageInfo } = await search('KCD', { keyword: 'hedache' });
    expect(resembling).toBe(true);
    expect(listInfo[0]?.term).toBe('Headache');
    expect(pageInfo.totalCount).toBeGreaterThan(1);
    expect(await search('KCD', { keyword: 'zzyzzyx' })).toMatchObject({ resembling: false, listInfo: [] });
    expect((await search('KCD', { keyword: 'headache' })).resembling).toBe(false);
  });

  it('may have to be the whole term', async () => {
    expect(await termsFor('KCD', 'HEADACHE', { isKeywordExact: 'Y' })).toEqual(['Headache']);
    expect(await termsFor('KCD', 'headach', { isKeywordExact: 'Y' })).toEqual([]);
  });

  it('holds what no text can: it is told nothing, not that the server failed', async () => {
    expect(await ask('KCD', { keyword: 'a\u0000b' })).toMatchObject({ status: 200 });
    expect(await ask('KCD', { keyword: '\ud800' })).toMatchObject({ status: 200 });
    expect((await search('KCD', { keyword: 'x'.repeat(1500) })).listInfo).toEqual([]);
  });

  it('is answered in pages with exact totals', async () => {
    const page = (pageNo: number) => search('KCD', { keyword: 'headache', rowCount: 3, pageNo });
    const pages = await Promise.all([1, 2, 3, 4].map(page));
    expect(pages.map(({ pageInfo }) => [pageInfo.totalCount, pageInfo.totalPage])).toEqual(
      pages.map(() => [7, 3]),
    );
    expect(pages.flatMap(({ listInfo }) => listInfo.map(({ term }) => term))).toEqual(
      await termsFor('KCD', 'headache'),
    );
    expect((await search('KCD', { keyword: 'ache' })).pageInfo).toMatchObject({ rowCount: 10, pageNo: 1 });
  });
});

describe('fields beside the keyword', () => {
  const drug = (code: string, columns: Record<string, string>) =>
    entry(code, `Velanorix ${code}`, { columns: { whoddType: 'MPID', ...columns } });
  const found = async (fields: unknown, dictionary = 'WHODD') =>
    (await search(dictionary, { keyword: 'velanorix', fields: JSON.stringify(fields) })).listInfo.map(
      ({ code }) => code,
    );
  beforeAll(() =>
    bring('WHODD', '2026 MAR', [
      drug('1', { country: 'KOR', generic: 'Y' }),
      drug('2', { country: 'JPN', preferred: 'Y' }),
      drug('3', { country: 'KOR', generic: 'Y', preferred: 'Y', bgColor: 'BLUE' }),
      drug('4', { country: 'JPN' }),
      drug('5', { country: 'JPN', whoddType: 'PHPID' }),
    ]),
  );

  it('narrow what it finds', async () => {
    expect(await found({})).toEqual(['1', '2', '3', '4']);
    expect(await found({ countryCode: 'KOR' })).toEqual(['1', '3']);
    expect(await found({ genOrPre: 'Y' })).toEqual(['1', '2', '3']);
    expect(await found({ genAndPre: 'Y', countryCode: '' })).toEqual(['3']);
    expect(await found({ genOrPre: 'Y', countryCode: 'JPN', whoddType: 'MPID' })).toEqual(['2']);
    expect(await found({ countryCode: `K' or '1'='1` })).toEqual([]);
  });

  it('may be fixed by the dictionary', async () => {
    expect(await found({ whoddType: 'PHPID' }, 'WHODD_PHPID')).toEqual(['5']);
    expect(await found({}, 'WHODD_PHPID')).toEqual(['5']);
  });

  it('of one kind of identifier never find the other one, by keyword, by code or by resemblance', async () => {
    const termOf = async (dictionary: string, code: string) =>
      (await search(dictionary, { code })).listInfo.map((found) => found.code);
    expect(await termOf('WHODD', '5')).toEqual([]);
    expect(await termOf('WHODD', '1')).toEqual(['1']);
    expect(await termOf('WHODD_PHPID', '5')).toEqual(['5']);
    expect(await termOf('WHODD_PHPID', '1')).toEqual([]);
    const alike = await search('WHODD', { keyword: 'velanorx 5' });
    expect(alike.resembling).toBe(true);
    expect(alike.listInfo.map(({ code }) => code)).not.toContain('5');
    const refused = await ask('WHODD', {
      keyword: 'velanorix',
      fields: JSON.stringify({ whoddType: 'PHPID' }),
    });
    expect(refused.errCode).toBe('DICTIONARY_FIELDS_REFUSED');
  });

  it('that offer the values of a column offer what is there', async () => {
    const { data } = await server.call(readDictionary, { token, params: { dictionary: 'WHODD' } });
    expect(data.options).toEqual({
      countryCode: [
        { value: 'JPN', label: 'Japan' },
        { value: 'KOR', label: 'South Korea' },
      ],
    });
    expect(data.begins).toEqual({});
  });

  it.each([
    ['both ticks', JSON.stringify({ genOrPre: 'Y', genAndPre: 'Y' })],
    ['a field it has not', JSON.stringify({ colour: 'red' })],
    ['a choice it does not offer', JSON.stringify({ whoddType: 'XXX' })],
    ['a number', JSON.stringify({ countryCode: 1 })],
    ['no object', '["KOR"]'],
    ['no JSON', '{countryCode'],
  ])('are refused: %s', async (_what, fields) => {
    expect(await ask('WHODD', { keyword: 'velanorix', fields })).toMatchObject({
      status: 400,
      errCode: 'DICTIONARY_FIELDS_REFUSED',
    });
  });
});

it('a dictionary whose codes are cut finds and answers the cut code', async () => {
  await bring('IDF', '202604', [entry('123456789012', 'ベラノリックス錠'), entry('999456789012', 'X錠')]);
  const { listInfo } = await search('IDF_SUBSTANCE', { keyword: 'ベラ' });
  expect(listInfo.map(({ code }) => code)).toEqual(['1234567']);
  expect((await search('IDF_SUBSTANCE', { code: '1234567' })).listInfo[0]?.term).toBe('ベラノリックス錠');
  expect((await search('IDF', { keyword: 'ベラ' })).listInfo[0]?.code).toBe('123456789012');
  expect((await search('IDF', { code: '1234567' })).listInfo).toEqual([]);
});

it('a code with several entries means the one with the highest maintenance number', async () => {
  const maintained = (code: string, maintenanceSeq: string, drugName: string) =>
    entry(code, drugName, { columns: { maintenanceSeq } });
  await bring('IDF', '202605', [
    maintained('1234567', '9', 'Velanorix'),
    maintained('123456712', '10', 'Velanorix 20 mg'),
    maintained('123456712', '2', 'Velanorix 20 mg (old)'),
    maintained('123456799', '7', 'Velanorix drops'),
  ]);
  const numbered = async (dictionary: string, query: object) =>
    (await search(dictionary, { ...query })).listInfo.map(({ columns }) => columns['maintenanceSeq']);
  expect(await numbered('IDF', { code: '123456712' })).toEqual(['10', '2']);
  // the substance itself, not one of its products
  expect(await numbered('IDF_SUBSTANCE', { code: '1234567' })).toEqual(['9']);
});

it('the term behind a code of a case is that of the highest maintenance number, or of the substance that it begins', async () => {
  const maintained = (code: string, maintenanceSeq: string, drugName: string) =>
    entry(code, drugName, { columns: { maintenanceSeq } });
  await bring('IDF', '202606', [
    maintained('123456712', '2', 'Velanorix 20 mg (old)'),
    maintained('123456712', '10', 'Velanorix 20 mg'),
    maintained('7654321', '1', 'Cordaplen'),
    maintained('765432199', '3', 'Cordaplen drops'),
  ]);
  const codes = [
    { dictionary: 'IDF', code: '123456712' },
    { dictionary: 'IDF_SUBSTANCE', code: '1234567' },
    { dictionary: 'IDF_SUBSTANCE', code: '7654321' },
    { dictionary: 'IDF', code: '7654321999' },
  ];
  const { db, catalogue } = server.deps;
  const termOf = await inSponsor(db, 1, (trx) => codedTerms(trx, catalogue.dictionaries, codes));
  expect(codes.map(({ dictionary, code }) => termOf(dictionary, code)?.term.en)).toEqual([
    'Velanorix 20 mg',
    'Velanorix 20 mg',
    'Cordaplen',
    undefined,
  ]);
});

it('any keyword finds what holds it, and nothing else, in the order that is promised', async () => {
  const aTerm = fc.string({ unit: fc.constantFrom(...'ab% _-통증'), minLength: 1, maxLength: 9 });
  const terms = fc.sample(
    aTerm.filter((term) => fold(term) !== ''),
    { numRuns: 120, seed: 5 },
  );
  const entries = terms.map((term, at) => entry(`Z${at}`, term, { current: at % 5 > 0 }));
  await bring('WHOART', '1', entries);
  const rankOf = (text: string, keyword: string): number => {
    if (text === keyword) return 0;
    if (text.startsWith(keyword)) return 1;
    const isBounded = (word: string) => ` ${word} `.includes(` ${keyword} `);
    return isBounded(text) || text.split(/[^\p{L}\p{N}]+/u).includes(keyword) ? 2 : 3;
  };
  const promised = (keyword: string): string[] =>
    entries
      .map(({ code, term, current }, at) => ({ code, text: fold(term.en), current, at }))
      .filter(({ text }) => text.includes(keyword))
      .toSorted(
        (a, b) =>
          rankOf(a.text, keyword) - rankOf(b.text, keyword) ||
          Number(b.current) - Number(a.current) ||
          a.text.length - b.text.length ||
          a.at - b.at,
      )
      .map(({ code }) => code);
  const keywords = fc.sample(
    fc.string({ unit: fc.constantFrom(...'ab% _-통증'), minLength: 1, maxLength: 4 }).map(fold),
    { numRuns: 150, seed: 6 },
  );
  for (const keyword of new Set(keywords.filter((one) => one !== ''))) {
    const { listInfo, resembling, pageInfo } = await search('WHOART', { keyword, rowCount: 100 });
    const found = resembling ? [] : listInfo.map(({ code }) => code);
    expect(found, `for ${keyword}`).toEqual(promised(keyword).slice(0, 100));
    if (!resembling) expect(pageInfo.totalCount).toBe(promised(keyword).length);
  }
});

it('a keyword of very many entries finds the first thousand in the order that is promised, page by page', async () => {
  const words = ['mab', 'mab forte', 'Mabrix', 'mabrix mab', 'nomab', 'no mab', 'a rather long mab of old'];
  const entries = Array.from({ length: 1400 }, (_, at) =>
    entry(`Y${at}`, `${words[at % words.length]}${at < words.length ? '' : ` ${at}`}`, {
      current: at % 11 > 0,
    }),
  );
  await bring('KIMS', '1', entries);
  const rankOf = (text: string): number => {
    if (text === 'mab') return 0;
    if (text.startsWith('mab')) return 1;
    return ` ${text} `.includes(' mab ') ? 2 : 3;
  };
  const promised = entries
    .map(({ code, term, current }, at) => ({ code, text: fold(term.en), current, at }))
    .toSorted(
      (a, b) =>
        rankOf(a.text) - rankOf(b.text) ||
        Number(b.current) - Number(a.current) ||
        a.text.length - b.text.length ||
        a.at - b.at,
    )
    .map(({ code }) => code);
  const ask = (pageNo: number) => search('KIMS', { keyword: 'mab', rowCount: 100, pageNo });
  const pages = await Promise.all(Array.from({ length: 10 }, (_, at) => ask(at + 1)));
  expect(pages.flatMap(({ listInfo }) => listInfo.map(({ code }) => code))).toEqual(promised.slice(0, 1000));
  expect(pages[0]).toMatchObject({ more: true, pageInfo: { totalCount: 1000, totalPage: 10 } });
  expect((await ask(11)).listInfo).toEqual([]);
  const few = await search('KIMS', { keyword: 'mabrix' });
  expect(few).toMatchObject({ more: false, pageInfo: { totalCount: 400 } });
});

it('the index narrows by what few entries have, and changes nothing of what is found', async () => {
  const entries = Array.from({ length: 1300 }, (_, at) =>
    entry(`X${at}`, `Mab ${at}`, {
      columns: {
        whoddType: 'MPID',
        country: at % 13 === 0 ? 'ISL' : 'JPN',
        generic: at % 2 === 0 ? 'Y' : 'N',
        preferred: at % 50 === 0 ? 'Y' : 'N',
      },
    }),
  );
  await bring('WHODD', '2026 JUN', entries);
  const questions: { fields: Record<string, string>; meets: (columns: Record<string, string>) => boolean }[] =
    [
      { fields: { countryCode: 'ISL' }, meets: ({ country }) => country === 'ISL' },
      { fields: { countryCode: 'JPN' }, meets: ({ country }) => country === 'JPN' },
      {
        fields: { genOrPre: 'Y' },
        meets: ({ generic, preferred }) => [generic, preferred].includes('Y'),
      },
      {
        fields: { genAndPre: 'Y', countryCode: 'ISL' },
        meets: ({ country, generic, preferred }) => country === 'ISL' && generic === 'Y' && preferred === 'Y',
      },
    ];
  const answers = async () => {
    for (const { fields, meets } of questions) {
      const promised = entries
        .filter(({ columns }) => meets(columns))
        .map(({ code, term }, at) => ({ code, at, size: term.en.length }))
        .toSorted((a, b) => a.size - b.size || a.at - b.at)
        .map(({ code }) => code);
      const { listInfo, pageInfo } = await search('WHODD', {
        keyword: 'mab',
        fields: JSON.stringify(fields),
        rowCount: 100,
      });
      expect(listInfo.map(({ code }) => code)).toEqual(promised.slice(0, 100));
      expect(pageInfo.totalCount).toBe(Math.min(promised.length, 1000));
    }
  };
  await answers();
  const releases = server.deps.db.updateTable('dictionary_release').where('dictionary', '=', 'WHODD');
  const before = await server.deps.db
    .selectFrom('dictionary_release')
    .select('common_facts')
    .where('version', '=', '2026 JUN')
    .executeTakeFirstOrThrow();
  expect(before.common_facts).toEqual({
    country: ['JPN'],
    generic: ['N', 'Y'],
    preferred: ['N'],
    whoddType: ['MPID'],
  });
  // now by every value
  await releases.set({ common_facts: '{}' }).execute();
  await answers();
});
