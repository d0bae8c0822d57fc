import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { changeName } from './changeName.ts';

const catalogue = compileCatalogue(realSources);

it('names an item by its rows and its label, and a row without the item that has the id of its group', () => {
  const group = Object.values(catalogue.groups).find(
    (one) => one.group in catalogue.items && one.groups.length === 1,
  );
  if (!group) throw new Error('no group has the id of its item');
  const address = addressAt(group.group, [2]);
  const row = `${group.rowLabel.en} 2`;
  const label = catalogue.items[group.group]?.label.en;
  expect(changeName(catalogue, address, 'en')).toBe(`${row}: ${label}`);
  expect(changeName(catalogue, address, 'en', true)).toBe(row);
});
