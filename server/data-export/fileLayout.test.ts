import { expect, it } from 'vitest';
import { fileLayout } from './fileLayout.ts';
import { source } from '../reports/reportsOfTests.ts';

const { whole: catalogue } = source;
const items = Object.values(catalogue.items).filter(({ groups, number }) => number && groups.length > 0);

it('has a column of numbers only where no value has a qualifier, as a result below a limit has', () => {
  const block = (itemId: string) => catalogue.items[itemId]?.groups.at(-1) ?? '';
  const options = {
    catalogue,
    language: 'en',
    layout: 'record',
    repeats: 'joined',
    codes: 'code',
    labelOf: () => undefined,
  } as const;
  const isNumber = (item: (typeof items)[number]) =>
    fileLayout({ ...options, items: [item], block: block(item.itemId) }).columns.at(-1)?.isNumber;
  expect(new Set(items.map(({ number }) => number?.qualifier ?? false))).toEqual(new Set([true, false]));
  for (const item of items) expect(isNumber(item), item.itemId).toBe(!item.number?.qualifier);
});
