import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, offsetFor, positionAfter, stretchInSight } from './moves.ts';

const size = { rows: 30, cols: 20, page: 8 };
const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('a key in the grid', () => {
  const from = { row: 10, col: 5 };
  it.each([
    ['ArrowUp', {}, { row: 9, col: 5 }],
    ['ArrowDown', {}, { row: 11, col: 5 }],
    ['ArrowLeft', {}, { row: 10, col: 4 }],
    ['ArrowRight', {}, { row: 10, col: 6 }],
    ['Home', {}, { row: 10, col: 0 }],
    ['End', {}, { row: 10, col: 19 }],
    ['Home', { ctrlKey: true }, { row: 0, col: 0 }],
    ['End', { metaKey: true }, { row: 29, col: 19 }],
    ['PageUp', {}, { row: 2, col: 5 }],
    ['PageDown', {}, { row: 18, col: 5 }],
    ['PageDown', { altKey: true }, null],
    ['ArrowDown', { ctrlKey: true }, null],
    ['ArrowDown', { shiftKey: true }, null],
    ['x', {}, null],
  ])('%s %o leads to %o', (key, more, to) => {
    expect(positionAfter(from, press(key, more), size)).toEqual(to);
  });

  it('never leads out of the grid', () => {
    const keys = fc.constantFrom(
      'ArrowUp',
      'ArrowDown',
      'ArrowLeft',
      'ArrowRight',
      'Home',
      'End',
      'PageUp',
      'PageDown',
    );
    const some = fc.record({ rows: fc.integer({ min: 1, max: 80 }), cols: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(some, fc.array(keys, { maxLength: 60 }), ({ rows, cols }, pressed) => {
        const at = pressed.reduce(
          (position, key) => positionAfter(position, press(key), { rows, cols, page: 7 }) ?? position,
          { row: 0, col: 0 },
        );
        expect(at.row >= 0 && at.row < rows && at.col >= 0 && at.col < cols).toBe(true);
      }),
    );
  });
});

describe('the lines in the document', () => {
  const view = fc.record({
    offset: fc.integer({ min: 0, max: 3000 }),
    extent: fc.integer({ min: 1, max: 900 }),
    size: fc.integer({ min: 20, max: 200 }),
  });
  it('are all that are in sight, each once, and the focused one wherever it is', () => {
    fc.assert(
      fc.property(
        view,
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 0, max: 79 }),
        (box, count, line) => {
          const focused = Math.min(line, count - 1);
          const lines = linesOf(stretchInSight(box, count, 2), focused);
          const inSight = Array.from({ length: count }, (_, index) => index).filter(
            (index) => (index + 1) * box.size > box.offset && index * box.size < box.offset + box.extent,
          );
          expect(lines).toEqual(expect.arrayContaining([...inSight, focused]));
          expect(new Set(lines).size).toBe(lines.length);
          expect(lines.every((index) => index >= 0 && index < count)).toBe(true);
        },
      ),
    );
  });

  it('are few, however many there are', () => {
    expect(linesOf(stretchInSight({ offset: 2000, extent: 500, size: 50 }, 5000, 3), 4999)).toHaveLength(17);
  });

  it('are scrolled no further than a line needs', () => {
    const box = { offset: 100, extent: 200, size: 50 };
    expect([0, 2, 3, 5, 6].map((line) => offsetFor(line, box))).toEqual([0, 100, 100, 100, 150]);
  });
});
