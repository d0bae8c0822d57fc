import fc from 'fast-check';
import { expect, it } from 'vitest';
import { solveClauses, type Literal } from './satSolver.ts';

const MAX_VARIABLES = 8;

const problems = fc.integer({ min: 1, max: MAX_VARIABLES }).chain((variables) => {
  const literal = fc
    .tuple(fc.integer({ min: 1, max: variables }), fc.boolean())
    .map(([variable, positive]) => (positive ? variable : -variable));
  return fc.record({
    variables: fc.constant(variables),
    clauses: fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { maxLength: 40 }),
  });
});

/** Whether any of all assignments makes every clause true. */
const byTrial = (variables: number, clauses: Literal[][]): boolean =>
  Array.from({ length: 2 ** variables }, (_, bits) => bits).some((bits) =>
    clauses.every((clause) =>
      clause.some((literal) => literal > 0 === Boolean(bits & (1 << (Math.abs(literal) - 1)))),
    ),
  );

it('decides as trying every assignment does, and its values make every clause true', () => {
  fc.assert(
    fc.property(problems, ({ variables, clauses }) => {
      const model = solveClauses(variables, clauses);
      expect(model !== null).toBe(byTrial(variables, clauses));
      if (model) expect(clauses.every((clause) => clause.some(model))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('has an answer without clauses, and none for an empty one', () => {
  expect(solveClauses(2, [])?.(1)).toBe(false);
  expect(solveClauses(2, [[]])).toBeNull();
});

it('shows that seven pigeons do not fit into six holes', () => {
  const holes = 6;
  const inHole = (pigeon: number, hole: number): Literal => pigeon * holes + hole + 1;
  const pigeons = Array.from({ length: holes + 1 }, (_, pigeon) => pigeon);
  const all = Array.from({ length: holes }, (_, hole) => hole);
  const clauses = [
    ...pigeons.map((pigeon) => all.map((hole) => inHole(pigeon, hole))),
    ...all.flatMap((hole) =>
      pigeons.flatMap((one) =>
        pigeons.slice(one + 1).map((other) => [-inHole(one, hole), -inHole(other, hole)]),
      ),
    ),
  ];
  expect(solveClauses(pigeons.length * holes, clauses)).toBeNull();
});
