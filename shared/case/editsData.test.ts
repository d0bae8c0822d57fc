/** The schema of a page accepts its edits, and finds each edit that does not fit. */
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { ItemChange } from './changeSet.ts';
import { editsData, misfits } from './editsData.ts';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { toEditsSchema } from '../../schemas/compile/editsSchema.ts';
import { realSources } from '../../schemas/compile/testSources.ts';

const catalogue = compileCatalogue(realSources);
const ajv = new Ajv({ allErrors: true, strict: false });

const valueAt = (item: CatalogueItem, value: string | null): ItemChange => {
  const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = item.groups.map(() => 1);
  return { itemId: item.itemId, rowNo, rowNo2, rowNo3, value, nullFlavor: null, notation: null };
};

describe.each(catalogue.pageOrder)('the edits of page %s', (page) => {
  const validate = ajv.compile(toEditsSchema(catalogue, page));
  const misfitsOf = (items: ItemChange[], rows = rowsOfPage()) => {
    const data = editsData({ items, rows });
    return validate(data) ? { items: [], rows: [] } : misfits(data, validate.errors ?? []);
  };
  const items = Object.values(catalogue.items).filter((item) => item.page === page);
  const rowsOfPage = () =>
    Object.values(catalogue.groups)
      .filter((group) => group.page === page)
      .map(({ group, groups }) => {
        const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = groups.map(() => 1);
        return { group, rowNo, rowNo2, rowNo3, rowId: 'id', sort: 1, deleted: false };
      });

  it('fit with a short text in each item and a row in each group', () => {
    expect(misfitsOf(items.map((item) => valueAt(item, 'x')))).toEqual({ items: [], rows: [] });
  });

  it('do not fit where an item is unknown, and all others do', () => {
    const unknown = { itemId: 'of/another~version', rowNo: 0, rowNo2: 0, rowNo3: 0, value: 'x' };
    const change = { ...unknown, nullFlavor: null, notation: null };
    expect(misfitsOf([...items.map((item) => valueAt(item, 'x')), change]).items).toEqual([change]);
  });

  it('do not fit where a text is longer than any region allows, by characters', () => {
    const item = items.find(({ maxLength, control }) => maxLength !== null && control === 'text');
    if (!item) return;
    const max = item.maxLength ?? 0;
    expect(misfitsOf([valueAt(item, '𠮷'.repeat(max))]).items).toEqual([]);
    expect(misfitsOf([valueAt(item, 'x'.repeat(max * 1000 + 1))]).items).toHaveLength(1);
  });

  it('do not fit where rows are missing in an address, types are wrong, or a null flavor is not one', () => {
    const [item] = items.filter(({ computed }) => computed === null);
    if (!item) return;
    const good = valueAt(item, 'x');
    const deep = { ...good, rowNo3: item.groups.length < 3 ? 1 : -1 };
    const typed = { ...good, value: 1 as unknown as string };
    const flavored = { ...good, nullFlavor: 'XX' };
    expect(misfitsOf([good, deep, typed, flavored]).items).toEqual([deep, typed, flavored]);
  });

  it('do not fit where a row belongs to no group of the page', () => {
    const row = { group: 'none', rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: 'id', sort: 1, deleted: false };
    expect(misfitsOf([], [row]).rows).toEqual([row]);
  });
});
