import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { maskContent } from './maskContent.ts';

const item = (nullFlavors: string[]) => ({ nullFlavors }) as CatalogueItem;
const catalogue: Pick<Catalogue, 'items'> = {
  items: { NAME: item(['UNK', 'MSK']), STORY: item([]), SEX: item(['MSK']) },
};
const SECRET = 'secret';
const value = fc.constantFrom(
  { value: SECRET },
  { notation: SECRET },
  { value: SECRET, properties: { fileName: SECRET } },
  { nullFlavor: 'UNK' },
  {},
);
const content = fc
  .array(fc.tuple(fc.constantFrom('NAME', 'STORY', 'SEX'), fc.nat(3), value))
  .map((values): CaseContent => ({
    values: values.map(([itemId, row, given]) => ({ ...addressAt(itemId, [row]), ...EMPTY_VALUE, ...given })),
    rows: [],
  }));

it('leaves nothing of masked items, and everything of others and of null flavors', () => {
  fc.assert(
    fc.property(
      content,
      fc.subarray(['NAME', 'STORY', 'SEX']),
      fc.constantFrom('form' as const, 'message' as const),
      (given, items, where) => {
        const masked = new Set(items);
        const { values } = maskContent(catalogue, given, masked, where);
        const ofMasked = values.filter(({ itemId }) => masked.has(itemId));
        expect(JSON.stringify(ofMasked)).not.toContain(SECRET);
        if (where === 'form') expect(values).toHaveLength(given.values.length);
        const flavored = (one: CaseContent['values'][number]) => one.nullFlavor === 'UNK';
        expect(values.filter(flavored)).toEqual(given.values.filter(flavored));
        expect(values.filter(({ itemId }) => !masked.has(itemId))).toEqual(
          given.values.filter(({ itemId }) => !masked.has(itemId)),
        );
        for (const { itemId, nullFlavor } of ofMasked)
          if (where === 'message' && nullFlavor === 'MSK') expect(itemId).not.toBe('STORY');
      },
    ),
  );
});
