import { expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import { isOfRow } from './isOfRow.ts';

const catalogue = compileCatalogue(realSources);
const [item = ''] = Object.keys(catalogue.items).filter((id) => !(id in catalogue.groups));
const [group = ''] = Object.keys(catalogue.groups).filter((id) => !(id in catalogue.items));
const [both = ''] = Object.keys(catalogue.groups).filter((id) => id in catalogue.items);
const value = { ...EMPTY_VALUE, value: 'x' };

it.each([
  ['a row', group, null, null, true],
  ['an item', item, null, value, false],
  ['a row whose group has the id of an item', both, null, null, true],
  ['the item of that id', both, null, value, false],
  ['the item of that id that was emptied', both, value, null, false],
])('a difference of %s', (_of, itemId, before, after, expected) => {
  expect(isOfRow(catalogue, { itemId, before, after, hidden: false })).toBe(expected);
});
