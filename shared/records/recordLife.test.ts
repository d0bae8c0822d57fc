import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lifeAfter, possibleActions, RECORD_ACTIONS, RECORD_STATES, type RecordLife } from './recordLife.ts';

const life = fc.record({ state: fc.constantFrom(...RECORD_STATES), deleted: fc.boolean() });

describe('the life of a record', () => {
  it('allows exactly the actions that change it', () =>
    fc.assert(
      fc.property(life, (before) => {
        for (const action of RECORD_ACTIONS) {
          const after = lifeAfter(before, action);
          expect(after !== null).toBe(possibleActions(before).includes(action));
          if (after) expect(after).not.toEqual(before);
        }
      }),
    ));

  it('has no end: from every state an active record can be reached', () => {
    const isReachable = (from: RecordLife, depth = 3): boolean =>
      (from.state === 'active' && !from.deleted) ||
      (depth > 0 &&
        possibleActions(from).some((action) => {
          const next = lifeAfter(from, action);
          return next !== null && isReachable(next, depth - 1);
        }));
    fc.assert(fc.property(life, (before) => isReachable(before)));
  });

  it('restores a deleted record to the state it had', () =>
    fc.assert(
      fc.property(fc.constantFrom(...RECORD_STATES), (state) => {
        const deleted = lifeAfter({ state, deleted: false }, 'delete');
        expect(deleted && lifeAfter(deleted, 'restore')).toEqual({ state, deleted: false });
      }),
    ));
});
