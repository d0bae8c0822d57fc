import fc from 'fast-check';
import { expect, it } from 'vitest';
import { portionsOf } from './portions.ts';

it('portions have all rows in order, and no statement more parameters than the protocol counts', () => {
  const tables = fc.record({
    columns: fc.integer({ min: 1, max: 40 }),
    rows: fc.integer({ min: 0, max: 70_000 }),
  });
  fc.assert(
    fc.property(tables, ({ columns, rows }) => {
      const row = Object.fromEntries(Array.from({ length: columns }, (_, at) => [`c${at}`, at]));
      const all = Array.from({ length: rows }, () => row);
      const portions = portionsOf(all);
      expect(portions.flat().length).toBe(rows);
      for (const portion of portions) {
        expect(portion.length).toBeGreaterThan(0);
        expect(portion.length * columns).toBeLessThanOrEqual(65_535);
      }
    }),
    { numRuns: 30 },
  );
});
