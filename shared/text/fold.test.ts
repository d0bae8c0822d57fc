import { expect, it } from 'vitest';
import { fold, foldAccents } from './fold.ts';

it.each([
  ['INJECTION  site ', 'injection site'],
  ['ＡＢＣ１２３', 'abc123'],
  ['ﾀｲﾚﾉｰﾙ', 'タイレノール'],
  ['\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
  ['発熱\u3000と 咳', '発熱 と 咳'],
  // as the database does, letter by letter
  ['İLAÇ', 'ilaç'],
  ['ΑΣΠΙΡΙΝΗΣ', 'ασπιρινησ'],
])('folds %j as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

it('keeps the voicing of kana and drops accents of Latin letters', () => {
  expect(foldAccents('Ménière がぎ ﾊﾟ')).toBe('meniere がぎ パ');
  expect(foldAccents('İLAÇ ΑΣΠΙΡΙΝΗΣ')).toBe('ilac ασπιρινησ');
});
