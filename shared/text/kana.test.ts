import { expect, it } from 'vitest';
import { inHiragana, inKatakana } from './kana.ts';

it('writes kana in the other set, and leaves all else', () => {
  expect(inHiragana('ズツウ・頭痛ー x')).toBe('ずつう・頭痛ー x');
  expect(inKatakana('ずつう・頭痛ー x')).toBe('ズツウ・頭痛ー x');
});
