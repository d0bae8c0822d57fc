/** Figures of counted rows are those of the rows one by one. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { figuresOfCounts, type CountedRows } from './figuresOfCounts.ts';

const row = (more: Partial<CountedRows> = {}): CountedRows => ({
  groups: ['a'],
  passes: [true],
  numbers: [null],
  rows: 1,
  ...more,
});
const ofNumber = (value: number | null, rows = 1) => row({ numbers: [value], rows });

it('counts the rows that pass, in all and by group', () => {
  const counted = [
    row({ groups: ['a', 'x'], passes: [true, false], numbers: [null, null], rows: 3 }),
    row({ groups: ['a', 'x'], passes: [true, true], numbers: [null, null], rows: 2 }),
    row({ groups: ['a', ''], passes: [false, true], numbers: [null, null], rows: 5 }),
  ];
  expect(figuresOfCounts(counted, [{}, {}])).toEqual({
    total: [5, 7],
    rows: [
      { groups: ['a', 'x'], values: [5, 2] },
      { groups: ['a', ''], values: [0, 5] },
    ],
  });
});

it('has no mean or percentile without numbers, and rounds a half away from zero', () => {
  const median = [{ column: 'days', percentile: 50 }];
  expect(figuresOfCounts([], median).total).toEqual([null]);
  expect(figuresOfCounts([ofNumber(null, 4)], median).total).toEqual([null]);
  expect(figuresOfCounts([ofNumber(0.15)], median).total).toEqual([0.2]);
  expect(figuresOfCounts([ofNumber(-0.15)], median).total).toEqual([-0.2]);
  // between the second and the third row of four
  expect(figuresOfCounts([ofNumber(1, 2), ofNumber(4, 2)], median).total).toEqual([2.5]);
});

it('says of rows that are counted together what it says of them one by one', () => {
  const counted = fc.array(
    fc.record({
      groups: fc.constantFrom(['a'], ['b']),
      passes: fc.tuple(fc.boolean()),
      numbers: fc.tuple(fc.option(fc.integer({ min: -50, max: 50 }))),
      rows: fc.integer({ min: 1, max: 4 }),
    }),
  );
  fc.assert(
    fc.property(counted, fc.constantFrom(0, 10, 50, 90, 100), (together, percentile) => {
      const apart = together.flatMap((one) => Array.from({ length: one.rows }, () => ({ ...one, rows: 1 })));
      for (const measure of [{}, { column: 'days' }, { column: 'days', percentile }])
        expect(figuresOfCounts(together, [measure])).toEqual(figuresOfCounts(apart, [measure]));
    }),
  );
});
