/** What was written as lines of cells is read as the same cells. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, unguarded } from './csv.ts';
import { readSeparated, type SeparatedOptions } from './readSeparated.ts';

const OPTIONS: SeparatedOptions = {
  separators: [',', ';', '\t', '|'],
  maxColumns: 3,
  refuse: (fault, line) => {
    throw new Error(`${fault} ${line}`);
  },
};
const linesOf = (text: string) => [...readSeparated(text, OPTIONS)];
const cellsOf = (text: string) => linesOf(text).map(({ cells }) => cells);

describe('a text with separators', () => {
  it.each(['texts', 'values'] as const)(
    'has the cells that were written as %s, whatever is in them',
    (are) => {
      const cell = fc.string({
        unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', '한', '=', '＝', "'", '-', '1'),
      });
      const lines = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1 });
      fc.assert(
        fc.property(lines, (written) => {
          const text = `x,y,z\r\n${written.map((cells) => csvLine(cells, are)).join('')}`;
          const read = cellsOf(text).slice(1);
          expect(read.map((cells) => cells.map(unguarded))).toEqual(written);
        }),
      );
    },
  );

  it('has lines with any ends, each with its number', () => {
    expect(linesOf('a,"b\nc"\rd\r\n\ne')).toEqual([
      { cells: ['a', 'b\nc'], line: 1 },
      { cells: ['d'], line: 3 },
      { cells: [''], line: 4 },
      { cells: ['e'], line: 5 },
    ]);
    expect(linesOf('')).toEqual([]);
  });

  it('is separated by what its first line has most of, outside of quotes, or names', () => {
    expect(cellsOf('"a,b,c";d|e\n1;2')).toEqual([
      ['a,b,c', 'd|e'],
      ['1', '2'],
    ]);
    expect(linesOf('sep=;\r\na,b;c,')).toEqual([{ cells: ['a,b', 'c,'], line: 2 }]);
    expect(cellsOf('sep=x\na')).toEqual([['sep=x'], ['a']]);
  });

  it('has blanks around quotes, which are no part of the cells', () => {
    expect(cellsOf('x,y,z\n1, "a,b" ,\t"c\nd"\n "e", f "g" , h ')).toEqual([
      ['x', 'y', 'z'],
      ['1', 'a,b', 'c\nd'],
      ['e', ' f "g" ', ' h '],
    ]);
    expect(cellsOf('x\ty\n\t"a\tb"')).toEqual([
      ['x', 'y'],
      ['', 'a\tb'],
    ]);
  });

  it.each([
    ['a\n"b', 'noEnd 2'],
    ['a\n "b" c,d', 'goesOn 2'],
    ['a\n"b\n"c', 'goesOn 3'],
    ['a,b\n1,2,3,4', 'tooManyColumns 2'],
  ])('is refused with the line: %j', (text, problem) => {
    expect(() => linesOf(text)).toThrow(problem);
  });
});
