import { expect, it } from 'vitest';
import { parseTable } from './readTable.ts';

const read = (text: string) => parseTable(text, 'PAIRS.tsv', ['text', 'code']);

it('reads two columns below their header, with or without a byte order mark and Windows line ends', () => {
  expect(read('\ufeffText\tCode\r\nsore head \t103\r\n\r\n')).toEqual([
    { first: 'sore head', second: '103' },
  ]);
});

it.each([
  ['', "PAIRS.tsv, line 1: the header is ''; expected text<TAB>code"],
  ['code\ttext\n1\tx', "PAIRS.tsv, line 1: the header is 'code\ttext'; expected text<TAB>code"],
  ['text\tcode\nsore head,103', 'PAIRS.tsv, line 2: it has no tab; expected text<TAB>code'],
  ['text\tcode\nx\t1\ny\t2\t3', 'PAIRS.tsv, line 3: it has 3 columns; expected text<TAB>code'],
  ['text\tcode\nx\t ', 'PAIRS.tsv, line 2: code is empty; expected text<TAB>code'],
  ['text\tcode\n', 'PAIRS.tsv, line 2: it has no row below the header; expected text<TAB>code'],
])('refuses %j with the line and what was expected', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
