import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chosenRecords, chosenText } from './chosenRecords.ts';

const record = fc.record({ key: fc.nat(999_999_999), name: fc.string() });

it('reads what it writes, whatever the names hold', () => {
  fc.assert(
    fc.property(fc.uniqueArray(record, { selector: ({ key }) => key }), (records) => {
      const text = chosenText(records);
      expect(chosenRecords(text).map(({ key }) => key)).toEqual(
        records.map(({ key }) => key).toSorted((a, b) => a - b),
      );
      expect(chosenText(chosenRecords(text))).toBe(text);
    }),
  );
});

it('writes the same records as the same text', () => {
  const [a, b] = [
    { key: 7, name: 'Seven' },
    { key: 12, name: 'Twelve [1]' },
  ];
  expect(chosenText([b, a, b])).toBe(chosenText([a, b]));
  expect(chosenText([a, b])).toBe('Seven [7]\nTwelve [1] [12]');
});

it('leaves out what has no key', () => {
  expect(chosenRecords('Seven\n[8]\n Nine [9]')).toEqual([{ key: 9, name: ' Nine' }]);
  expect(chosenRecords(null)).toEqual([]);
});
