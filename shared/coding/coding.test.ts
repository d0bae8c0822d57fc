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

it('offers no name of which only some letters are alike', () => {
  const few = buildCodingIndex(
    [
      'Oltra Kids syrup (SAMPLE)',
      'Zalmer tablets (SAMPLE)',
      'Chloradin elixir (SAMPLE)',
      'Norvadel ear drops (SAMPLE)',
    ].map((name, at) => ({
      code: String(at),
      name,
    })),
  );
  for (const text of ['Unheard of', 'Heard ear', 'Kid sister', 'eliciting'])
    for (const { reason } of suggestCodes({ index: few }, text))
      expect(reason).not.toEqual({ kind: 'words', words: [] });
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
  it('are safe only if there were three, nearly all of one code', () => {
    expect(suggested('my bp went through the roof')?.safe).toBe(true);
    expect(suggested('tot increased')?.safe).toBe(false);
    expect(suggested('cannot pee')?.safe).toBe(false);
  });
  it('of exactly this text rank before those of another form, and both before a name with these words', () => {
    const coded = buildCodingMemory(index, [
      { text: 'kidney stones', code: '1', times: 1 },
      { text: 'stone, kidney', code: '3', times: 9 },
    ]);
    const found = suggestCodes({ index, memory: coded }, 'Kidney stones');
    expect(found.slice(0, 3).map(({ code }) => code)).toEqual(['1', '3', '6']);
    expect(found[0]?.safe).toBe(false);
  });
  it('also rank first where users disagreed', () => {
    const coded = buildCodingMemory(index, [
      { text: 'bp trouble', code: '4', times: 1 },
      { text: 'bp trouble', code: '5', times: 1 },
      { text: 'bp trouble', code: '2', times: 1 },
    ]);
    const codes = suggestCodes({ index, memory: coded }, 'bp trouble').map(({ code }) => code);
    expect(codes.slice(0, 3).toSorted()).toEqual(['2', '4', '5']);
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
    expect(suggestCodes({ index, memory }, 'unheard of').map(({ code }) => code)).not.toContain('999');
  });
});

it.each([
  ['post-herpetic pain', '1'],
  ['postherpetic pain', '1'],
  ['tubulo-interstitial nephritis', '2'],
  ['tubulointerstitial nephritis', '2'],
])('finds %s with and without hyphen', (text, code) => {
  const hyphens = buildCodingIndex([
    { code: '1', name: 'Post-herpetic pain' },
    { code: '2', name: 'Tubulointerstitial nephritis' },
  ]);
  expect(suggestCodes({ index: hyphens }, text)[0]).toMatchObject({ code, reason: { kind: 'exact' } });
});

it('reads a long text by window: each of its events is suggested', () => {
  const text =
    'Two weeks after the start of treatment the patient was admitted because of peripheral oedema, had acute ' +
    'renal failure and then complained of diarrhoea; she had no kidney stones at any time.';
  const found = suggestCodes({ index }, text);
  expect(
    found
      .slice(0, 3)
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(['1', '2', '3']);
  expect(found.some(({ safe }) => safe)).toBe(false);
  expect(found.slice(0, 3).map(({ code }) => code)).not.toContain('6');
});

describe("patients' own words", () => {
  const memory = buildCodingMemory(
    index,
    ['zonked and wobbly', 'totally zonked', 'zonked out'].map((text) => ({ text, code: '5', times: 1 })),
  );
  it('count by what they were coded to before', () => {
    const verbatim = suggestCodes({ index, memory, verbatim: true }, 'zonked to the moon');
    expect(verbatim[0]).toMatchObject({ code: '5', safe: false });
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

describe('a synonym of the sponsor', () => {
  const terms = buildCodingIndex([
    { code: '1', name: 'Headache' },
    { code: '2', name: 'Migraine' },
    { code: '3', name: 'Old term', current: false },
  ]);
  const synonym = (code: string) => ({ code, approvedBy: 'Mina Park', until: '20991231' });
  const suggest = (...codes: string[]) =>
    suggestCodes(
      {
        index: terms,
        memory: buildCodingMemory(terms, [{ text: 'headache', code: '1', times: 9 }]),
        synonyms: codes.map(synonym),
      },
      'headache',
    );

  it('comes before an exact match and what was coded, and is certain', () => {
    expect(suggest('2')[0]).toMatchObject({
      code: '2',
      safe: true,
      reason: { kind: 'synonym', approvedBy: 'Mina Park', until: '20991231' },
    });
    expect(suggest('2')[1]).toMatchObject({ code: '1', safe: false });
  });

  it('is not certain beside another one, and not proposed with a code that is not current', () => {
    expect(suggest('1', '2').map(({ safe }) => safe)).toEqual([false, false]);
    expect(suggest('3', 'none').map(({ reason }) => reason.kind)).not.toContain('synonym');
  });
});
