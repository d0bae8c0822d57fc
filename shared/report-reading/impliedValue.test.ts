import { expect, it } from 'vitest';
import { impliedValue } from './impliedValue.ts';

it.each([
  ['value("C.1.3") == "2"', { itemId: 'C.1.3', value: '2', group: null }],
  ['anyRow("E.i", value("E.i.3.2a") == "true")', { itemId: 'E.i.3.2a', value: 'true', group: 'E.i' }],
  [
    'anyRow("G.k", value("G.k.1") != "2" && anyRow("G.k.9.i", value("G.k.9.i.4") == "1"))',
    { itemId: 'G.k.9.i.4', value: '1', group: 'G.k.9.i' },
  ],
  ['anyRow("E.i", value("E.i.7") == "1" || value("E.i.7") == "2")', null],
  ['anyRow("G.k", value("G.k.1") != "2") && !anyRow("E.i", value("E.i.7") == "5")', null],
  [undefined, null],
])('reads of %s what must hold', (when, implied) => {
  expect(impliedValue(when)).toEqual(implied);
});
