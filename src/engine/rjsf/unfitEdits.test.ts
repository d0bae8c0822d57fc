/** Edits of the journal that a form cannot take are found by the validators of the build. */
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import type { ItemChange } from '../../../shared/case/changeSet.ts';
import { unfitEdits } from './unfitEdits.ts';

const catalogue = compileCatalogue(realSources);
const item = Object.values(catalogue.items).find(
  ({ page, groups, control, maxLength }) =>
    page === 'CI' && groups.length === 0 && control === 'text' && maxLength !== null,
);

const change = (part: Partial<ItemChange>): ItemChange => ({
  itemId: item?.itemId ?? '',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  value: 'x',
  nullFlavor: null,
  notation: null,
  ...part,
});
const unfit = (items: ItemChange[], filesVersion = catalogue.filesVersion) =>
  unfitEdits({ filesVersion }, 'CI', { items, rows: [] });

describe('edits of an earlier session', () => {
  it('fit where the form has their items', async () => {
    expect(await unfit([change({})])).toEqual({ items: [], rows: [] });
  });

  it('do not fit where an item is gone, lies deeper, or has a value of another type', async () => {
    const wrong = [
      change({ itemId: 'gone' }),
      change({ rowNo: 1 }),
      change({ value: 7 as unknown as string }),
    ];
    expect((await unfit([change({}), ...wrong])).items).toEqual(expect.arrayContaining(wrong));
    expect((await unfit([change({}), ...wrong])).items).toHaveLength(wrong.length);
  });

  it('fit with a text that is too long: the user has typed it, and the form says so', async () => {
    const long = 'x'.repeat((item?.maxLength ?? 0) + 1000);
    expect((await unfit([change({ value: long })])).items).toEqual([]);
  });

  it('are not judged by the forms of another version', async () => {
    expect((await unfit([change({ itemId: 'gone' })], 'published')).items).toEqual([]);
  });
});
