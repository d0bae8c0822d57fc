/** The second check of a save: what the refusals of items do not look at. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../schemas/compile/testSources.ts';
import { compileStructures, structureRefusals } from './editsStructure.ts';

const catalogue = compileCatalogue(realSources);
const item = Object.values(catalogue.items).find(({ page, groups }) => page === 'CI' && groups.length === 0);
const address = { itemId: item?.itemId ?? '', rowNo: 0, rowNo2: 0, rowNo3: 0 };
const value = { value: null, nullFlavor: null, notation: null };

describe('the structure of a save', () => {
  it('is that of the page', () => {
    expect(structureRefusals(catalogue, 'CI', { items: [{ ...address, ...value }], rows: [] })).toEqual([]);
  });

  it('refuses an item by its address, in every language', () => {
    const deep = { ...address, rowNo: 2, ...value };
    const [refused] = structureRefusals(catalogue, 'CI', { items: [deep], rows: [] });
    expect(refused).toMatchObject({ ...address, rowNo: 2, ruleId: 'item.structure' });
    expect(Object.keys(refused?.message ?? {}).toSorted()).toEqual(['en', 'ja', 'ko', 'zh']);
  });

  it('refuses a row of a group that the page does not have', () => {
    const row = { group: 'none', rowNo: 1, rowNo2: 0, rowNo3: 0, rowId: 'id', sort: 1, deleted: false };
    expect(structureRefusals(catalogue, 'CI', { items: [], rows: [row] })).toMatchObject([
      { itemId: 'none', rowNo: 1, ruleId: 'row.structure' },
    ]);
  });

  it('is compiled for every page ahead of the first save, with the same outcome', async () => {
    const ahead = structuredClone(catalogue);
    await compileStructures(ahead);
    const unknown = { itemId: 'none', rowNo: 0, rowNo2: 0, rowNo3: 0, ...value };
    for (const page of ahead.pageOrder)
      expect(structureRefusals(ahead, page, { items: [unknown], rows: [] })).toHaveLength(1);
  });
});
