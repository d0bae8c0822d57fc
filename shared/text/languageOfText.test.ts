/** The language of words, by their letters and the screen. */
import { expect, it } from 'vitest';
import { languageOfText } from './languageOfText.ts';

it.each([
  ['severe rash', 'en', 'eng'],
  ['severe rash', 'ko', null],
  ['발진 (rash)', 'en', 'kor'],
  ['ひどい発疹', 'zh', 'jpn'],
  ['発疹', 'ja', 'jpn'],
  ['皮疹', 'zh', 'chi'],
  ['皮疹', 'en', null],
  ['сыпь', 'en', null],
  ['', 'en', null],
] as const)('of %j on a screen in %s is %s', (text, screen, language) => {
  expect(languageOfText(text, screen)).toBe(language);
});
