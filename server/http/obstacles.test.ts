import { expect, it } from 'vitest';
import { caseReadOnly, statusRefused } from '../problems.ts';
import obstacles from './obstacles.json' with { type: 'json' };
import { wordsOf } from './words.ts';

it.each(Object.keys(obstacles) as (keyof typeof obstacles)[])(
  'says %s in the language of the user',
  (why) => {
    for (const language of ['en', 'ko', 'ja', 'zh'] as const) {
      expect(wordsOf(caseReadOnly(1, why), language)).toContain(obstacles[why][language]);
      expect(wordsOf(statusRefused(why), language)).toContain(obstacles[why][language]);
    }
  },
);
