import { describe, expect, it } from 'vitest';
import { printedDate } from './printedValue.ts';

describe('a printed date', () => {
  it.each([
    ['20240301', '01-MAR-2024', '2024/03/01'],
    ['202403', 'MAR-2024', '2024/03'],
    ['2024', '2024', '2024'],
    ['202403010930+0900', '01-MAR-2024 09:30+0900', '2024/03/01 09:30+0900'],
    ['in spring', 'in spring', 'in spring'],
  ])('%s is %s, or %s', (stored, dayFirst, yearFirst) => {
    expect([printedDate(stored), printedDate(stored, 'yearFirst')]).toEqual([dayFirst, yearFirst]);
  });
});
