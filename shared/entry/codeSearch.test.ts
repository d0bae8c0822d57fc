import { afterEach, expect, it, vi } from 'vitest';
import { codeInText, codeNamed, codeOfText, codeText, searchCodes, SHOWN_CODES } from './codeSearch.ts';
import { unitOfText } from './unitOfText.ts';

const lower = String.prototype.toLocaleLowerCase;
afterEach(() => vi.restoreAllMocks());

const CODES = [
  { code: '1', label: 'Injection site' },
  { code: '2', label: 'ﾀｲﾚﾉｰﾙ' },
  { code: '3', label: '発熱' },
];
const found = (query: string) => searchCodes(CODES, query, null).map(({ code }) => code);

it('finds the same codes in a browser that speaks Turkish', () => {
  vi.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return lower.call(this, 'tr');
  });
  expect('I'.toLocaleLowerCase()).toBe('ı');
  expect(found('INJECTION')).toEqual(['1']);
});

it('shows the current code of a long list without a query', () => {
  const codes = Array.from({ length: 250 }, (_, at) => ({ code: `C${at}`, label: `Country ${at}` }));
  const shown = (query: string, current: string | null) =>
    searchCodes(codes, query, current)
      .slice(0, SHOWN_CODES)
      .map(({ code }) => code);
  expect(shown('', 'C200').slice(0, 2)).toEqual(['C200', 'C0']);
  expect(searchCodes(codes, '', 'C200')).toHaveLength(250);
  expect(shown('', 'C5')).toEqual(shown('', null));
  expect(shown('Country', 'C200')).toEqual(shown('Country', null));
});

it('finds texts of any width and script', () => {
  expect(found('タイレ')).toEqual(['2']);
  expect(found('発熱')).toEqual(['3']);
});

it('shows a unit as its symbol or its word, and other codes with their labels in fields only', () => {
  const mg = { code: 'mg', label: 'milligram' };
  const form = { code: '{DF}', label: 'dosage form' };
  const day = { code: 'd', label: 'day' };
  const outcome = { code: '3', label: 'Not recovered' };
  const version = { code: '28.0', label: '' };
  expect([codeText(mg, 'code'), codeInText(mg, 'code')]).toEqual(['mg', 'mg']);
  expect([codeText(form, 'code'), codeInText(form, 'code')]).toEqual(['dosage form', 'dosage form']);
  expect([codeText(day, 'label'), codeInText(day, 'label')]).toEqual(['day', 'day']);
  expect([codeText(outcome), codeInText(outcome)]).toEqual(['3 Not recovered', 'Not recovered']);
  expect([codeText(version), codeInText(version)]).toEqual(['28.0', '28.0']);
});

const ACTIONS = [
  { code: '1', label: 'Drug withdrawn' },
  { code: '4', label: 'Dose not changed' },
  { code: '4', label: '투여량 변경하지 않음' },
  { code: '4', label: '投与量変更せず' },
  { code: '9', label: 'Not applicable' },
];
const CAUSALITY = [
  { code: '2', label: 'Probable' },
  { code: '4', label: 'Unlikely' },
];
const OUTCOMES = [
  { code: '1', label: 'Recovered/resolved' },
  { code: '3', label: 'Not recovered/not resolved/ongoing' },
  { code: '4', label: 'Recovered/resolved with sequelae' },
  { code: '0', label: 'Unknown' },
];

it('finds a label that looks like a code and its label', () => {
  const companies = [
    { code: '1', label: 'CT: 임상시험' },
    { code: '2', label: 'KR: 국내 시판 후' },
  ];
  for (const text of ['KR: 국내 시판 후', '2 – KR: 국내 시판 후', '2 KR: 국내 시판 후'])
    expect(codeNamed(companies, text)?.code).toBe('2');
});

it('takes no word of a label for its code, which may say the opposite', () => {
  for (const text of ['changed', '투여량 변경', '投与量変更', 'applicable'])
    expect(codeNamed(ACTIONS, text)).toBeNull();
  expect(codeNamed(CAUSALITY, 'likely')).toBeNull();
  expect(codeNamed(OUTCOMES, 'known')).toBeNull();
});

it('takes a part of a label for its code where no other label has it', () => {
  expect(codeNamed(OUTCOMES, 'Ongoing')?.code).toBe('3');
  expect(codeNamed(OUTCOMES, 'resolved')?.code).toBe('1');
  expect(codeNamed(OUTCOMES, 'recovered')).toBeNull();
  expect(codeNamed(OUTCOMES, 'not recovered')?.code).toBe('3');
});

it('takes a beginning for the code where no denial can follow it', () => {
  expect(codeNamed(OUTCOMES, 'unk')?.code).toBe('0');
  expect(codeNamed(ACTIONS, 'drug w')?.code).toBe('1');
  expect(codeNamed(ACTIONS, '投与量')).toBeNull();
});

it('takes no abbreviation for the beginning of a label that others begin alike', () => {
  const others = Array.from({ length: SHOWN_CODES }, (_, at) => ({ code: `Q${at}`, label: `Quarter ${at}` }));
  const countries = [{ code: 'UA', label: 'Ukraine' }, { code: 'SV', label: 'El Salvador' }, ...others];
  const routes = [
    { code: 'ROA-20059500', label: 'Posterior juxtascleral use' },
    { code: 'ROA-20015500', label: 'Implantation' },
    { code: 'ROA-20015000', label: 'Infiltration' },
    ...others,
  ];
  for (const text of ['UK', 'EL']) expect(codeNamed(countries, text)).toBeNull();
  for (const text of ['PO', 'IM', 'inf', 'ROA-20059']) expect(codeNamed(routes, text)).toBeNull();
  for (const text of ['no', 'N']) expect(codeNamed(ACTIONS, text)).toBeNull();
  expect(codeNamed(countries, 'Ukra')?.code).toBe('UA');
  expect(codeOfText(countries, 'UK')?.code).toBe('UA');
});

it('takes a single letter where it tells all labels apart', () => {
  const sexes = [
    { code: '1', label: 'Male' },
    { code: '2', label: 'Female' },
    { code: '2', label: '여성' },
  ];
  expect(['M', 'f'].map((text) => codeNamed(sexes, text)?.code)).toEqual(['1', '2']);
  expect(codeNamed(OUTCOMES, 'U')).toBeNull();
});

it('takes what is typed in a field for the only code that begins with it', () => {
  expect(codeOfText(CAUSALITY, 'likely')).toBeNull();
  expect(codeOfText(ACTIONS, 'changed')).toBeNull();
  expect(codeOfText(ACTIONS, 'drug w')?.code).toBe('1');
  expect(codeOfText(OUTCOMES, 'ongo')?.code).toBe('3');
  expect(codeOfText([{ code: '2', label: '軽快・回復中' }], '軽')?.code).toBe('2');
});

it('takes no beginning that the end of its label denies', () => {
  for (const text of ['投与量変更', '투여량 변경']) expect(codeOfText(ACTIONS, text)).toBeNull();
  expect(codeOfText(ACTIONS, '投与量変更せず')?.code).toBe('4');
});

const UNITS = [
  { code: 'ug', label: 'microgram (µg)' },
  { code: 'ug/kg', label: 'microgram per kilogram (µg/kg)' },
  { code: 'MBq', label: 'megabecquerel' },
  { code: '[iU]', label: 'international unit (IU)' },
  { code: '[iU]/kg', label: 'international unit per kilogram (IU/kg)' },
  { code: 'M[iU]', label: 'million international units (MIU)' },
  { code: 'mg', label: 'milligram' },
];

it.each([
  ['µg', 'ug'],
  ['μg', 'ug'],
  ['µg/kg', 'ug/kg'],
  ['IU', '[iU]'],
  ['iu/kg', '[iU]/kg'],
  ['MIU', 'M[iU]'],
  ['MG', 'mg'],
  ['MBq', 'MBq'],
])('takes %s for the unit whose symbol it is', (text, code) => {
  expect(codeNamed(UNITS, text)?.code).toBe(code);
  expect(codeNamed(UNITS, text, true)?.code).toBe(code);
  expect(codeOfText(UNITS, text)?.code).toBe(code);
});

it('takes another way to write a code for it, and finds it by that first', () => {
  const codes = [
    { code: 'mg', label: 'milligram' },
    { code: 'ug', label: 'microgram (µg)', also: ['mcg'] },
    { code: '{DF}', label: 'dosage form (tablet, capsule ...)', also: ['tablet', 'tab'] },
  ];
  for (const isOpen of [false, true]) expect(codeNamed(codes, 'MCG', isOpen)?.code).toBe('ug');
  expect(codeOfText(codes, 'mcg')?.code).toBe('ug');
  expect(unitOfText(codes, 'tablets')).toBe('{DF}');
  expect(searchCodes(codes, 'mc', null).map(({ code }) => code)).toEqual(['ug']);
});

it.each(['mIU', 'mBq', 'ｍＩＵ'])('takes %s for no million of its unit', (text) => {
  expect(codeNamed(UNITS, text)).toBeNull();
  expect(codeOfText(UNITS, text)).toBeNull();
});

it('takes what several labels end with in brackets for none of them', () => {
  const terms = [
    { code: '1', label: 'Absorber (IMDRF)' },
    { code: '2', label: 'Test Strip (IMDRF)' },
  ];
  expect(codeNamed(terms, 'IMDRF')).toBeNull();
});
