import { describe, expect, it } from 'vitest';
import { buildCodingIndex } from './codingIndex.ts';
import { areOpposites } from './opposites.ts';
import { suggestCodes } from './suggestCodes.ts';

it.each([
  ['hypertension', 'hypotension'],
  ['increased', 'decreased'],
  ['normal', 'abnormal'],
  ['symptomatic', 'asymptomatic'],
  ['systolic', 'diastolic'],
  ['intracranial', 'extracranial'],
])('%s and %s are', (one, other) => {
  expect([areOpposites(one, other), areOpposites(other, one)]).toEqual([true, true]);
});

it.each([
  ['increased', 'increased'],
  ['hypertension', 'hypertention'],
  ['hypotension', 'hipotension'],
  ['nausea', 'nause'],
])('%s and %s are not', (one, other) => {
  expect([areOpposites(one, other), areOpposites(other, one)]).toEqual([false, false]);
});

it('are not treated as typing errors: the queried term ranks before its opposite', () => {
  const index = buildCodingIndex([
    { code: '1', name: 'Hypotension' },
    { code: '2', name: 'Hypertension' },
    { code: '3', name: 'Hepatic enzyme decreased' },
    { code: '4', name: 'Hepatic enzyme increased' },
  ]);
  expect(suggestCodes({ index }, 'hypertention').map(({ code }) => code)[0]).toBe('2');
  expect(suggestCodes({ index }, 'hypotention').map(({ code }) => code)[0]).toBe('1');
  const [first, second] = suggestCodes({ index }, 'liver enzyme elevation');
  expect(first?.code).toBe('4');
  expect(second?.score ?? 0).toBeLessThan((first?.score ?? 0) - 0.2);
});

describe('the opposite of what was reported', () => {
  const terms = buildCodingIndex(
    [
      'Insomnia',
      'Hypersomnia',
      'Hunger',
      'Decreased appetite',
      'Increased appetite',
      'Headache',
      'Headaches increased',
      'Hypernatraemia',
      'Hyponatraemia',
      'Sodium decreased',
      'Sodium increased',
      'Fatigue',
      'Energy increased',
      'Premature baby',
      'Baby weight decreased',
      'Cough',
    ].map((name, at) => ({ code: String(at), name })),
    false,
  );
  const names = (text: string) => suggestCodes({ index: terms }, text).map(({ term }) => term);

  it.each([
    ['hardly slept', 'Insomnia', 'Hypersomnia'],
    ['takes my hunger away', 'Decreased appetite', 'Hunger'],
    ['wants to eat', 'Increased appetite', 'Decreased appetite'],
    ['no energy', 'Fatigue', 'Energy increased'],
    ['low sodium', 'Sodium decreased', 'Sodium increased'],
    ['hyponatremias', 'Hyponatraemia', 'Hypernatraemia'],
    ['premature baby (< 36 weeks)', 'Premature baby', 'Baby weight decreased'],
    ["can't stop coughing", 'Cough', 'Fatigue'],
  ])('of “%s” ranks after “%s”', (text, first, opposite) => {
    expect(names(text)[0]).toBe(first);
    expect(names(text).indexOf(opposite)).not.toBe(0);
  });

  it.each(['no headache', 'denies headaches', 'without headache', 'not hungry at all'])(
    'of “%s” is never first',
    (text) => {
      expect(names(text)[0]).not.toBe('Headache');
      expect(names(text)[0]).not.toBe('Hunger');
    },
  );

  it('is not suggested at all where there is nothing else', () => {
    const only = buildCodingIndex([{ code: '1', name: 'Blood sodium increased' }], false);
    expect(suggestCodes({ index: only }, 'blood sodium decreased')).toEqual([]);
  });

  it.each([
    ['나트륨 감소', '나트륨 증가'],
    ['血圧低下', '血圧上昇'],
    ['血压降低', '血压升高'],
  ])('of “%s” in scripts without spaces is never first', (text, opposite) => {
    const only = buildCodingIndex([{ code: '1', name: opposite }], false);
    expect(suggestCodes({ index: only }, text)).toEqual([]);
  });

  it.each([
    ['두통 없음', '두통'],
    ['가슴 통증은 없었다', '가슴 통증'],
    ['발진 부인', '발진'],
    ['頭痛なし', '頭痛'],
    ['発疹は認められず', '発疹'],
    ['无头痛', '头痛'],
    ['否认恶心、呕吐', '呕吐'],
    ['不眠なし', '不眠症'],
    ['불면 없음', '불면증'],
    ['否认失眠', '失眠症'],
    ['머리 통증없음', '머리 통증'],
    ['頭痛（－）', '頭痛'],
  ])('of “%s”, denied in Korean, Japanese or Chinese, is not suggested', (text, denied) => {
    const only = buildCodingIndex([{ code: '1', name: denied }], false);
    expect(suggestCodes({ index: only }, text)).toEqual([]);
  });

  it.each([
    ['발열은 없고 발진이 있음', '발진'],
    ['嘔吐なし、悪心あり', '悪心'],
    ['恶心，无呕吐', '恶心'],
    ['식욕이 없음', '식욕부진'],
    ['无力', '无力'],
    ['약효 없음', '약효 없음'],
    ['頭痛なし。悪心', '悪心'],
    ['咳が出っぱなし', '咳'],
    ['夜眠れない', '眠れない'],
    ['두통이 나아지지 않음', '두통'],
  ])('is not what “%s” states beside a denial, or by one', (text, stated) => {
    const only = buildCodingIndex([{ code: '1', name: stated }], false);
    expect(suggestCodes({ index: only }, text).map(({ term }) => term)).toEqual([stated]);
  });
});

describe('a text', () => {
  const index = buildCodingIndex(
    ['Headache', '두통', '頭痛'].map((name, at) => ({ code: String(at), name })),
  );
  const first = (text: string) => suggestCodes({ index }, text)[0];

  it.each([
    ['of full width', 'ＨＥＡＤＡＣＨＥ', 'Headache'],
    ['with signs that are not seen', '\u200fhead\u00ada\u200bche\ufeff', 'Headache'],
    ['with an emoji', '🤕 headache', 'Headache'],
    ['in Hangul that is not composed', '두통'.normalize('NFD'), '두통'],
  ])('%s is coded as what it shows', (_what, text, term) => {
    expect(first(text)).toMatchObject({ term, reason: { kind: 'exact' } });
  });

  it.each([
    ['in two scripts', 'headache(두통)', 'Headache'],
    ['with Arabic', 'headache صداع', 'Headache'],
  ])('%s is suggested a code, and none is safe', (_what, text, term) => {
    expect(first(text)).toMatchObject({ term, safe: false });
  });

  it.each([
    ['of signs alone', '…?!—()'],
    ['of emoji alone', '🤕😀'],
    ['of joiners', '\u200d'.repeat(10_000)],
  ])('%s is suggested nothing', (_what, text) => {
    expect(first(text)).toBeUndefined();
  });

  it('is read to a limit: a longer one costs no more', () => {
    const long = 'fever and chills '.repeat(120);
    expect(first(`${long}headache`)).toBeUndefined();
    expect(first(`headache ${long}`)).toMatchObject({ term: 'Headache' });
  });
});
