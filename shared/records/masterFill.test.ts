import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemSelection } from '../../schemas/compile/selections.ts';
import type { CaseRow } from '../case/caseContent.ts';
import { EMPTY_VALUE, type ItemValue } from '../case/itemValue.ts';
import { masterDifference } from './masterDifference.ts';
import {
  masterFill,
  overwrittenBy,
  type FillCatalogue,
  type FilledItem,
  type FillTarget,
  type MasterSource,
} from './masterFill.ts';

const item = (itemId: string, more: Partial<CatalogueItem> = {}) =>
  ({ itemId, nullFlavors: [], notation: false, ...more }) as unknown as CatalogueItem;
const ITEMS = {
  name: item('name', { notation: true, nullFlavors: ['UNK'] }),
  code: item('code'),
  country: item('country', { nullFlavors: ['MSK'] }),
};
const CATALOGUE: FillCatalogue = { items: ITEMS, records: {} };
/** A case without rows. */
const target = (get: (itemId: string) => ItemValue): FillTarget => ({ get, rows: () => [] });
const fill = (master: Omit<MasterSource, 'rows'>, of = CATALOGUE) =>
  masterFill(
    of,
    SELECTION,
    { rows: {}, ...master },
    target(() => EMPTY_VALUE),
  );
const SELECTION: ItemSelection = {
  master: 'product',
  fills: { name: 'NAME', code: 'CODE', country: 'COUNTRY', ofAnotherRegion: 'NAME' },
};
const from = (version: number) => ({ by: 'master' as const, kind: 'product', recordKey: 3, version });

const text = fc.option(fc.string({ minLength: 1, maxLength: 4 }), { nil: null });
const value: fc.Arbitrary<ItemValue> = fc.oneof(
  fc.record({ value: text, nullFlavor: fc.constant(null), notation: text }),
  fc.constantFrom('UNK', 'MSK').map((nullFlavor) => ({ ...EMPTY_VALUE, nullFlavor })),
);
const values = fc.record({ NAME: value, CODE: value, COUNTRY: value }, { requiredKeys: [] });

describe('a chosen record', () => {
  it('fills what the region has, says where it came from, and empties what it does not have', () => {
    const values = {
      NAME: { value: 'A', nullFlavor: null, notation: '가' },
      COUNTRY: { ...EMPTY_VALUE, nullFlavor: 'UNK' },
    };
    expect(fill({ values, provenance: from(2) }).filled).toEqual([
      {
        itemId: 'name',
        value: {
          value: 'A',
          nullFlavor: null,
          notation: '가',
          properties: { provenance: 'master/product/3/2' },
        },
      },
      { itemId: 'code', value: { ...EMPTY_VALUE, properties: null } },
      // a null flavor that the item does not take
      { itemId: 'country', value: EMPTY_VALUE },
    ]);
  });

  it('overwrites only content that is there and differs', () => {
    const filled = fill({ values: { NAME: { ...EMPTY_VALUE, value: 'A' } }, provenance: from(1) });
    const current = { name: 'A', code: 'X', country: null } as Record<string, string | null>;
    const overwritten = overwrittenBy(
      CATALOGUE,
      filled,
      target((itemId) => ({ ...EMPTY_VALUE, value: current[itemId] ?? null })),
    );
    expect(overwritten.map(({ itemId }) => itemId)).toEqual(['code']);
  });

  it('fills no item that the region codes with another dictionary, and not its version', () => {
    const coded = (dictionary: string) => ({
      ...CATALOGUE,
      items: {
        ...ITEMS,
        code: item('code', { dictionary }),
        country: item('country', { versionOf: 'code' }),
      },
      records: {
        product: {
          catalogue: {
            items: {
              CODE: item('CODE', { dictionary: 'WHODD' }),
              COUNTRY: item('COUNTRY', { versionOf: 'CODE' }),
            },
          },
        },
      } as unknown as FillCatalogue['records'],
    });
    const filledIn = (dictionary: string) =>
      fill({ values: {}, provenance: null }, coded(dictionary)).filled.map(({ itemId }) => itemId);
    expect(filledIn('WHODD')).toEqual(['name', 'code', 'country']);
    expect(filledIn('IDF')).toEqual(['name']);
  });

  it('fills an item from the column that has the dictionary of the region', () => {
    const items = { CODE: item('CODE', { dictionary: 'WHODD' }), IDF: item('IDF', { dictionary: 'IDF' }) };
    const records = { product: { catalogue: { items } } } as unknown as FillCatalogue['records'];
    const selection = { master: 'product', fills: { code: 'CODE' }, otherDictionaries: { code: ['IDF'] } };
    const values = { CODE: { ...EMPTY_VALUE, value: 'W' }, IDF: { ...EMPTY_VALUE, value: 'I' } };
    const filledIn = (dictionary: string) =>
      masterFill(
        { items: { code: item('code', { dictionary }) }, records },
        selection,
        { values, rows: {}, provenance: null },
        target(() => EMPTY_VALUE),
      ).filled.map(({ value }) => value.value);
    expect(['WHODD', 'IDF', 'NSDE'].map(filledIn)).toEqual([['W'], ['I'], []]);
  });
});

describe('a record that fills each row of a group', () => {
  const selection: ItemSelection = {
    master: 'product',
    fills: { name: 'NAME' },
    rows: [{ group: 'doses', fills: { form: 'FORM' } }],
  };
  const catalogue = { ...CATALOGUE, items: { ...ITEMS, form: item('form') } };
  const rowOf = (rowNo: number) => ({ rowNo }) as CaseRow;
  const version = (form: string | null, at: number) => ({
    values: { FORM: { ...EMPTY_VALUE, value: form } },
    rows: {},
    provenance: from(at),
  });
  /** Forms of the rows, by their numbers. */
  const doses = (forms: Record<number, ItemValue>): FillTarget => ({
    get: (itemId, row) => (itemId === 'form' && row && forms[row.rowNo]) || EMPTY_VALUE,
    rows: () => Object.keys(forms).map((rowNo) => rowOf(Number(rowNo))),
  });
  const ofRecord: ItemValue = {
    ...EMPTY_VALUE,
    value: 'Tablet',
    properties: { provenance: 'master/product/3/1' },
  };
  const formsIn = (filled: readonly FilledItem[]) =>
    filled.flatMap(({ itemId, place, value }) =>
      itemId === 'form' ? [[place?.position, place?.row?.rowNo, value.value]] : [],
    );

  it('leaves rows that were typed, and begins one where there is none', () => {
    const typed = { ...EMPTY_VALUE, value: 'Syrup' };
    const filledIn = (forms: Record<number, ItemValue>, form: string | null = 'Capsule') =>
      formsIn(masterFill(catalogue, selection, version(form, 2), doses(forms)).filled);
    expect(filledIn({ 4: typed, 5: EMPTY_VALUE, 6: ofRecord })).toEqual([
      [2, 5, 'Capsule'],
      [3, 6, 'Capsule'],
    ]);
    expect(filledIn({})).toEqual([[1, undefined, 'Capsule']]);
    expect(filledIn({}, null)).toEqual([]);
  });

  it('offers what it has got since to the rows that it filled, or could have', () => {
    const offered = (forms: Record<number, ItemValue>, earlier: string | null) =>
      masterDifference(catalogue, selection, doses(forms), {
        earlier: version(earlier, 1),
        now: version('Capsule', 2),
      }).map(({ place }) => place?.position);
    expect(offered({ 4: ofRecord, 5: EMPTY_VALUE }, 'Tablet')).toEqual([1]);
    expect(offered({ 4: EMPTY_VALUE }, null)).toEqual([1]);
  });
});

describe('the difference to a newer version of a record', () => {
  const stored = fc.record({ name: value, code: value, country: value });

  it('is empty after all of it was taken, and each taken item leaves it', () => {
    fc.assert(
      fc.property(stored, values, values, fc.nat(2), (stored, then, now, first) => {
        const current = new Map(Object.entries(stored));
        const difference = () =>
          masterDifference(
            CATALOGUE,
            SELECTION,
            target((itemId) => current.get(itemId) ?? EMPTY_VALUE),
            {
              earlier: { values: then, rows: {}, provenance: from(1) },
              now: { values: now, rows: {}, provenance: from(2) },
            },
          );
        const all = difference();
        const one = all[first];
        if (one) {
          current.set(one.itemId, one.now);
          expect(difference()).toEqual(all.filter(({ itemId }) => itemId !== one.itemId));
        }
        for (const { itemId, now: taken } of all) current.set(itemId, taken);
        expect(difference()).toEqual([]);
      }),
    );
  });

  it('is empty while the record is what it was, whatever the case has', () => {
    fc.assert(
      fc.property(stored, values, (stored, same) => {
        const current = new Map(Object.entries(stored));
        const master = { values: same, rows: {}, provenance: from(1) };
        const inCase = target((itemId) => current.get(itemId) ?? EMPTY_VALUE);
        const versions = { earlier: master, now: master };
        expect(masterDifference(CATALOGUE, SELECTION, inCase, versions)).toEqual([]);
      }),
    );
  });
});
