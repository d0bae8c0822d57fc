import { array, assert, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { scopeAllows } from './scope.ts';
import { commonScope } from './viewedScope.ts';

const keys = array(integer({ min: 1, max: 4 }), { maxLength: 3 });
const scope = record({ senderKeys: keys, productKeys: keys, studyKeys: keys });
/** a row of one master of each kind, as a case has a sender */
const row = record({
  senderKeys: array(integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 1 }),
  productKeys: array(integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 1 }),
  studyKeys: array(integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 1 }),
});

it('allows what both allow, and nothing else', () => {
  assert(
    property(scope, scope, row, (one, other, subject) => {
      const both = scopeAllows(one, subject) && scopeAllows(other, subject);
      expect(scopeAllows(commonScope(one, other), subject)).toBe(both);
    }),
  );
});
