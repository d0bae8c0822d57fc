import { expect, it } from 'vitest';
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { displayText } from './display.ts';

const anItem = (control: CatalogueItem['control']) => ({ itemId: 'X.1', control }) as CatalogueItem;
const label = (itemId: string, code: string) => (itemId === 'X.1' && code === '1' ? 'Male' : undefined);

it.each([
  ['a code by its label', anItem('codeList'), { value: '1', nullFlavor: null }, 'Male'],
  ['a code without label as it is', anItem('codeList'), { value: '9', nullFlavor: null }, '9'],
  ['a date with dashes', anItem('date'), { value: '20260131', nullFlavor: null }, '2026-01-31'],
  ['a null flavor in brackets', anItem('text'), { value: null, nullFlavor: 'MSK' }, '[MSK]'],
  ['nothing for no value', anItem('text'), { value: null, nullFlavor: null }, ''],
  ['nothing for no entry', anItem('text'), undefined, ''],
  [
    'a file by its name',
    anItem('attachment'),
    { value: 'f00d', nullFlavor: null, properties: { fileName: 'scan.pdf' } },
    'scan.pdf',
  ],
  [
    'a file with an empty name by its key',
    anItem('attachment'),
    { value: 'f00d', nullFlavor: null, properties: { fileName: '' } },
    'f00d',
  ],
  ['a file without a name by its key', anItem('attachment'), { value: 'f00d', nullFlavor: null }, 'f00d'],
  ['a value of an unknown item as it is', undefined, { value: 'x', nullFlavor: null }, 'x'],
])('shows %s', (_what, item, stored, shown) => {
  expect(displayText(item, stored, label)).toBe(shown);
});
