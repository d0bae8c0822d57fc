import { expect, it } from 'vitest';
import { withoutGaps } from './timeAxis.ts';

it('an axis has each month and each week between its ends, over years of 52 and 53 weeks', () => {
  expect(withoutGaps(['2025-11', '2026-02'])).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(withoutGaps(['2025-W51', '2026-W01'])).toEqual(['2025-W51', '2025-W52', '2026-W01']);
  expect(withoutGaps(['2026-W52', '2027-W01'])).toEqual(['2026-W52', '2026-W53', '2027-W01']);
  expect(withoutGaps(['2026-W48'])).toEqual(['2026-W48']);
});

it('an axis of something else, or of a century, is as it is', () => {
  const others = [[], ['FDA', 'PMDA'], ['', '2026-11'], ['2026-11', '2026-W48'], ['1926-11', '2026-11']];
  expect(others.map(withoutGaps)).toEqual(others);
});
