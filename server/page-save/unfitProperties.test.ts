import { expect, it } from 'vitest';
import type { ItemProperties } from '../../shared/case/itemValue.ts';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { unfitProperties } from './unfitProperties.ts';

const { whole } = openCatalogue();
const TEXT = 'G.k.2.2';
const FILE = 'C.4.r.2';
const CODE = 'C.1.3';
const NARRATIVE = 'H.1';
/** of an item with a computed length of time */
const LENGTH = Object.values(whole.items).find(({ calculated }) => calculated !== undefined)?.itemId ?? '';

const rulesOf = (itemId: string, after: ItemProperties, before: ItemProperties | null = null): string[] => {
  const item = whole.items[itemId];
  if (!item) throw new Error(`no item ${itemId}`);
  const address = { itemId, rowNo: 2, rowNo2: 0, rowNo3: 0 };
  const refused = unfitProperties(whole, item, address, { before, after });
  for (const one of refused) expect(one).toMatchObject(address);
  return refused.map(({ ruleId }) => ruleId);
};

it.each<[string, ItemProperties]>([
  [FILE, { fileKey: 'a', fileName: 'a.pdf', mediaType: 'application/pdf', size: 1 }],
  [FILE, { compression: 'DF' }],
  [FILE, { damaged: true }],
  [CODE, { codeSystem: '2.16.840.1' }],
  [NARRATIVE, { sentences: '[]', notationSentences: '[]' }],
  [LENGTH, { reason: 'as reported' }],
])('those of %s are only taken beside values of such items: %o', (itemId, properties) => {
  expect(rulesOf(itemId, properties)).toEqual([]);
  expect(rulesOf(TEXT, properties)).toEqual(['item.structure']);
});

it('an origin is compared with the record that it names, wherever it is', () => {
  expect(rulesOf(TEXT, { provenance: 'master/product/1/1' })).toEqual([]);
});

it('what no message can say is refused', () => {
  expect(rulesOf(FILE, { fileName: 'x'.repeat(255) })).toEqual([]);
  expect(rulesOf(FILE, { fileName: 'x'.repeat(256) })).toEqual(['file.name']);
  expect(rulesOf(FILE, { mediaType: 'x'.repeat(256) })).toEqual(['item.structure']);
  expect(rulesOf(FILE, { compression: 'XX' })).toEqual(['item.structure']);
  expect(rulesOf(CODE, { codeSystem: 'x'.repeat(256) })).toEqual(['item.structure']);
});

it('what an import has stored stays as it is', () => {
  const properties = { fileName: 'x'.repeat(300), codeSystem: '1.2' };
  expect(rulesOf(TEXT, properties, properties)).toEqual([]);
  expect(rulesOf(TEXT, properties, { ...properties, codeSystem: '1.3' })).toEqual(['item.structure']);
});
