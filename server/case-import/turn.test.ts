import { describe, expect, it } from 'vitest';
import { outOfTurn, type Turn } from './turn.ts';

const at = (created: string | null, isNullified = false): Turn => ({ created, isNullified });

describe('the turn of a report', () => {
  it.each([
    [at('20250102'), at('20250101'), 'older'],
    [at('20250101120000+0900'), at('20250101040000+0000'), null],
    [at('20250101120000+0000'), at('20250101'), null],
    [at('20250101120000+0000'), at(null), null],
    [at(null), at('20250101'), null],
    [at('20250101', true), at('20250201'), 'nullified'],
    [at('20250101', true), at('20250201', true), null],
    [at('20250101', true), at('20241231', true), 'older'],
  ])('after %j: %j is %s', (before, next, expected) => {
    expect(outOfTurn(before, next)).toBe(expected);
  });
});
