import { expect, it } from 'vitest';
import { csvLine, plainCell, unguarded } from './csv.ts';

it('never turns a text into a formula, or a number into a text', () => {
  const cells = ['=1+1', '-5', '+x', '@a', '-5.5', 'plain', ''];
  expect(csvLine(cells, 'values')).toBe("'=1+1,-5,'+x,'@a,-5.5,plain,\r\n");
  const wide = ['＝1+1', '＋x', '－x', '＠a', '\n=1+1', '\t=1', '\r=1', "'=1", "'a"];
  const line = csvLine(wide, 'texts');
  expect(line).toBe(`"'＝1+1","'＋x","'－x","'＠a","'\n=1+1","'\t=1","'\r=1","''=1","'a"\r\n`);
  expect(["'＝1+1", "'\n=1+1", "'a"].map(unguarded)).toEqual(['＝1+1', '\n=1+1', "'a"]);
  expect(csvLine(['-5', 'a'], 'texts')).toBe('"\'-5","a"\r\n');
});

it('quotes what would end a cell or a line', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', '=a,b'], 'values')).toBe(
    '"a,b","say ""x""","two\nlines","\'=a,b"\r\n',
  );
});

it('is read of the texts that spreadsheet programs keep from being numbers', () => {
  const cells = ['="00123"', '="say ""x"""', '=""', '=A1', '="a"&"b"', '="a""', "'=1+1", '00123'];
  expect(cells.map(plainCell)).toEqual(['00123', 'say "x"', '', '=A1', '="a"&"b"', '="a""', '=1+1', '00123']);
  const own = csvLine(cells, 'texts').slice(1, -3).split('","');
  expect(own.map((cell) => plainCell(cell.replaceAll('""', '"')))).toEqual(cells);
});
