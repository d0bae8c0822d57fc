import { expect, it } from 'vitest';
import { caseReadOnly, statusRefused } from '../problems.ts';
import obstacles from './obstacles.json' with { type: 'json' };
import { problemMessage } from './problemMessage.ts';

it.each(Object.keys(obstacles) as (keyof typeof obstacles)[])('%s is in the language of the user', (why) => {
  for (const language of ['en', 'ko', 'ja', 'zh'] as const) {
    expect(problemMessage(caseReadOnly(1, why), language)).toContain(obstacles[why][language]);
    expect(problemMessage(statusRefused(why), language)).toContain(obstacles[why][language]);
  }
});
