import { afterEach, expect, it, vi } from 'vitest';
import { searchCodes } from './codeSearch.ts';

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
