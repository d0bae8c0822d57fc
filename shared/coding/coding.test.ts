import { describe, expect, it } from 'vitest';
import { buildCodingIndex, buildCodingMemory, suggestCodes } from './index.ts';

const NAMES = [
  { code: '1', name: 'Renal failure acute' },
  { code: '2', name: 'Oedema peripheral' },
  { code: '3', name: 'Diarrhoea' },
  { code: '4', name: 'Blood pressure increased' },
  { code: '5', name: 'Blood pressure decreased' },
  { code: '6', name: 'Kidney stones' },
  { code: '7', name: '두통' },
  { code: '8', name: '급성 신장 손상' },
  { code: '9', name: 'じんま疹' },
  { code: '10', name: 'Headache', current: false },
  { code: '11', name: 'Head pain' },
  { code: '12', name: 'Tissue oxygen tension increased' },
  { code: '13', name: 'Tissue oxygen tension decreased' },
];
const index = buildCodingIndex(NAMES);
const first = (text: string) => suggestCodes({ index }, text)[0];

it.each([
  ['ACUTE renal failure', '1', 'exact'],
  ['peripheral edema', '2', 'exact'],
  ['Diarrhea.', '3', 'exact'],
  ['diarrheas', '3', 'exact'],
  ['diarhoea', '3', 'exact'],
  ['kidney stone', '6', 'exact'],
  ['급성신장손상', '8', 'exact'],
  ['ジンマ疹', '9', 'exact'],
  ['acute renal failrue', '1', 'spelling'],
  ['severe peripheral oedema', '2', 'words'],
])('takes %s for code %s: %s', (text, code, kind) => {
  expect(first(text)).toMatchObject({ code, reason: { kind } });
});

it('prefers the name that contains every word', () => {
  const several = buildCodingIndex([
    { code: '1', name: 'Neuropathies peripheral NEC' },
    { code: '2', name: 'Neuropathy peripheral' },
  ]);
  const [best, next] = suggestCodes({ index: several }, 'peripheral neuropathy');
  expect([best?.code, next?.code]).toEqual(['2', '1']);
  expect(best?.score).toBeGreaterThan(next?.score ?? 1);
});

it('reports which word matched which', () => {
  expect(first('acute renal failrue')?.reason).toEqual({
    kind: 'spelling',
    pairs: [{ said: 'failrue', name: 'failure' }],
  });
});

it('reports words as they were typed', () => {
  expect(first('Severe peripheral oedemas')?.reason).toEqual({
    kind: 'words',
    words: ['peripheral', 'oedemas'],
  });
});

it('ranks non-current codes last, and never marks them safe', () => {
  const found = suggestCodes({ index }, 'headache');
  expect(found.at(-1)).toMatchObject({ code: '10', reason: { kind: 'exact' }, safe: false });
});

it.each(['', '   ', '...', 'zzzzqqq'])('finds nothing for %j', (text) => {
  expect(suggestCodes({ index }, text)).toEqual([]);
});

describe('accepted codings', () => {
  const codings = [
    { text: 'my bp went through the roof', code: '4', times: 3 },
    { text: 'tot increased', code: '12', times: 2 },
    { text: 'cannot pee', code: '1', times: 1 },
    { text: 'unheard of', code: '999', times: 50 },
  ];
  const memory = buildCodingMemory(index, codings);
  const suggested = (text: string) => suggestCodes({ index, memory }, text)[0];

  it('are suggested again, with their count', () => {
    expect(suggested('BP went through the roof')).toMatchObject({
      code: '4',
      reason: { kind: 'coded', times: 3, of: 3 },
    });
  });
  it('are safe only if there were several', () => {
    expect(suggested('my bp went through the roof')?.safe).toBe(true);
    expect(suggested('cannot pee')?.safe).toBe(false);
  });
  it('provide the meaning of an abbreviation', () => {
    expect(first('tot decreased')?.score).toBeLessThan(0.9);
    expect(suggested('tot decreased')).toMatchObject({ code: '13' });
    expect(suggested('tot decreased')?.score).toBeGreaterThan(0.9);
  });
  it('improve the scores of similar texts', () => {
    expect(suggested('cannot pee today')).toMatchObject({ code: '1', reason: { kind: 'codedAlike' } });
  });
  it('with codes outside the dictionary are ignored', () => {
    expect(suggestCodes({ index, memory }, 'unheard of')).toEqual([]);
  });
});

describe('names of products', () => {
  const products = buildCodingIndex([
    { code: '1', name: 'Zalpril Tab. 5mg' },
    { code: '2', name: 'Zalpril Tab. 10mg' },
    { code: '3', name: 'Morsartan potassium' },
    { code: '4', name: '노바정 5밀리그램' },
  ]);
  it.each([
    ['zalpril 10 mg film-coated tablets', '2'],
    ['Morsartan 50 mg cap', '3'],
    ['moratan hydrochloride 50mg', '3'],
    ['노바', '4'],
  ])('finds %s as code %s regardless of strength, form and salt', (text, code) => {
    expect(suggestCodes({ index: products }, text)[0]).toMatchObject({ code });
  });
});
