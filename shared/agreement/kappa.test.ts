import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohensKappa, type Rated } from './kappa.ts';

/** The subjects of a table of counts: rows are categories of the first coder. */
const subjectsOf = (table: readonly (readonly number[])[]): Rated[] =>
  table.flatMap((row, first) =>
    row.flatMap((count, second) => Array.from({ length: count }, (): Rated => [`${first}`, `${second}`])),
  );

describe('kappa of published tables', () => {
  it.each([
    // Fleiss, Statistical Methods for Rates and Proportions: diagnoses of 100 patients
    {
      table: [
        [75, 1, 4],
        [5, 4, 1],
        [0, 0, 10],
      ],
      kappa: 0.676,
      error: 0.088,
    },
    // two readers of 50 grant proposals
    {
      table: [
        [20, 5],
        [10, 15],
      ],
      kappa: 0.4,
    },
    // equal agreement, other marginals
    {
      table: [
        [45, 15],
        [25, 15],
      ],
      kappa: 0.1304,
    },
    {
      table: [
        [25, 35],
        [5, 35],
      ],
      kappa: 0.2593,
    },
  ])('is $kappa', ({ table, kappa, error }) => {
    const found = cohensKappa(subjectsOf(table));
    expect(found.kappa).toBeCloseTo(kappa, 3);
    if (error !== undefined) {
      expect(((found.high ?? 0) - (found.kappa ?? 0)) / 1.96).toBeCloseTo(error, 3);
    }
  });

  /**
   * The variance of a table of two categories in closed form (Fleiss, Cohen and Everitt 1969, equations 14 and 15),
   * computed cell by cell.
   */
  it('has the variance of the published formula', () => {
    const shares = [
      [0.4, 0.1],
      [0.2, 0.3],
    ] as const;
    const rows = [0.5, 0.5];
    const columns = [0.6, 0.4];
    const expected = 0.5;
    const kappa = (0.7 - expected) / (1 - expected);
    let sum = 0;
    for (const [i, row] of shares.entries())
      for (const [j, share] of row.entries()) {
        const marginal = (columns[i] ?? 0) + (rows[j] ?? 0);
        sum += share * (i === j ? 1 - marginal * (1 - kappa) : marginal * (1 - kappa)) ** 2;
      }
    const variance = (sum - (kappa - expected * (1 - kappa)) ** 2) / (50 * (1 - expected) ** 2);
    const { low, high } = cohensKappa(
      subjectsOf([
        [20, 5],
        [10, 15],
      ]),
    );
    expect((high ?? 0) - (low ?? 0)).toBeCloseTo(2 * 1.959964 * Math.sqrt(variance), 6);
  });
});

const category = fc.constantFrom('a', 'b', 'c', 'd');
const rated = fc.array(fc.tuple(category, category), { minLength: 1, maxLength: 60 });

describe('kappa', () => {
  it('is none without subjects, and where chance explains everything', () => {
    expect(cohensKappa([])).toMatchObject({ subjects: 0, kappa: null });
    expect(
      cohensKappa([
        ['a', 'a'],
        ['a', 'a'],
      ]),
    ).toMatchObject({ agreed: 2, kappa: null, low: null });
  });

  it('is 1 without a margin of error where the coders always agree on several categories', () => {
    fc.assert(
      fc.property(fc.array(category, { minLength: 1 }), (codes) => {
        const found = cohensKappa([...codes, 'a', 'b'].map((code): Rated => [code, code]));
        expect(found.kappa).toBeCloseTo(1, 10);
        expect(found.low).toBeCloseTo(1, 5);
      }),
    );
  });

  it('lies in its interval and within -1 and 1, and names and order of the coders do not matter', () => {
    fc.assert(
      fc.property(rated, (pairs) => {
        const found = cohensKappa(pairs);
        const turned = cohensKappa(pairs.map(([first, second]): Rated => [`x${second}`, `x${first}`]));
        if (found.kappa === null) {
          expect(turned.kappa).toBeNull();
          return;
        }
        expect(found.kappa).toBeGreaterThanOrEqual(-1);
        expect(found.kappa).toBeLessThanOrEqual(1 + 1e-12);
        expect(found.low).toBeLessThanOrEqual(found.kappa + 1e-12);
        expect(found.high).toBeGreaterThanOrEqual(found.kappa - 1e-12);
        expect(turned.kappa).toBeCloseTo(found.kappa, 10);
        expect(turned.low).toBeCloseTo(found.low ?? 0, 10);
      }),
    );
  });
});
