import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hunksOf, lineDifference } from './lineDifference.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 14 })
  .map((lines) => lines.join('\n'));
const side = (found: ReturnType<typeof lineDifference>, left: 'added' | 'removed') =>
  found.filter(({ kind }) => kind !== left).map((line) => line.text);

it('contains both texts completely', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = lineDifference(before, after);
      expect(side(found, 'added').join('\n')).toBe(before);
      expect(side(found, 'removed').join('\n')).toBe(after);
    }),
  );
});

it('is empty for equal texts with different line ends', () => {
  expect(lineDifference('a\nb\n', 'a\r\nb').every(({ kind }) => kind === 'same')).toBe(true);
});

it('is minimal', () => {
  const found = lineDifference('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc');
  expect(found.filter(({ kind }) => kind !== 'same')).toHaveLength(5);
});

it('numbers lines as each text does', () => {
  expect(lineDifference('a\nb', 'x\na\nb').map(({ before, after }) => [before, after])).toEqual([
    [null, 1],
    [1, 2],
    [2, 3],
  ]);
});

it('shows changes with some context', () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  const changed = lines.with(10, 'x').with(30, 'y');
  const hunks = hunksOf(lineDifference(lines.join('\n'), changed.join('\n')), 2);
  expect(hunks.map((hunk) => hunk.lines.length)).toEqual([6, 6]);
});
