import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chosenItemIds, chosenItemsText } from './chosenItems.ts';

const ids = fc.array(fc.stringMatching(/^[A-Z]\.[A-Za-z0-9.]{1,8}$/));

it('reads what it writes: each once, in one order', () => {
  fc.assert(
    fc.property(ids, (itemIds) => {
      const text = chosenItemsText(itemIds);
      expect(chosenItemIds(text)).toEqual([...new Set(itemIds)].toSorted());
      expect(chosenItemsText(itemIds.toReversed())).toBe(text);
    }),
  );
});

it('reads lists as spreadsheets have them', () => {
  expect(chosenItemIds('D.1, D.5;E.i.1\n H.1 ')).toEqual(['D.1', 'D.5', 'E.i.1', 'H.1']);
  expect(chosenItemIds(null)).toEqual([]);
});
