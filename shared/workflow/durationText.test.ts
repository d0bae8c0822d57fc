import { expect, it } from 'vitest';
import { durationText } from './durationText.ts';

it.each([
  [24, 'en', '1 d'],
  [20, 'en', '20 h'],
  [84, 'ko', '3일 12시간'],
  [48, 'ja', '2 日'],
  [25, 'zh', '1 天 1 小时'],
] as const)('%i hours are, in %s, %s', (hours, language, text) => {
  expect(durationText(hours, language)).toBe(text);
});
