import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeTo, endOfToken, itemAround, offsetAt, offsetOfItem } from './places.ts';
import { marksOf } from './findingMarks.ts';

const doc = (text: string) => Text.of(text.split('\n'));

it('changes as little as makes the other text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, before, after, tail) => {
      const [old, next] = [head + before + tail, head + after + tail];
      const { from, to, insert } = changeTo(old, next);
      expect(old.slice(0, from) + insert + old.slice(to)).toBe(next);
      expect(to - from).toBeLessThanOrEqual(before.length);
    }),
  );
});

it('keeps places inside of a text that is shorter than when it was checked', () => {
  expect(offsetAt(doc('ab\ncd'), 2, 2)).toBe(4);
  expect(offsetAt(doc('ab\ncd'), 9, 9)).toBe(5);
});

it('marks a whole quoted text or number', () => {
  expect(endOfToken(doc('{ "a b": 12 }'), 2)).toBe(7);
  expect(endOfToken(doc('{ "a b": 12 }'), 9)).toBe(11);
});

it('finds where an item is defined, else where it is changed', () => {
  expect(offsetOfItem('{"after": "X.1", "itemId": "X.1"}', 'X.1')).toBe(17);
  expect(offsetOfItem('{"overlays": {"X.1": {}}}', 'X.1')).toBe(14);
  expect(offsetOfItem('{}', 'X.1')).toBeNull();
});

it('knows the item around a place, in its definition and in its overlay', () => {
  const text = '{"items": [{"itemId": "X.1", "label": {"en": "x"}}], "overlays": {"Y.1": {"hidden": true}}}';
  expect(itemAround(text, text.indexOf('"en"'))).toBe('X.1');
  expect(itemAround(text, text.indexOf('true'))).toBe('Y.1');
  expect(itemAround(text, 1)).toBeNull();
});

it('knows no item in a text that is deeper than any file', () => {
  const deep = `{"itemId": "X.1", "x": ${'['.repeat(20_000)}`;
  expect(itemAround(deep, deep.length)).toBeNull();
});

it('puts a finding where it stands, with its fix', () => {
  const text = '{\n  "controll": "text"\n}';
  const [mark] = marksOf(
    doc(text),
    [
      {
        file: 'x',
        line: 2,
        column: 3,
        severity: 'error',
        rule: 'unknown-key',
        message: 'no',
        fix: { line: 2, column: 3, endLine: 2, endColumn: 13, text: '"control"' },
      },
    ],
    (fix) => `Write ${fix}`,
  );
  expect(text.slice(mark?.from, mark?.to)).toBe('"controll"');
  expect(mark?.actions?.map(({ name }) => name)).toEqual(['Write "control"']);
});
