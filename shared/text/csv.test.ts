import { expect, it } from 'vitest';
import { csvLine, unguarded } from './csv.ts';

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
