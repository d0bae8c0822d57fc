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
});
