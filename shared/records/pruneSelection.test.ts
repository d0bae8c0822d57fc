import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pruneSelection } from './pruneSelection.ts';

const keys = fc.uniqueArray(fc.integer({ min: 1, max: 30 }).map(String));
const keyOf = (key: string) => key;

it('leaves a subset in its order, and pruning again changes nothing', () => {
  fc.assert(
    fc.property(keys, keys, (selected, valid) => {
      const left = pruneSelection(selected, keyOf, valid);
      expect(left).toEqual(selected.filter((key) => valid.includes(key)));
      expect(pruneSelection(left, keyOf, valid)).toEqual(left);
      expect(pruneSelection(selected, keyOf, selected)).toEqual(selected);
    }),
  );
});
