/** What a save computes beside what it changes. */
import { expect, it } from 'vitest';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { addressAt } from '../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../shared/case/itemValue.ts';
import { emptyDoc, storedValue } from '../cases/record/pageDoc.ts';
import { consequencesOfSave } from './consequencesOfSave.ts';
import { planPageChange } from './pageChange.ts';

const words = (en: string) => ({ en, ko: en, ja: en, zh: en });
const itemOf = (itemId: string, more: object = {}) => ({
  itemId,
  label: words(itemId),
  control: 'text',
  ...more,
});
const pageOf = (page: string, next: string | null, content: object[]) => ({
  file: `pages/${page}.page.json`,
  text: JSON.stringify({ page, label: words(page), kind: 'form', next, content }),
});
const computed = (itemId: string) => itemOf(itemId, { control: 'readOnly', computed: '"new"' });
const catalogue = compileCatalogue([
  pageOf('A', 'B', [itemOf('A.1'), computed('A.2')]),
  pageOf('B', null, [itemOf('B.1'), computed('B.2')]),
]);

it('computes values of a saved page again by a formula that is newer than they are, and no others', async () => {
  const change = { at: new Date(1_000_000), by: 'editor' };
  const before = { at: new Date(0), by: 'editor' };
  const stored = (['A', 'B'] as const).map((page) => ({
    ...emptyDoc(page, before),
    items: { [`${page}.2|0|0|0`]: storedValue({ ...EMPTY_VALUE, value: 'old' }, before) },
  }));
  const [doc = emptyDoc('A', before)] = stored;
  const page = catalogue.pages['A'];
  if (!page) throw new Error('the page is there');
  const plan = planPageChange({
    catalogue,
    page,
    doc,
    isNew: false,
    requestedRowNo: 0,
    foreignRows: new Map(),
    changes: [{ ...addressAt('A.1', []), ...EMPTY_VALUE, value: 'typed' }],
    rows: [],
    retrievedAt: change.at,
    change,
    author: { unblind: true, hidden: [], readOnlyItems: [] },
    world: { codeLists: {}, now: change.at },
  });
  const saved = { change, readDocs: () => Promise.resolve(stored) };
  const { docs, entries } = await consequencesOfSave(saved, catalogue, [plan]);
  expect(docs.map((one) => [one.page, one.items[`${one.page}.2|0|0|0`]?.v])).toEqual([['A', 'new']]);
  expect(entries).toMatchObject([
    { source: 'computed', entries: [{ itemId: 'A.2', before: { value: 'old' }, after: { value: 'new' } }] },
  ]);
});
