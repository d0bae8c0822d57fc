import { describe, expect, it } from 'vitest';
import { ageInWords, dateInWords, listInWords } from './inWords.ts';

describe('a date in words', () => {
  it.each([
    ['20240312', '12 March 2024', '2024년 3월 12일', '2024年3月12日'],
    ['202403', 'March 2024', '2024년 3월', '2024年3月'],
    ['2024', '2024', '2024년', '2024年'],
    ['202403121430', '12 March 2024 at 14:30', '2024년 3월 12일 14:30', '2024年3月12日 14:30'],
    ['soon', 'soon', 'soon', 'soon'],
  ])('writes %s as far as it is given', (stored, en, ko, ja) => {
    expect(dateInWords(stored, 'en')).toBe(en);
    expect(dateInWords(stored, 'ko')).toBe(ko);
    expect(dateInWords(stored, 'ja')).toBe(ja);
    expect(dateInWords(stored, 'zh')).toBe(ja);
  });
});

it('writes an age as an attribute, and none in decades', () => {
  expect(ageInWords('45', 'a', 'en')).toBe('45-year-old');
  expect(ageInWords('6', 'mo', 'ko')).toBe('6개월');
  expect(ageInWords('4', '10.a', 'en')).toBeNull();
});

it('joins a list, each text once', () => {
  expect(listInWords(['rash', 'fever', 'rash', 'nausea'], 'en')).toBe('rash, fever and nausea');
  expect(listInWords(['발진', '발열'], 'ko')).toBe('발진 및 발열');
  expect(listInWords(['発疹', '発熱', '悪心'], 'ja')).toBe('発疹、発熱、悪心');
  expect(listInWords(['皮疹'], 'zh')).toBe('皮疹');
  expect(listInWords([], 'en')).toBe('');
});
