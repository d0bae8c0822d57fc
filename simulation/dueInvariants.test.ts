/** A replay checks what the run checked that failed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dueInvariants } from './dueInvariants.ts';

const invariant = fc.record({
  name: fc.string(),
  every: fc.integer({ min: 1, max: 60 }),
  always: fc.constantFrom(true as const, undefined),
});

it('begins at the step that failed with the invariants that the run checked there, in their order', () => {
  fc.assert(
    fc.property(
      fc.array(invariant),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 10 }),
      (invariants, step, more, window) => {
        const run = dueInvariants(invariants, step, { steps: step + more, checkFrom: 1 });
        const replay = dueInvariants(invariants, step, { steps: step, checkFrom: step - window });
        expect(replay.slice(0, run.length)).toEqual(run);
        expect(replay).toHaveLength(invariants.length);
      },
    ),
  );
});

it('skips before the first step that is checked all but what is always checked', () => {
  const invariants = [
    { every: 1 },
    { every: 2 },
    { every: 2, always: true as const },
    { every: 3, always: true as const },
  ];
  expect(dueInvariants(invariants, 4, { steps: 9, checkFrom: 5 })).toEqual([invariants[2]]);
  expect(dueInvariants(invariants, 5, { steps: 9, checkFrom: 5 })).toEqual([invariants[0]]);
});
