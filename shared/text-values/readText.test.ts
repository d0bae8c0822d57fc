import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../testing/costOf.ts';
import { buildCodingIndex } from '../coding/index.ts';
import { namesOf } from './namesOf.ts';
import { readText } from './readText.ts';
import type { TextValue } from './textValues.types.ts';

const REACTIONS = ['Headache', 'Itchy rash', 'Rash', 'Vomiting', 'Renal failure', '두통', '頭痛', '皮疹'];
const approved = (text: string, code: string, recordKey: number) => ({
  text,
  code,
  recordKey,
  approvedBy: 'Ann',
  until: '20270101',
});
const NAMES = namesOf(
  {
    index: buildCodingIndex(
      REACTIONS.map((name, at) => ({ code: `R${at}`, name })),
      false,
    ),
    synonyms: [
      approved('Hammer in the head', 'R0', 7),
      approved('머리가 띵함', 'R5', 8),
      approved('Gone code', 'R99', 9),
      approved('Rash', 'R1', 10),
    ],
  },
  [
    {
      index: buildCodingIndex(
        ['Zalmer', 'Pravux', 'Loratadine'].map((name) => ({ code: name, name })),
        true,
      ),
      synonyms: [approved('Zal drops', 'Zalmer', 11)],
    },
  ],
);
const valuesOf = (text: string): TextValue[] => readText(text, NAMES).values;
const partsOf = (text: string) => valuesOf(text).map(({ parts }) => parts);
const reactionsIn = (text: string) => valuesOf(text).flatMap(({ parts }) => parts.reaction ?? []);

describe('a text', () => {
  it('states a reaction with its date, and a drug with its dose', () => {
    const text = 'He took Zalmer 20 mg twice daily. On 5 March 2024 he developed an itchy rash.';
    expect(partsOf(text)).toEqual([
      { drug: 'Zalmer' },
      { dose: '20', doseUnit: 'mg' },
      { interval: '12', intervalUnit: 'h' },
      { onset: '20240305' },
      { reaction: 'itchy rash', reactionCode: 'R1' },
    ]);
  });

  it.each([
    'He developed no rash.',
    'There was no headache, vomiting or rash.',
    'She denied headache.',
    'Her mother developed a rash.',
    'He has a history of headache.',
    'She took Zalmer for headache.',
    'Renal failure was ruled out.',
    'The differential diagnosis: rash versus headache.',
    'The leaflet says it can cause vomiting.',
    '두통은 없었다.',
    '頭痛は認めなかった。',
    '患者无皮疹。',
    '片頭痛が出現した。',
  ])('states no reaction: %s', (text) => {
    expect(reactionsIn(text)).toEqual([]);
  });

  it.each([
    ['She developed vomiting but no rash.', ['vomiting']],
    ['After the tablet he threw up.', []],
    ['He was admitted with kidney failure.', ['kidney failure']],
    ['She had Itchy rash and headache within an hour.', ['Itchy rash', 'headache']],
    ['두통이 발생하였다.', ['두통']],
    ['頭痛が出現した。', ['頭痛']],
    ['患者出现皮疹。', ['皮疹']],
  ])('%s', (text, reactions) => {
    expect(reactionsIn(text)).toEqual(reactions);
  });

  it.each([
    ['two doses', 'She took Zalmer 20 mg. Zalmer 40 mg was given later.'],
    ['a changed dose', 'She took Zalmer; Zalmer was increased to 40 mg.'],
    ['a range', 'She took Zalmer 10 to 20 mg.'],
    ['a range with a dash', 'She took Zalmer 10–20 mg.'],
    ['two strengths', 'She took Zalmer 875/125 mg.'],
    ['a concentration', 'She took Zalmer 5 mg/5 ml.'],
    ['a number of tablets before it', 'She took Zalmer 2 x 500 mg.'],
    ['a number of tablets behind it', 'She took Zalmer 500 mg x 2.'],
    ['a space between thousands', 'She took Zalmer 10 000 IU.'],
    ['a power of ten', 'She took Zalmer 1e3 mg.'],
    ['a limit', 'She took Zalmer >5 mg.'],
    ['a point that may divide thousands', 'She took Zalmer 1.000 mg.'],
  ])('with %s states none', (_, text) => {
    expect(valuesOf(text).filter(({ parts }) => parts.dose !== undefined)).toEqual([]);
  });

  it.each([
    'She had a rash. Her husband died on 5 May 2020.',
    'She had a rash and almost died on 5 May 2020.',
    '환자에게 두통이 발생했다. 어머니는 2020년 5월 5일 사망했다.',
    '患者に頭痛が発現した。母は2020年5月5日に死亡した。',
    '患者出现皮疹。其母亲于2020年5月5日死亡。',
    'She had a rash. Her son, who was 5 years old, was well.',
    'She almost died from the rash.',
    'She had a rash. Her dog died on 5 May 2020.',
    'She had a rash. The previous patient died on 5 May 2020.',
    'She had a rash. The doctor is 50 years old.',
    'She had a rash. The doctor died on 5 May 2020. The nurse (50 years old) did not.',
    'She had a rash. She gave it to her 5-year-old son.',
    '환자에게 두통이 발생했다. 의사는 50세이다. 5세 아들은 건강하다.',
    '患者に頭痛が発現した。医師は50歳である。5歳の息子は元気だ。',
    '患者出现皮疹。医生50岁。她5岁的儿子健康。',
  ])('states no death or age of the patient: %s', (text) => {
    const parts = partsOf(text).flatMap((one) => [one.deathDate ?? one.age ?? one.outcome ?? []].flat());
    expect(parts).toEqual([]);
  });

  it.each([
    'A 1-year-and-6-month-old boy had a rash.',
    'He was 1 year 6 months old.',
    '患者は1歳6か月の男児で、頭痛が出現した。',
    '1岁6个月男孩出现皮疹。',
    '환자는 1세 6개월로 두통이 발생하였다.',
  ])('states no age where it has two units: %s', (text) => {
    expect(partsOf(text).flatMap(({ age }) => age ?? [])).toEqual([]);
  });

  it.each([
    ['A physician reported that a 50-year-old woman had a rash.', '50'],
    ['The doctor saw the patient, a man aged 30 years, who had a rash.', '30'],
    ['My 5-year-old son developed a rash.', '5'],
  ])('states the age of the patient: %s', (text, age) => {
    expect(partsOf(text).flatMap((one) => one.age ?? [])).toEqual([age]);
  });

  it('states no result with a point that may divide thousands', () => {
    expect(partsOf('ALT was 1.234 U/L.')).toEqual([]);
    expect(partsOf('ALT was 12.5 U/L.')).toEqual([expect.objectContaining({ testResult: '12.5' })]);
  });

  it('states grams per litre where it has them, and not of G/L, which are cells', () => {
    const units = (text: string) => partsOf(text).flatMap(({ testUnit }) => testUnit ?? []);
    expect(units('WBC 250 G/L.')).toEqual([]);
    expect(units('Albumin 35 g/L.')).toEqual(['g/L']);
  });

  it('does not take a treatment of the reaction for a drug of the case', () => {
    const drugs = valuesOf('He took Zalmer and developed a rash. Loratadine was given.').flatMap(
      ({ parts }) => parts.drug ?? [],
    );
    expect(drugs).toEqual(['Zalmer']);
  });

  it('may be anything: places are in the text and in their sentence, and each part of a row is stated once', () => {
    const word = fc.constantFrom(
      ...`He|developed|no|rash|headache|Zalmer|20 mg|on|5 March 2024|resolved|and|.|,|;|\n|두통|이 발생|頭痛|が出現|。|出现|皮疹|ALT 30 U/L|54-year-old|ß|𝒜`.split(
        '|',
      ),
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(word).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (whole) => {
        const { values, sentences } = readText(whole, NAMES);
        const seen = new Set<string>();
        for (const { subject, row, parts, from, to, sentence } of values) {
          const around = sentences[sentence - 1];
          expect(around && around.from <= from && from < to && to <= around.to).toBe(true);
          for (const part of Object.keys(parts)) {
            expect(seen.has(`${subject}/${row}/${part}`)).toBe(false);
            seen.add(`${subject}/${row}/${part}`);
          }
        }
      }),
    );
  });

  it('that denies a finding never states it', () => {
    const denial = fc.constantFrom(
      'There was no X.',
      'She denied X.',
      'No signs of X.',
      'X was ruled out.',
      'She never had X.',
    );
    const other = fc.constantFrom(
      '',
      'She took Zalmer 20 mg. ',
      'On 5 March 2024 she fell. ',
      'Alive and well. ',
    );
    const term = fc.constantFrom('headache', 'itchy rash', 'vomiting', 'renal failure');
    fc.assert(
      fc.property(denial, other, term, other, (form, before, name, after) => {
        expect(reactionsIn(`${before}${form.replace('X', name)} ${after}`)).toEqual([]);
      }),
    );
  });

  it('of any length is read in time that grows with it', async () => {
    const hostile = [
      'no '.repeat(4_000),
      'ALT '.repeat(4_000),
      '頭'.repeat(12_000),
      '1'.repeat(12_000),
      'a.'.repeat(8_000),
    ];
    for (const text of hostile) expect(await costOf(() => valuesOf(text))).toBeLessThan(800);
  });
});

describe('a synonym of the sponsor', () => {
  const found = (text: string) =>
    valuesOf(text).map(({ parts, synonym }) => [parts.reactionCode ?? parts.drug, synonym?.recordKey]);

  it.each([
    ['She developed a hammer in the head.', [['R0', 7]]],
    ['머리가 띵함이 발생하였다.', [['R5', 8]]],
    ['He took Zal drops.', [['Zal drops', 11]]],
    // what was approved comes before a name
    ['He developed a rash.', [['R1', 10]]],
    ['He developed vomiting.', [['R3', undefined]]],
  ])('is recognised like a name, and told: %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each(['She denied a hammer in the head.', 'He developed a gone code.'])(
    'is not where a name would not be, nor with a code that is not current: %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});
