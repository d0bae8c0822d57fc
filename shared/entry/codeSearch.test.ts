import { afterEach, expect, it, vi } from 'vitest';
import { codeInText, codeText, searchCodes } from './codeSearch.ts';

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
