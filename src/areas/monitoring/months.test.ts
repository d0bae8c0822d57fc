import { describe, expect, it } from 'vitest';
import { monthBefore, monthInWords, monthsUntil } from './months.ts';

describe('a month', () => {
  it('is counted back over years', () => {
    expect(monthBefore('202601', 1)).toBe('202512');
    expect(monthBefore('202611', 11)).toBe('202512');
    expect(monthBefore('202612', 24)).toBe('202412');
    expect(monthsUntil('202602', 3)).toEqual(['202602', '202601', '202512']);
    expect(monthInWords('202601')).toBe('2026-01');
  });
});
