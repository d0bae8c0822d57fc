import { expect, it } from 'vitest';
import { differenceKey, type Trial } from '../panels/useTrial.ts';
import { doubtOf, hasAll } from './useTrialOf.ts';

const trial = (state: Trial['state'], tried: number, differences: Trial['differences'] = []): Trial => ({
  state,
  tried,
  differing: differences.length,
  differences,
  failure: null,
});
const label = { en: '', ko: '', ja: '', zh: '' };
const difference = { kind: 'value', where: '', name: 'a', label, before: null, after: '1' } as const;

it('is to be confirmed that cases differ, or that none was tried', () => {
  expect(doubtOf(trial('running', 5))).toBeNull();
  expect(doubtOf(trial('cancelled', 5))).toBeNull();
  expect(doubtOf(trial('cancelled', 0))).toBe('untried');
  expect(doubtOf(trial('failed', 0))).toBe('untried');
  expect(doubtOf(trial('cancelled', 5, [{ ...difference, count: 1, example: {} }]))).toBe('differences');
});

it('is to be confirmed again that cases differ in another way, not that more cases differ', () => {
  const found = { ...difference, count: 1, example: {} };
  const confirmed = new Set([differenceKey(found)]);
  expect(hasAll(confirmed, [{ ...found, count: 9 }])).toBe(true);
  expect(hasAll(confirmed, [found, { ...found, name: 'b' }])).toBe(false);
});
