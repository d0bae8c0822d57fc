import { expect, it } from 'vitest';
import { locationInFile } from './locationInFile.ts';

it.each([
  [
    { file: 'a.xml', line: 3, column: 9 },
    { line: 3, column: 9 },
  ],
  [{ line: 3 }, { line: 3, column: 0 }],
  [{ line: '3', column: 9 }, null],
  [{ column: 9 }, null],
  [null, null],
  [undefined, null],
  ['line 3', null],
])('reads %o as %o', (details, location) => {
  expect(locationInFile(details)).toEqual(location);
});
